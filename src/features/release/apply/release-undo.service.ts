import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { isFromDatabase } from '#kernel/db/failures.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { type ActUndo, type Foreseen, type KeptRecord, namedKept } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import { findFieldsSetSince } from '#kernel/records/later-change.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Releasable, Releasables, ReleasedChange, ReleaseFields } from '#kernel/records/releasables.ts';
import { type Undos, undoAct } from '#kernel/records/undos.ts';
import type { Context } from '#kernel/work/context.ts';
import { reasonOf, releaseEntity } from '../release.rules.ts';
import { findSteps, type Step, type StoredRelease } from '../release.store.ts';
import { getRelease } from '../release-record.service.ts';

interface Parts {
  releasables: Releasables;
  records: Records;
  undos: Undos;
}

interface Outcome {
  back: number;
  kept: KeptRecord[];
  /** How many are kept, of whom only the first are named. */
  keptCount: number;
}

/** Undoes a release whole, last change first. What somebody changed since stays, field by field. */
export function releaseUndo(parts: Parts): ActUndo {
  return {
    foresee: async (ctx, act) => {
      const outcome = emptyOutcome();
      for (const part of await partsOf(ctx, act)) await foreseeStep(ctx, parts, part, outcome);
      const { back, kept, keptCount } = outcome;
      return { back, kept: keptCount, first: kept.slice(0, namedKept) };
    },
    undo: async (ctx, { of, act }) => {
      const outcome = emptyOutcome();
      for (const part of await partsOf(ctx, of)) {
        await undoStep(ctx, parts, { ...part, act }, outcome);
        ctx.changed(releaseEntity, part.release.rel_idx);
      }
      const { back, kept, keptCount } = outcome;
      const titleOf = await parts.records.titles(ctx, kept);
      const names = kept.map(({ entity, id: one }) => titleOf(entity, one) ?? one).join(', ');
      return {
        back,
        kept: keptCount,
        outcome: { restored: back, kept: keptCount, ...(keptCount > 0 && { names }) },
      };
    },
  };
}

/** What a release did with one kind of change. */
interface Undoing {
  step: Step;
  release: StoredRelease;
}

/** What a release did, the last first. */
async function partsOf(ctx: Context, act: number): Promise<Undoing[]> {
  const { entity_id: id } = await getAct(ctx, act);
  const release = await getRelease(ctx, Number(id));
  return (await findSteps(ctx.db, act)).toReversed().map((step) => ({ step, release }));
}

const emptyOutcome = (): Outcome => ({ back: 0, kept: [], keptCount: 0 });

function addKept(outcome: Outcome, ...kept: readonly KeptRecord[]): void {
  outcome.keptCount += kept.length;
  outcome.kept.push(...kept.slice(0, namedKept - outcome.kept.length));
}

async function foreseeStep(ctx: Context, parts: Parts, { step, release }: Undoing, outcome: Outcome): Promise<void> {
  const kind = parts.releasables.of(step.kind);
  const found = kind ? await restorable(ctx, kind, step, { release, lock: false }) : [];
  for (const { id, fields, isWhole } of found) {
    if (Object.keys(fields).length > 0) outcome.back += 1;
    if (kind && !isWhole) addKept(outcome, keptOf(kind, id));
  }
  for (const act of step.acts.toReversed()) {
    const foreseen = await parts.undos.foresee(ctx, await getAct(ctx, act)).catch(refused);
    addDone(outcome, foreseen, foreseen);
  }
}

/** Undoes the fields of a step, then its acts: the other way round than they were done. */
async function undoStep(
  ctx: Context,
  parts: Parts,
  { step, release, act: partOf }: Undoing & { act: number },
  outcome: Outcome,
): Promise<void> {
  const { releasables, undos } = parts;
  const kind = releasables.of(step.kind);
  if (kind) {
    const found = await restorable(ctx, kind, step, { release, lock: true });
    const todo = found.filter(({ fields }) => Object.keys(fields).length > 0);
    const reason = `${reasonOf(release)} · ${ctx.text('release.undone_reason')}`;
    const changes = todo.map(({ id, fields }) => ({ id, values: kind.valuesOf(fields, null), reason }));
    const failed = new Set(await restore(ctx, kind, changes, { reason, partOf }));
    outcome.back += todo.length - failed.size;
    const kept = found.filter(({ id, isWhole }) => !isWhole || failed.has(id));
    addKept(outcome, ...kept.map(({ id }) => keptOf(kind, id)));
  }
  for (const act of step.acts.toReversed()) {
    const foreseen = await undos.foresee(ctx, await getAct(ctx, act)).catch(refused);
    addDone(outcome, foreseen, foreseen ? await undoAct(ctx, undos, act).catch(refused) : undefined);
  }
}

/** Adds what became, or would become, of an act; one that is refused is kept. */
function addDone(
  outcome: Outcome,
  foreseen: Foreseen | null | undefined,
  done: Pick<Foreseen, 'back' | 'kept'> | null | undefined,
): void {
  outcome.back += done?.back ?? 0;
  outcome.keptCount += done?.kept ?? 1;
  outcome.kept.push(...(foreseen?.first ?? []).slice(0, namedKept - outcome.kept.length));
}

/** Writes earlier values together, or one by one if that is refused; returns the records that keep theirs. */
async function restore(
  ctx: Context,
  kind: Releasable,
  changes: readonly ReleasedChange<unknown>[],
  part: Part,
): Promise<string[]> {
  if (changes.length === 0 || (await attempt(ctx, part, (trial) => kind.write(trial, changes, true)))) return [];
  const failed: string[] = [];
  for (const change of changes)
    if (!(await attempt(ctx, part, (trial) => kind.write(trial, [change], true)))) failed.push(change.id);
  return failed;
}

/** Why an undo of a release writes, and its act. */
interface Part {
  reason: string;
  partOf: number;
}

/** Whether something could be done; if a rule or a constraint refuses it, nothing of it is left. */
async function attempt(ctx: Context, part: Part, act: (trial: Context) => Promise<void>): Promise<boolean> {
  const notes: (() => void)[] = [];
  const trial: Context = {
    ...ctx,
    audit: (entry) => notes.push(() => ctx.audit({ ...part, ...entry, reason: entry.reason ?? part.reason })),
    changed: (kind, id) => notes.push(() => ctx.changed(kind, id)),
  };
  await sql`savepoint restoring`.execute(ctx.db);
  try {
    await act(trial);
  } catch (error) {
    if (!(error instanceof AppError) && !isConstraint(error)) throw error;
    await sql`rollback to savepoint restoring`.execute(ctx.db);
    return false;
  }
  for (const note of notes) note();
  return true;
}

const isConstraint = (error: unknown) =>
  isFromDatabase(error) && error instanceof Error && 'code' in error && String(error.code).startsWith('23');

const keptOf = (kind: Releasable, id: string): KeptRecord => ({
  entity: kind.entity,
  id: kind.recordId?.(id) ?? id,
  reason: 'undo.kept_edited',
});

/** The earlier values of the fields that are as the release left them, by record. */
async function restorable(
  ctx: Context,
  kind: Releasable,
  { records }: Step,
  { release, lock }: { release: StoredRelease; lock: boolean },
): Promise<{ id: string; fields: ReleaseFields; isWhole: boolean }[]> {
  if (records.length === 0) return [];
  const now = await kind.read(ctx, new Map(records.map(({ id, after }) => [id, Object.keys(after)])), lock);
  const setSince = await findFieldsSetSince(ctx.db, {
    entity: kind.entity,
    ids: records.map(({ id }) => id),
    act: release.act_idx ?? 0,
  });
  return records.map(({ id, before, after }) => {
    const has = now.get(id);
    // A value that left and came back was set by somebody since. The trail names texts and orders as a whole, so they are
    // compared by value alone.
    const isSet = (name: string) =>
      !name.includes('.') &&
      [name, ...(kind.related?.[name] ?? [])].some((one) => setSince.get(id)?.has(kind.trailField?.(one) ?? one));
    const fitted = (wanted: object) => {
      const fields = wanted as ReleaseFields;
      return (has && kind.isSequence && kind.fit?.(fields, has, after as ReleaseFields)) || fields;
    };
    const left = fitted(after);
    const same = Object.keys(after).filter(
      (name) => has && !isSet(name) && isDeepStrictEqual(has[name] ?? null, left[name] ?? null),
    );
    const earlier = fitted(before);
    const fields = Object.fromEntries(same.map((name) => [name, earlier[name]])) as ReleaseFields;
    return { id, fields, isWhole: same.length === Object.keys(after).length };
  });
}

/** A part that can no longer be undone, such as contents that are locked now, stays as it is. */
function refused(error: unknown): undefined {
  if (error instanceof AppError) return undefined;
  throw error;
}
