import { createHash } from 'node:crypto';
import type { AppError } from '../messages/errors.ts';
import type { Context } from '../work/context.ts';
import { lastChange } from './stale.ts';

/** A record with its position. */
export interface OrderedRecord {
  id: number;
  title: string;
}

/** A key for an order of records, so that a save can tell whether the order is still the one that was loaded. */
export const sequenceKey = (ordered: readonly { id: number }[]): string =>
  createHash('sha256')
    .update(ordered.map(({ id }) => id).join())
    .digest('base64url')
    .slice(0, 16);

/** Why an order is refused, with what the screen needs to offer choices. */
export interface SequenceConflict extends Record<string, unknown> {
  /** Records that exist but are missing from the submitted order. */
  added: OrderedRecord[];
  /** Ids in the submitted order whose records were deleted. */
  removed: number[];
  /** Ids that occur more than once. */
  repeated: number[];
  /** Who reordered the same records since they were loaded, and when (seconds). */
  moved: { name: string; at: number } | null;
  /** The key of the current order. */
  key: string;
}

/** A kind of order that staff set: where its records are, and how it is stored. */
export interface OrderKind {
  /** Where the audit trail records changes of it: `series`, `reordered`. */
  entity: string;
  verb: string;
  /** Locks the order with this id in the trail until the transaction ends. */
  lock(ctx: Context, id: string): Promise<void>;
  /** Its records, in order. */
  list(ctx: Context, id: string): Promise<readonly OrderedRecord[]>;
  /** Writes the order and announces it. */
  write(ctx: Context, id: string, wanted: readonly number[]): Promise<void>;
  /** The error for an order that is refused. */
  refusal(details: SequenceConflict): AppError;
}

interface SequenceChange {
  /** The id of the order in the audit trail. */
  id: string | number;
  wanted: readonly number[];
  /** The key of the order the caller loaded; if absent, the check is skipped. */
  base?: string | undefined;
}

/** Sets an order of records, with its audit row, unless it is the current one. Refused if it does not name each once. */
export async function changeSequence(ctx: Context, kind: OrderKind, { wanted, base, ...one }: SequenceChange) {
  const id = String(one.id);
  await kind.lock(ctx, id);
  const current = await kind.list(ctx, id);
  const conflict = await findConflict(ctx, { kind, id, current, wanted, base });
  if (conflict) throw kind.refusal(conflict);
  await writeSequence(ctx, kind, { id, current, wanted });
}

interface Writing {
  id: string;
  current: readonly OrderedRecord[];
  wanted: readonly number[];
}

async function writeSequence(ctx: Context, kind: OrderKind, { id, current, wanted }: Writing): Promise<void> {
  const change = changedPart(idsOf(current), wanted);
  if (!change) return;
  await kind.write(ctx, id, wanted);
  ctx.audit({ entity: kind.entity, id, action: actionOf(kind), ...change });
}

const idsOf = (records: readonly OrderedRecord[]) => records.map(({ id }) => id);
const actionOf = ({ entity, verb }: OrderKind) => `${entity}.${verb}`;

/** The records that a change of an order moved, from one side of its audit row. */
export const movedIn = (side: unknown): readonly number[] => (side as OrderPart).ids;

/** Puts some records back in the places they take up now, in an earlier order; those added since stay where they are. */
export async function restoreSequence(
  ctx: Context,
  kind: OrderKind,
  id: string,
  earlier: readonly number[],
): Promise<void> {
  const current = await kind.list(ctx, id);
  await writeSequence(ctx, kind, { id, current, wanted: putBack(idsOf(current), earlier) });
}

/** An order in which some records, where they still exist, are in an earlier order in the places they take up now. */
function putBack(current: readonly number[], earlier: readonly number[]): number[] {
  const existing = new Set(current);
  const moved = new Set(earlier);
  const next = earlier.filter((id) => existing.has(id)).values();
  return current.map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
}

interface Checked extends Writing {
  kind: OrderKind;
  base: string | undefined;
}

/** Why an order is refused, if it is: it must name every record exactly once, and `base`, if given, must be current. */
async function findConflict(ctx: Context, check: Checked): Promise<SequenceConflict | undefined> {
  const { kind, id, current, wanted, base } = check;
  const named = new Set(wanted);
  const existing = new Set(idsOf(current));
  const added = current.filter((one) => !named.has(one.id));
  const removed = [...named].filter((one) => !existing.has(one));
  const repeated = repeatedOf(wanted);
  const key = sequenceKey(current);
  const same = added.length + removed.length + repeated.length === 0;
  if (same && (base === undefined || base === key)) return undefined;
  // By its field: a fix of many orders tells it as an effect of its own act.
  const moved = same ? await lastChange(ctx, { entity: kind.entity, id, fields: ['ids'] }) : null;
  return { added, removed, repeated, moved, key };
}

function repeatedOf(ids: readonly number[]): number[] {
  const seen = new Set<number>();
  const again = ids.filter((id) => seen.size === seen.add(id).size);
  return [...new Set(again)];
}

/** A part of an order: its first position, and its ids. */
interface OrderPart {
  from: number;
  ids: readonly number[];
}

/** The changed part of an order, for the audit trail: before and after. */
function changedPart(before: readonly number[], after: readonly number[]) {
  const from = before.findIndex((id, nth) => id !== after[nth]);
  if (from === -1) return undefined;
  const to = before.findLastIndex((id, nth) => id !== after[nth]) + 1;
  const part = (ids: readonly number[]): OrderPart => ({ from: from + 1, ids: ids.slice(from, to) });
  return { before: part(before), after: part(after) };
}
