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

interface SequenceCheck {
  current: readonly OrderedRecord[];
  wanted: readonly number[];
  /** The key of the order the caller loaded; if absent, the check is skipped. */
  base: string | undefined;
  /** Where the audit trail records changes of this order. */
  audited: { entity: string; id: string | number; action: string };
}

interface SequenceChange extends SequenceCheck {
  /** The error for an order that is refused. */
  refusal: (details: SequenceConflict) => AppError;
  /** Writes the order. */
  write: () => Promise<void>;
}

/**
 * Sets an order of records, with its audit row; returns whether it differs from the current one. The records must be
 * locked.
 */
export async function changeSequence(ctx: Context, { refusal, write, ...check }: SequenceChange): Promise<boolean> {
  const { current, wanted, audited } = check;
  const conflict = await findSequenceConflict(ctx, check);
  if (conflict) throw refusal(conflict);
  const change = changedPart(
    current.map(({ id }) => id),
    wanted,
  );
  if (!change) return false;
  await write();
  ctx.audit({ ...audited, ...change });
  return true;
}

/** Why an order is refused, if it is: it must name every record exactly once, and `base`, if given, must be current. */
async function findSequenceConflict(ctx: Context, check: SequenceCheck): Promise<SequenceConflict | undefined> {
  const { current, wanted, base, audited } = check;
  const named = new Set(wanted);
  const existing = new Set(current.map(({ id }) => id));
  const added = current.filter(({ id }) => !named.has(id));
  const removed = [...named].filter((id) => !existing.has(id));
  const repeated = repeatedOf(wanted);
  const key = sequenceKey(current);
  const same = added.length + removed.length + repeated.length === 0;
  if (same && (base === undefined || base === key)) return undefined;
  return { added, removed, repeated, moved: same ? await lastChange(ctx, audited) : null, key };
}

function repeatedOf(ids: readonly number[]): number[] {
  const seen = new Set<number>();
  const again = ids.filter((id) => seen.size === seen.add(id).size);
  return [...new Set(again)];
}

/** The changed part of an order, for the audit trail: its first position, and the ids before and after. */
function changedPart(before: readonly number[], after: readonly number[]) {
  const from = before.findIndex((id, nth) => id !== after[nth]);
  if (from === -1) return undefined;
  const to = before.findLastIndex((id, nth) => id !== after[nth]) + 1;
  const part = (ids: readonly number[]) => ({ from: from + 1, ids: ids.slice(from, to) });
  return { before: part(before), after: part(after) };
}
