import type { Act } from './acts.ts';
import type { UndoableRecord } from './undoable.ts';

/** An edit can be reverted if its feature allows it for each of its fields. */
export function isRestorable(
  restore: UndoableRecord['restore'],
  { before, after }: { before?: unknown; after?: unknown },
): boolean {
  if (!restore || !before || !after) return false;
  const fields = Object.keys({ ...Object(before), ...Object(after) });
  return fields.length > 0 && fields.every((field) => restore.fields.includes(field));
}

/** The values that an act replaced; fields that only its new values have were empty. */
export function valuesBefore({ before, after }: Pick<Act, 'before' | 'after'>): Record<string, unknown> {
  const empty = Object.keys(Object(after)).map((field) => [field, null] as const);
  return { ...Object.fromEntries(empty), ...Object(before) };
}
