import { sql } from 'kysely';
import { getCollection } from '#features/collection/collection-record.public.ts';
import { stateOf } from '#features/collection/collection-versions.public.ts';
import { type Comparison, readComparison } from '#features/version/version.public.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { differences, type Json } from '#kernel/records/version-changes.rules.ts';
import type { VersionState } from '#kernel/records/versions.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { localTime, timesOf, zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import {
  type ReservationRead,
  readReservations,
  type ShownReservation,
  showReservations,
} from '../reservation.read.ts';

/** A collection as of a future time, compared with now field by field. */
export interface AsOf {
  /** In the form of the time field. */
  local: string;
  /** Null if clocks skip that time. */
  shown: { time: string; applied: number; left: number; comparison: Comparison } | null;
}

const noTexts = { title: '', summary: '', notice: '', description: '' };

/** The changes of a collection scheduled until a time, in order, and how many others would change nothing. */
export async function changesUntil(
  ctx: Context,
  cid: string,
  at: number,
): Promise<{ applied: ReservationRead[]; left: number }> {
  const waiting = await readReservations(
    ctx,
    sql`(
      select res_idx, row_number() over (order by apply_at, res_idx) as nth from reservation
      where cid = ${cid} and status = 'scheduled' and apply_at <= ${new Date(at * 1000).toISOString()}) page`,
  );
  // Reservations that would fail change nothing.
  const applied = waiting.filter(({ conflicts }) => conflicts.edited === null && conflicts.earlier === null);
  return { applied, left: waiting.length - applied.length };
}

/** The changes of a collection that will have been applied by a time in seconds, in order, as shown on screens. */
export const showChangesUntil = async (
  ctx: Context,
  storage: Storage,
  cid: string,
  at: number,
): Promise<ShownReservation[]> => showReservations(ctx, storage, (await changesUntil(ctx, cid, at)).applied);

/** The collection as of a time in the office's time zone: its current state with the changes scheduled until then. */
export async function readAsOf(
  ctx: Context,
  kernel: Pick<Kernel, 'records' | 'storage'>,
  cid: string,
  local: string,
): Promise<AsOf> {
  const { timeZone } = ctx;
  const [at] = timesOf(timeZone, local);
  if (at === undefined) return { local, shown: null };
  const { applied, left } = await changesUntil(ctx, cid, at);
  const now = stateOf(await getCollection(ctx, cid));
  const then = structuredClone(now);
  for (const { field, value } of applied) put(then, field, value);
  return {
    local,
    shown: {
      time: zonedText(languageTag(ctx.locale), timeZone, at),
      applied: applied.length,
      left,
      comparison: await readComparison(ctx, kernel, differences(now, then)),
    },
  };
}

/** The initial value of the time field: a day from now, to the minute. */
export const startOfAsOf = (ctx: Context): string =>
  localTime(ctx.timeZone, Math.floor(ctx.now.getTime() / 60_000) * 60 + 86_400);

function put(state: VersionState, [part = '', key, text]: readonly string[], value: Json): void {
  if (key === undefined) {
    state[part] = value;
    return;
  }
  const group = state[part] as Record<string, Json>;
  if (text !== undefined) group[key] = { ...noTexts, ...(group[key] as object | undefined), [text]: value };
  else if (value === null) delete group[key];
  else group[key] = value;
}
