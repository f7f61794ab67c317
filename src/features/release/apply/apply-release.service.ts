import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { AppError, type FieldProblem } from '#kernel/messages/errors.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { FieldsById, Releasable, Releasables, ReleaseFields } from '#kernel/records/releasables.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges, type StoredChange } from '../changes/change.store.ts';
import { differing, findConflicts, readCurrent } from '../changes/conflict.read.ts';
import { releaseMessages } from '../release.messages.ts';
import { reasonOf, releaseEntity } from '../release.rules.ts';
import { type Step, type StoredRelease, updateRelease } from '../release.store.ts';
import { lockOpenRelease } from '../release-record.service.ts';

// How long applying waits for rows that somebody else holds: others may wait behind it. Milliseconds.
const lockWaitMs = 2000;

/** Applies a release now, on behalf of the caller; returns the act, for its undo. */
export async function applyNow(ctx: Context, releasables: Releasables, relIdx: number): Promise<number> {
  const release = await lockOpenRelease(ctx, relIdx);
  // What is scheduled for later does not come before it any more.
  return applyRelease(ctx, releasables, { ...release, apply_at: Math.min(release.apply_at, inSeconds(ctx.now)) });
}

/** Applies a release that is locked, in the caller's transaction: whole, or it throws. */
export async function applyRelease(ctx: Context, releasables: Releasables, release: StoredRelease): Promise<number> {
  await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(ctx.db);
  const { rel_idx: relIdx } = release;
  const changes = await listChanges(ctx.db, relIdx);
  if (changes.length === 0) throw releaseMessages.error(409, 'release.empty');
  const now = await readCurrent(ctx, releasables, changes, true);
  await requireDecided(ctx, releasables, release, changes, now);
  const act = await beginAct(ctx);
  // Before those of its changes: the first row of an act says what it is.
  ctx.audit({
    entity: releaseEntity,
    id: relIdx,
    action: `${releaseEntity}.applied`,
    before: { status: release.status },
    after: { status: 'applied', count: changes.length },
    act,
  });
  const steps = await makeChanges(ctx, releasables, release, changes, act);
  await updateRelease(ctx, relIdx, {
    status: 'applied',
    problem: null,
    act_idx: act,
    steps,
    ended_at: inSeconds(ctx.now),
  });
  ctx.changed(releaseEntity, relIdx);
  return act;
}

async function requireDecided(
  ctx: Context,
  releasables: Releasables,
  release: StoredRelease,
  changes: readonly StoredChange[],
  now: ReadonlyMap<string, FieldsById>,
): Promise<void> {
  const conflicts = await findConflicts(ctx, releasables, release, changes, now);
  if (conflicts.size === 0) return;
  const details = { changes: [...conflicts.keys()] };
  throw releaseMessages.errorWith(409, 'release.undecided', { details }, { count: conflicts.size });
}

/** Writes the changes of a release, kind by kind, as parts of the act that applies it; of none, if they are taken back. */
export async function makeChanges(
  ctx: Context,
  releasables: Releasables,
  release: StoredRelease,
  changes: readonly StoredChange[],
  act?: number,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { kind, changes: some } of inOrder(releasables, changes)) {
    const step = await makeSome(ctx, kind, some, { reason: reasonOf(release), partOf: act });
    if (step) steps.push(step);
  }
  return steps;
}

/** The changes in the order in which they are applied: kind by kind, as the kinds say. */
function inOrder(releasables: Releasables, changes: readonly StoredChange[]) {
  const known = changes.flatMap((change) => {
    const kind = releasables.of(change.kind);
    return kind ? [{ kind, change, order: kind.order(change.fields) }] : [];
  });
  const groups = Map.groupBy(known, ({ kind, order }) => `${order}:${kind.kind}`);
  return [...groups.values()]
    .map((group) => ({ ...group[0], changes: group.map(({ change }) => change) }))
    .flatMap(({ kind, order = 0, changes: some }) => (kind ? [{ kind, order, changes: some }] : []))
    .toSorted((a, b) => a.order - b.order);
}

async function makeSome(
  ctx: Context,
  kind: Releasable,
  changes: readonly StoredChange[],
  { reason, partOf }: { reason: string; partOf: number | undefined },
): Promise<Step | undefined> {
  const wanted = new Map(changes.map(({ id, fields }) => [id, Object.keys(fields)]));
  const before = await kind.read(ctx, wanted, true);
  const wantedOf = new Map<string, ReleaseFields>();
  const todo = changes.flatMap((change) => {
    const fields = differing(kind, change, before.get(change.id) ?? {});
    if (Object.keys(fields).length === 0) return [];
    wantedOf.set(change.id, fields);
    return [{ id: change.id, values: kind.valuesOf(fields, change.reason), reason }];
  });
  if (todo.length === 0) return undefined;
  const acts: number[] = [];
  await kind.write(recording(ctx, acts, { reason, partOf }), todo, false);
  const after = await kind.read(ctx, wanted, false);
  for (const { id } of todo)
    await requireTaken(ctx, kind, id, { fields: wantedOf.get(id) ?? {}, now: after.get(id) ?? {} });
  const records = todo.flatMap(({ id }) => changedFields(kind, id, before.get(id) ?? {}, after.get(id) ?? {}));
  return { kind: kind.kind, records, acts: kind.isWhole ? [] : acts };
}

/** Refuses if a field that others can rule out does not have the value that the release gives it. */
async function requireTaken(
  ctx: Context,
  kind: Releasable,
  id: string,
  { fields, now }: { fields: ReleaseFields; now: ReleaseFields },
): Promise<void> {
  const left = Object.entries(fields).filter(
    ([name, value]) => kind.related?.[name] && !isDeepStrictEqual(now[name] ?? null, value),
  );
  if (left.length === 0) return;
  const [shown = []] = await kind.describe(ctx, [{ id, base: {}, fields: Object.fromEntries(left) }]);
  throw releaseMessages.error(409, 'release.ruled_out', { id, field: shown.map(({ label }) => label).join(', ') });
}

/** A context that says in the trail why things change, and notes the acts that are done. */
const recording = (
  ctx: Context,
  acts: number[],
  { reason, partOf }: { reason: string; partOf: number | undefined },
): Context => ({
  ...ctx,
  audit: (entry) => {
    if (entry.act !== undefined) acts.push(entry.act);
    ctx.audit({ ...entry, reason: entry.reason ?? reason, ...(partOf !== undefined && { partOf }) });
  },
});

/** What changed in a record, also beside the fields that were asked for, except by acts with their own undo. */
function changedFields(kind: Releasable, id: string, before: ReleaseFields, after: ReleaseFields): Step['records'] {
  const names = Object.keys(after).filter(
    (name) => !kind.isByAct?.(name) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
  if (names.length === 0) return [];
  const side = (fields: ReleaseFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return [{ id, before: side(before), after: side(after) }];
}

/** Stores why a release could not be applied at its time, unless somebody has changed it meanwhile. */
export async function failRelease(ctx: Context, tried: StoredRelease, problem: FieldProblem): Promise<void> {
  const row = await lockOpenRelease(ctx, tried.rel_idx).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (row?.status !== 'scheduled' || row.version !== tried.version) return;
  await updateRelease(ctx, row.rel_idx, { status: 'failed', problem, ended_at: inSeconds(ctx.now) });
  ctx.audit({
    entity: releaseEntity,
    id: row.rel_idx,
    action: `${releaseEntity}.failed`,
    before: { status: row.status },
    after: { status: 'failed', problem: problem.key },
  });
  ctx.changed(releaseEntity, row.rel_idx);
  ctx.changed('release.failed', row.rel_idx);
}
