import { versionsOf } from '#features/collection/collection-versions.public.ts';
import { type Comparison, readComparison } from '#features/version/version.public.ts';
import { currenciesIn } from '#kernel/messages/currencies.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { countedActsOn } from '#kernel/records/record-parts.ts';
import type { Json, VersionChange } from '#kernel/records/version-changes.rules.ts';
import { findVersion } from '#kernel/records/versions.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { readCurrent } from '../form/current.read.ts';
import { reservationMessages } from '../reservation.messages.ts';
import { type ReservationRead, readReservation, showReservations } from '../reservation.read.ts';
import { reasonOf, reservationEntity } from '../reservation.rules.ts';
import { findFieldState } from '../reservation-conflict.read.ts';

/** The data of a reservation's page. */
export async function readRecord(
  ctx: Context,
  kernel: Pick<Kernel, 'records' | 'storage' | 'changeSets'>,
  resIdx: number,
) {
  const { storage, changeSets } = kernel;
  const row = await readReservation(ctx, changeSets, resIdx);
  const [reservation] = row ? await showReservations(ctx, storage, [row]) : [];
  if (!row || !reservation) throw reservationMessages.error(404, 'reservation.not_found');
  const isOpen = row.status === 'scheduled' || row.status === 'failed';
  const [changes, since] = await differencesOf(ctx, row);
  return {
    reservation,
    /** What other features offer to do with it. */
    offered: await countedActsOn(ctx, kernel.records.all, reservationEntity, String(resIdx)),
    now: inSeconds(ctx.now),
    /** What it changes, or has changed. */
    changes: await readComparison(ctx, kernel, changes),
    /** What others changed in its field since its base. */
    since: since.length > 0 ? await readComparison(ctx, kernel, since) : null,
    current: isOpen && row.cidx !== null ? await readCurrent(ctx, kernel, row.cid) : null,
    currencies: isOpen ? currenciesIn(ctx.locale) : [],
  };
}

export type RecordProps = Omit<Awaited<ReturnType<typeof readRecord>>, 'changes' | 'since'> & {
  changes: Comparison;
  since: Comparison | null;
};

/** From the value that its field will have just before it to the new one; if the field was changed since the base, also from its old value. */
async function differencesOf(ctx: Context, row: ReservationRead): Promise<[VersionChange[], VersionChange[]]> {
  const { field, value } = row;
  if (row.status === 'applied') return [await appliedChanges(ctx, row), []];
  const { was, now } = (await findFieldState(ctx, row.res_idx)) ?? { was: null, now: null };
  return [
    changeOf(field, row.before ? row.before.value : now, value),
    row.conflicts.edited ? changeOf(field, was, now) : [],
  ];
}

const changeOf = (path: string[], before: Json, after: Json): VersionChange[] =>
  JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];

/** The changes of its field in the version it made; none if the collection had the value already. */
async function appliedChanges(ctx: Context, row: ReservationRead) {
  const { cid, applied_version: verIdx, field } = row;
  if (verIdx === null) return [];
  const version = await findVersion(ctx, versionsOf(cid), verIdx);
  if (version?.reason !== reasonOf(row)) return [];
  return version.changes.filter(({ path }) => path.every((part, nth) => part === field[nth]));
}
