import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { isFromDatabase } from '../db/failures.ts';
import { AppError } from '../messages/errors.ts';
import { type Foreseen, type KeptRecord, namedKept } from '../records/act-undo.ts';
import { getAct } from '../records/acts.ts';
import { findFieldsSetSince } from '../records/later-change.ts';
import { type Undos, undoAct } from '../records/undos.ts';
import type { Context } from '../work/context.ts';
import type { Step } from './change.ts';
import type { ChangeFields, ChangeKind, ChangeKinds, RecordChange } from './kinds.ts';
import { writeExchanging } from './unique.ts';

interface Parts {
  kinds: ChangeKinds;
  undos: Undos;
}

/** What was applied, and by which act. */
interface Applied {
  steps: readonly Step[];
  act: number;
}

/** How much comes back, and what is kept as it is: somebody has changed it since. */
export interface Reverted {
  back: number;
  kept: number;
  /** The first of those kept. */
  first: KeptRecord[];
}

/** What {@link revert} would do now. */
export async function foreseeRevert(ctx: Context, parts: Parts, { steps, act }: Applied): Promise<Reverted> {
  const outcome = nothing();
  for (const step of steps.toReversed()) {
    const kind = parts.kinds.of(step.kind);
    const found = kind ? await restorable(ctx, kind, step, { act, lock: false }) : [];
    for (const { id, fields, isWhole } of found) {
      if (Object.keys(fields).length > 0) outcome.back += 1;
      if (kind && !isWhole) addKept(outcome, keptOf(kind, id));
    }
    for (const one of step.acts.toReversed()) {
      const foreseen = await parts.undos.foresee(ctx, await getAct(ctx, one)).catch(refused);
      addDone(outcome, foreseen, foreseen);
    }
  }
  return outcome;
}

/** Why a revert writes, and the act that it is. */
interface Making {
  reason: string;
  act: number;
}

/**
 * Takes back what was applied, the last step first: the fields of each record that nobody has set since, then the acts. A
 * record whose rules refuse its former values is kept, too.
 */
export async function revert(ctx: Context, parts: Parts, applied: Applied, making: Making): Promise<Reverted> {
  const outcome = nothing();
  for (const step of applied.steps.toReversed())
    await revertStep(ctx, parts, { ...making, step, of: applied.act }, outcome);
  return outcome;
}

async function revertStep(
  ctx: Context,
  { kinds, undos }: Parts,
  { step, of, reason, act: partOf }: Making & { step: Step; of: number },
  outcome: Reverted,
): Promise<void> {
  const kind = kinds.of(step.kind);
  if (kind) {
    const found = await restorable(ctx, kind, step, { act: of, lock: true });
    const todo = found.filter(({ fields }) => Object.keys(fields).length > 0);
    const changes = todo.map(({ id, fields }) => ({ id, values: kind.valuesOf(fields, null), reason }));
    const failed = new Set(await restore(ctx, kind, changes, { reason, partOf }));
    outcome.back += todo.length - failed.size;
    const kept = found.filter(({ id, isWhole }) => !isWhole || failed.has(id));
    addKept(outcome, ...kept.map(({ id }) => keptOf(kind, id)));
  }
  for (const one of step.acts.toReversed()) {
    const foreseen = await undos.foresee(ctx, await getAct(ctx, one)).catch(refused);
    addDone(outcome, foreseen, foreseen ? await undoAct(ctx, undos, one).catch(refused) : undefined);
  }
}

const nothing = (): Reverted => ({ back: 0, kept: 0, first: [] });

function addKept(outcome: Reverted, ...kept: readonly KeptRecord[]): void {
  outcome.kept += kept.length;
  outcome.first.push(...kept.slice(0, namedKept - outcome.first.length));
}

/** Adds what became, or would become, of an act; one that is refused is kept. */
function addDone(
  outcome: Reverted,
  foreseen: Foreseen | null | undefined,
  done: Pick<Foreseen, 'back' | 'kept'> | null | undefined,
): void {
  outcome.back += done?.back ?? 0;
  outcome.kept += done?.kept ?? 1;
  outcome.first.push(...(foreseen?.first ?? []).slice(0, namedKept - outcome.first.length));
}

/** Writes earlier values together, or one by one if that is refused; returns the records that keep theirs. */
async function restore(
  ctx: Context,
  kind: ChangeKind,
  changes: readonly RecordChange<unknown>[],
  part: Part,
): Promise<string[]> {
  if (
    changes.length === 0 ||
    (await attempt(ctx, part, (trial) => writeExchanging(trial, kind, changes, { restoring: true })))
  )
    return [];
  const failed: string[] = [];
  for (const change of changes)
    if (!(await attempt(ctx, part, (trial) => writeExchanging(trial, kind, [change], { restoring: true }))))
      failed.push(change.id);
  return failed;
}

/** What the rows of the trail say of it. */
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

const keptOf = (kind: ChangeKind, id: string): KeptRecord => ({
  entity: kind.entity,
  id: kind.recordId?.(id) ?? id,
  reason: 'undo.kept_edited',
});

/** The earlier values of the fields that are as the act left them, by record. */
async function restorable(
  ctx: Context,
  kind: ChangeKind,
  { records }: Step,
  { act, lock }: { act: number; lock: boolean },
): Promise<{ id: string; fields: ChangeFields; isWhole: boolean }[]> {
  if (records.length === 0) return [];
  const now = await kind.read(ctx, new Map(records.map(({ id, after }) => [id, Object.keys(after)])), lock);
  const ids = records.map(({ id }) => id);
  const setSince = await findFieldsSetSince(ctx.db, { entity: kind.entity, ids, act });
  return records.map(({ id, before, after }) => {
    const has = now.get(id);
    // A value that left and came back was set by somebody since. The trail names texts and orders as a whole, so they are
    // compared by value alone.
    const isSet = (name: string) =>
      !name.includes('.') &&
      [name, ...(kind.related?.[name] ?? [])].some((one) => setSince.get(id)?.has(kind.trailField?.(one) ?? one));
    const fitted = (wanted: object) => {
      const fields = wanted as ChangeFields;
      return (has && kind.isSequence && kind.fit?.(fields, has, after as ChangeFields)) || fields;
    };
    const left = fitted(after);
    const same = Object.keys(after).filter(
      (name) => has && !isSet(name) && isDeepStrictEqual(has[name] ?? null, left[name] ?? null),
    );
    const earlier = fitted(before);
    const fields = Object.fromEntries(same.map((name) => [name, earlier[name]])) as ChangeFields;
    return { id, fields, isWhole: same.length === Object.keys(after).length };
  });
}

/** A part that can no longer be undone, such as contents that are locked now, stays as it is. */
function refused(error: unknown): undefined {
  if (error instanceof AppError) return undefined;
  throw error;
}
