/** A record chosen by its key, and its title; both '' where none is chosen. */
export interface Choice {
  value: string;
  label: string;
}

/** The fields of a form by name: a text, a choice, or a list of nested fields. */
export type RecordValues = Record<string, unknown>;

/** A record as it is stored; a new one has no version. */
export interface Stored<Values> {
  values: Values;
  version: number | undefined;
}

/** A field of these values. */
export type FieldOf<Values> = keyof Values & string;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two values of a field are the same to a reader. Spaces around a text do not count; a choice is its key. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim();
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  if ('value' in a && 'value' in b) return a['value'] === b['value'];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameValue(a[key], b[key]));
}

/** The fields in which two states differ, in the order of the form. */
export function changedFields<Values extends RecordValues>(values: Values, base: Values): FieldOf<Values>[] {
  return Object.keys(values).filter((name) => !sameValue(values[name], base[name]));
}

/** Two people's changes of one record. */
export interface Merged<Values> {
  /** What one of them changed, as they changed it; mine where both changed the same field. */
  values: Values;
  /** The fields that both changed, each in another way. */
  disputed: FieldOf<Values>[];
}

/** Merges what was typed with what somebody else saved since `base` was loaded. */
export function mergeValues<Values extends RecordValues>(base: Values, mine: Values, theirs: Values): Merged<Values> {
  const typed = changedFields(mine, base);
  const disputed = typed.filter((name) => !sameValue(theirs[name], base[name]) && !sameValue(theirs[name], mine[name]));
  const kept = Object.fromEntries(typed.map((name) => [name, mine[name]]));
  return { values: { ...theirs, ...kept }, disputed };
}
