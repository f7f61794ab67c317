import { cleanTitle } from '#kernel/text/text-forms.rules.ts';

/** A record chosen by its key, and its title; both '' if none is chosen. */
export interface Choice {
  value: string;
  label: string;
}

/** The fields of a form by name: a text, a choice, a list, or a group of fields such as the texts of a language. */
export type RecordValues = Record<string, unknown>;

/** A record as stored; a new one has no version. */
export interface Stored<Values> {
  values: Values;
  version: number | undefined;
}

type Single = string | number | boolean | Choice | readonly unknown[];

/** A field of these values; a field in a group by its path, 'multi_lang_data.ko.title'. */
export type FieldOf<Values> = {
  [Name in keyof Values & string]: NonNullable<Values[Name]> extends Single
    ? Name
    : NonNullable<Values[Name]> extends RecordValues
      ? `${Name}.${FieldOf<NonNullable<Values[Name]>>}`
      : Name;
}[keyof Values & string];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Whether two values look the same to a reader. What cleaning changes is ignored; choices are compared by key.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return cleanTitle(a) === cleanTitle(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  if ('value' in a && 'value' in b) return a['value'] === b['value'];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameValue(a[key], b[key]));
}

const isGroup = (value: unknown): value is RecordValues =>
  isObject(value) && !Array.isArray(value) && !('value' in value);

const fieldsOf = (values: RecordValues, within = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isGroup(value) ? fieldsOf(value, `${within}${name}.`) : [`${within}${name}`],
  );

/** The value of a field. */
export const valueOf = (values: unknown, field: string): unknown =>
  field.split('.').reduce((group, name) => (isObject(group) ? group[name] : undefined), values);

/** The values with this field replaced. */
function withValue(values: RecordValues, [name = '', ...rest]: string[], value: unknown): RecordValues {
  const group = values[name];
  return { ...values, [name]: rest.length === 0 ? value : withValue(isGroup(group) ? group : {}, rest, value) };
}

/** The fields in which two states differ, in the order of the form. */
export function changedFields<Values extends RecordValues>(values: Values, base: Values): FieldOf<Values>[] {
  const changed = fieldsOf(values).filter((field) => !sameValue(valueOf(values, field), valueOf(base, field)));
  return changed as FieldOf<Values>[];
}

/** Two people's changes of one record. */
interface Merged<Values> {
  /** The changes of both; mine where both changed the same field. */
  values: Values;
  /** The fields that both changed to different values. */
  disputed: FieldOf<Values>[];
}

/** Merges the typed values with what somebody else saved since `base` was loaded. */
export function mergeValues<Values extends RecordValues>(base: Values, mine: Values, theirs: Values): Merged<Values> {
  const typed = changedFields(mine, base);
  const disputed = typed.filter((field) => {
    const [before, here, there] = [base, mine, theirs].map((values) => valueOf(values, field));
    return !sameValue(there, before) && !sameValue(there, here);
  });
  const merge = (into: RecordValues, field: string) => withValue(into, field.split('.'), valueOf(mine, field));
  return { values: typed.reduce(merge, theirs) as Values, disputed };
}
