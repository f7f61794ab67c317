import { collectionEntity } from '#features/collection/collection.public.ts';
import { getCollection } from '#features/collection/collection-record.public.ts';
import { stateOf } from '#features/collection/collection-versions.public.ts';
import { type Comparison, readComparison } from '#features/version/version.public.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { differences } from '#kernel/records/version-changes.rules.ts';
import { localTime, timesOf } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { reservationEntity } from '../reservation.rules.ts';

/** A collection as of a future time, compared with now field by field. */
export interface AsOf {
  /** In the form of the time field. */
  local: string;
  /** Null if clocks skip that time. */
  shown: ThenShown | null;
}

interface ThenShown {
  time: string;
  /** How many scheduled changes of it are applied by then. */
  applied: number;
  /** How many of what changes it, releases too, are not applied by then. */
  left: number;
  /** The names of the releases applied by then. */
  releases: string[];
  comparison: Comparison;
}

/** The collection as of a time in the office's time zone: with all that is scheduled until then. Needs a transaction. */
export async function readAsOf(
  ctx: Context,
  kernel: Pick<Kernel, 'records' | 'storage' | 'changeSets'>,
  cid: string,
  local: string,
): Promise<AsOf> {
  const { timeZone } = ctx;
  const [at] = timesOf(timeZone, local);
  if (at === undefined) return { local, shown: null };
  const now = stateOf(await getCollection(ctx, cid));
  const moment = { apply_at: at, of: [{ kind: collectionEntity, ids: [cid] }], isDeep: false };
  const shown = await kernel.changeSets.atMoment(ctx, moment, async (inside, { applied, left }) => ({
    time: zonedTimeText(ctx, at),
    applied: applied.filter(({ source }) => source === reservationEntity).length,
    left: left.length,
    releases: applied.flatMap(({ title }) => title ?? []),
    comparison: await readComparison(inside, kernel, differences(now, stateOf(await getCollection(inside, cid)))),
  }));
  return { local, shown };
}

/** The initial value of the time field: a day from now, to the minute. */
export const startOfAsOf = (ctx: Context): string =>
  localTime(ctx.timeZone, Math.floor(ctx.now.getTime() / 60_000) * 60 + 86_400);
