import {
  type Field,
  type Fields,
  type FieldValue,
  type FieldValues,
  freshValues,
  isNullable,
  mapFields,
} from '#kernel/records/record-fields.rules.ts';
import type { Choice } from './record-values.rules.ts';

/** The value of a field in a form: a chosen record with its title, a number as typed, '' for nothing. */
type FormValue<F extends Field> = F extends { kind: 'reference' }
  ? Choice | null
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'whole' }
      ? string
      : null extends FieldValue<F>
        ? NonNullable<FieldValue<F>> | ''
        : FieldValue<F>;

export type FormValues<T extends Fields> = { -readonly [Name in keyof T]: FormValue<T[Name]> };

/** The titles of the records that a field may refer to, by field. */
export type ChoicesByField = Readonly<Partial<Record<string, readonly Choice[]>>>;

/** The record with this key, by number if its title is unknown. */
export const choiceOf = (choices: readonly Choice[] = [], key: number): Choice =>
  choices.find(({ value }) => value === String(key)) ?? { value: String(key), label: String(key) };

/** The values of the form's fields; without a record, those of a new one. */
export function formValues<T extends Fields>(
  fields: T,
  record: FieldValues<T> | null,
  choices: ChoicesByField = {},
): FormValues<T> {
  const stored = record ?? freshValues(fields);
  return mapFields(fields, ({ kind }, name) => {
    const value: unknown = stored[name];
    if (kind === 'reference') return typeof value === 'number' ? choiceOf(choices[name], value) : null;
    if (kind === 'flag') return value;
    // Texts and numbers; what is absent is an empty text.
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

/** The changed fields, as a call sends them. */
export function bodyFieldsOf<T extends Fields>(
  fields: T,
  values: FormValues<T>,
  changed: readonly string[],
): Partial<FieldValues<T>> {
  const all = Object.entries(sentFields(fields, values));
  return Object.fromEntries(all.filter(([name]) => changed.includes(name))) as Partial<FieldValues<T>>;
}

/** All fields, as a call sends them. */
export const sentFields = <T extends Fields>(fields: T, values: FormValues<T>): FieldValues<T> =>
  mapFields(fields, (field, name) => sent(field, values[name]));

function sent(field: Field, value: unknown): unknown {
  if (field.kind === 'whole') return wholeNumber(String(value));
  if (field.kind === 'reference') return value && Number((value as Choice).value);
  return isNullable(field) ? value || null : value;
}

/** A whole number as typed. Anything else is left for the server to refuse, at its field. */
export const wholeNumber = (text: string): number => (text.trim() === '' ? 0 : Number(text));
