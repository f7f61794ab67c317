import type { ChangeFields, ChangeKind, SetFields } from './kinds.ts';

/** A change of one record that is stored before it is made: in a draft, or for a time. */
export interface PlannedChange extends Omit<SetFields, 'base'> {
  /** What the fields were when it was made; null if it adds the record. */
  base: ChangeFields | null;
  /** Its kind of change, by name. */
  kind: string;
  /** Why; null if its author gave no reason of their own. */
  reason: string | null;
  /** Somebody decided that it overwrites whatever is there by then. */
  anyway: boolean;
}

/** The files that changes of one kind name. */
export const filesIn = (kind: ChangeKind | undefined, changes: readonly Pick<SetFields, 'fields'>[]): string[] => [
  ...new Set(changes.flatMap(({ fields }) => kind?.files?.(fields) ?? [])),
];
