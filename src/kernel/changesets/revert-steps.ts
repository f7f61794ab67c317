import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../messages/errors.ts';
import { type ActUndo, type Foreseen, type KeptRecord, namedKept, type Undone } from '../records/act-undo.ts';
import { type Act, getAct } from '../records/acts.ts';
import type { Records } from '../records/records.ts';
import { orderAround } from '../records/sequence.rules.ts';
import type { Step, StepsBack } from '../records/undoable.ts';
import type { Context } from '../work/context.ts';
import type { ChangeFields, ChangeKind, ChangeKinds, RecordChange } from './kinds.ts';
import { refusalOf } from './refusal.ts';
import { findStepSetSince } from './step-set-since.ts';
import { writeExchanging } from './unique.ts';

interface Parts {
  kinds: ChangeKinds;
  records: Records;
  /** How the acts that steps made are undone. */
  undos: {
    foresee: (ctx: Context, act: Act) => Promise<Foreseen | null>;
    undo: (ctx: Context, act: number) => Promise<Undone>;
  };
}

/** How much comes back, and what is kept as it is: somebody has changed it since. */
export type Reverted = Pick<Foreseen, 'back' | 'kept' | 'first'>;

/**
 * Takes back a set of changes that was applied, the last step first: the fields of each record that nobody has set since, then
 * the acts. A record whose rules refuse its former values is kept, too.
 */
export const revertSteps = ({ steps, because }: StepsBack, parts: Parts): ActUndo => ({
  foresee: async (ctx, act) => {
    const outcome = nothing();
    for (const step of (await steps(ctx, act)).toReversed()) await foreseeStep(ctx, parts, { step, of: act }, outcome);
    return outcome;
  },
  undo: async (ctx, { of, act }) => {
    const { entity, entity_id: id } = await getAct(ctx, of);
    const reason = await because(ctx, id);
    const outcome = nothing();
    for (const step of (await steps(ctx, of)).toReversed())
      await revertStep(ctx, parts, { step, of, reason, partOf: act }, outcome);
    ctx.changed(entity, id);
    const { back, kept, first } = outcome;
    const titleOf = await parts.records.titles(ctx, first);
    const names = first.map((one) => titleOf(one.entity, one.id) ?? one.id).join(', ');
    return { back, kept, outcome: { restored: back, kept, ...(kept > 0 && { names }) } };
  },
});

/** A step of what the act `of` applied. */
interface OfAct {
  step: Step;
  of: number;
}

async function foreseeStep(
  ctx: Context,
  { kinds, undos }: Parts,
  { step, of }: OfAct,
  outcome: Reverted,
): Promise<void> {
  const kind = kinds.of(step.kind);
  const found = kind ? await restorable(ctx, kind, step, { act: of, lock: false }) : [];
  for (const { id, fields, isWhole } of found) {
    if (Object.keys(fields).length > 0) outcome.back += 1;
    if (kind && !isWhole) addKept(outcome, keptOf(kind, id));
  }
  for (const one of step.acts.toReversed()) {
    const foreseen = await undos.foresee(ctx, await getAct(ctx, one)).catch(refused);
    addDone(outcome, foreseen, foreseen);
  }
}

async function revertStep(
  ctx: Context,
  { kinds, undos }: Parts,
  { step, of, ...part }: OfAct & Part,
  outcome: Reverted,
): Promise<void> {
  const kind = kinds.of(step.kind);
  if (kind) {
    const { reason } = part;
    const found = await restorable(ctx, kind, step, { act: of, lock: true });
    const todo = found.filter(({ fields }) => Object.keys(fields).length > 0);
    const changes = todo.map(({ id, fields }) => ({ id, values: kind.valuesOf(fields, null), reason }));
    const failed = new Set(await restore(ctx, kind, changes, { ...part, of }));
    outcome.back += todo.length - failed.size;
    const kept = found.filter(({ id, isWhole }) => !isWhole || failed.has(id));
    addKept(outcome, ...kept.map(({ id }) => keptOf(kind, id)));
  }
  for (const one of step.acts.toReversed()) {
    const foreseen = await undos.foresee(ctx, await getAct(ctx, one)).catch(refused);
    addDone(outcome, foreseen, foreseen ? await undos.undo(ctx, one).catch(refused) : undefined);
  }
}

export const nothing = (): Reverted => ({ back: 0, kept: 0, first: [] });

export function addKept(outcome: Reverted, ...kept: readonly KeptRecord[]): void {
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

// How many records are written together once all of them were refused.
const together = 500;

/**
 * Writes earlier values together, or if that is refused, in pieces and then one by one; returns the records that keep theirs.
 */
export async function restore(
  ctx: Context,
  kind: ChangeKind,
  changes: readonly RecordChange<unknown>[],
  { of, ...part }: Part & { of: number },
): Promise<string[]> {
  const asPart: Context = {
    ...ctx,
    audit: (entry) => ctx.audit({ ...part, ...entry, reason: entry.reason ?? part.reason }),
  };
  const write = async (some: readonly RecordChange<unknown>[]) =>
    (await refusalOf(asPart, (trial) => writeExchanging(trial, kind, some, { partOf: part.partOf, undoes: of }))) ===
    undefined;
  // All at once first, since some may exchange a value.
  if (changes.length === 0 || (await write(changes))) return [];
  const failed: string[] = [];
  for (let from = 0; from < changes.length; from += together) {
    const some = changes.slice(from, from + together);
    if (some.length < changes.length && (await write(some))) continue;
    for (const change of some) if (!(await write([change]))) failed.push(change.id);
  }
  return failed;
}

/** What the rows of the trail say of it. */
interface Part {
  reason: string;
  partOf: number;
}

export const keptOf = (kind: ChangeKind, id: string): KeptRecord => ({
  entity: kind.entity,
  id: kind.recordId?.(id) ?? id,
  reason: 'undo.kept_edited',
});

/** The earlier values of the fields that are as the act left them, by record. */
export async function restorable(
  ctx: Context,
  kind: ChangeKind,
  { records }: Step,
  { act, lock }: { act: number; lock: boolean },
): Promise<{ id: string; fields: ChangeFields; isWhole: boolean }[]> {
  if (records.length === 0) return [];
  const now = await kind.read(ctx, new Map(records.map(({ id, after }) => [id, Object.keys(after)])), lock);
  const isSetSince = await findStepSetSince(ctx, kind, records, act);
  return records.map((record) => {
    const { id, before, after } = record;
    const has = now.get(id);
    const fitted = (wanted: object) => {
      const fields = wanted as ChangeFields;
      return (has && kind.isSequence && kind.fit?.(fields, has, after as ChangeFields)) || fields;
    };
    const left = fitted(after);
    // Records that came back since may stand between those of an order.
    const around = (name: string) =>
      kind.isSequence ? orderAround(has?.[name], { before: before[name], after: after[name] }) : undefined;
    const isAsLeft = (name: string) =>
      isDeepStrictEqual(has?.[name] ?? null, left[name] ?? null) || around(name) !== undefined;
    const free = Object.keys(after).filter(
      (name) => has && !isSetSince(record, name) && (!kind.isOfOthers?.(name) || isAsLeft(name)),
    );
    const earlier = fitted(before);
    const fields = Object.fromEntries(
      free.map((name) => [name, (kind.isOfOthers?.(name) && around(name)) || earlier[name]]),
    ) as ChangeFields;
    return { id, fields, isWhole: free.length === Object.keys(after).length };
  });
}

/** A part that can no longer be undone, such as contents that are locked now, stays as it is. */
function refused(error: unknown): undefined {
  if (error instanceof AppError) return undefined;
  throw error;
}
