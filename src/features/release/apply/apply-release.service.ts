import { sql } from 'kysely';
import { applyChanges } from '#kernel/changesets/apply.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { readCurrent } from '#kernel/changesets/conflicts.ts';
import type { FieldsById } from '#kernel/changesets/kinds.ts';
import { noteStatus, updateSet } from '#kernel/changesets/stored-sets.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { Step } from '#kernel/records/undoable.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges, type StoredChange } from '../changes/change.store.ts';
import { findConflicts } from '../changes/conflict.read.ts';
import { releaseMessages } from '../release.messages.ts';
import { reasonOf } from '../release.rules.ts';
import type { StoredRelease } from '../release.store.ts';
import { lockOpenRelease, releaseKind } from '../release-record.service.ts';

// How long applying waits for rows that somebody else holds: others may wait behind it. Milliseconds.
const lockWaitMs = 2000;

/** Applies a release now, on behalf of the caller; returns the act, for its undo. */
export async function applyNow(ctx: Context, changeSets: ChangeSets, relIdx: number): Promise<number> {
  const release = await lockOpenRelease(ctx, relIdx);
  // What is scheduled for later does not come before it any more.
  return applyRelease(ctx, changeSets, { ...release, apply_at: Math.min(release.apply_at, inSeconds(ctx.now)) });
}

/** Applies a release that is locked, in the caller's transaction: whole, or it throws. */
export async function applyRelease(ctx: Context, changeSets: ChangeSets, release: StoredRelease): Promise<number> {
  await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(ctx.db);
  const { rel_idx: relIdx } = release;
  const changes = await listChanges(ctx.db, { rel_idx: relIdx });
  if (changes.length === 0) throw releaseMessages.error(409, 'release.empty');
  const now = await readCurrent(ctx, changeSets.kinds, changes, true);
  await requireDecided(ctx, changeSets, release, changes, now);
  const act = await beginAct(ctx);
  // Before those of its changes: the first row of an act says what it is.
  noteStatus(ctx, releaseKind, release, { did: 'applied', status: 'applied', count: changes.length, act });
  const steps = await makeChanges(ctx, changeSets, release, changes, act);
  const ended_at = inSeconds(ctx.now);
  await updateSet(ctx, releaseKind, relIdx, { status: 'applied', problem: null, act_idx: act, steps, ended_at });
  return act;
}

async function requireDecided(
  ctx: Context,
  changeSets: ChangeSets,
  release: StoredRelease,
  changes: readonly StoredChange[],
  now: ReadonlyMap<string, FieldsById>,
): Promise<void> {
  const conflicts = await findConflicts(ctx, changeSets, release, changes, now);
  // Values that are taken are refused when they are written.
  const undecided = [...conflicts].flatMap(([{ chg_idx: chgIdx }, { fields, gone }]) =>
    gone || fields.length > 0 ? [chgIdx] : [],
  );
  if (undecided.length === 0) return;
  throw releaseMessages.errorWith(
    409,
    'release.undecided',
    { details: { changes: undecided } },
    { count: undecided.length },
  );
}

/** Makes the changes of a release as parts of the act that applies it; of none, if they are taken back. */
export const makeChanges = (
  ctx: Context,
  { kinds }: ChangeSets,
  release: StoredRelease,
  changes: readonly StoredChange[],
  act?: number,
): Promise<Step[]> =>
  applyChanges(ctx, kinds, changes, {
    reason: reasonOf(release),
    act,
    ruledOut: (values) => releaseMessages.error(409, 'release.ruled_out', values),
  });
