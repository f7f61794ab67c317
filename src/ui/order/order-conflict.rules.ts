import type { ApiError } from '#client/api.ts';
import type { SequenceConflict } from '#kernel/records/sequence.ts';

/** What changed since the order was loaded, if that is why a save was refused. */
export function conflictOf(error: ApiError | null): SequenceConflict | null {
  return error && isConflict(error.details) ? error.details : null;
}

const isConflict = (details: Record<string, unknown>): details is SequenceConflict =>
  typeof details.key === 'string' && Array.isArray(details.added) && Array.isArray(details.removed);

/** An order without what was removed, and with what was added at its end. */
export function withCurrent<Item extends { id: number }>(
  items: readonly Item[],
  { added, removed }: Pick<SequenceConflict, 'removed'> & { added: readonly Item[] },
): Item[] {
  const gone = new Set(removed);
  return [...items.filter(({ id }) => !gone.has(id)), ...added];
}
