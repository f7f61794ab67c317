// TypeScript knows neither the keys nor the values that come out of a loop over an object. The two casts of this file, in
// `mapFields` and `portalFields`, tell it what the loops above them do.

/** What a field of a record holds. `fresh` is its value in a new record; a field that is fresh as null can be empty. */
type FieldContent =
  | { kind: 'text'; max: number; fresh: '' | null /** Without line breaks. */; line?: true }
  | { kind: 'flag' }
  | { kind: 'whole'; max: number; fresh?: null }
  | { kind: 'choice'; of: readonly string[]; fresh: string | null /** Labels of the values. */; words?: ValueWords }
  | { kind: 'reference' /** The kind of the record referred to. */; to: string };

type ValueWords = Readonly<Record<string, string>>;

/** A field of a record that is a column of its table. Its label is a message key. */
export type Field = FieldContent & {
  label: string;
  /** Readers' programs get it. */
  portal?: true;
  /** A new record cannot do without it, and a text cannot be empty. */
  required?: true;
  /** What programs that send it are told about it, in English. */
  note?: string;
};

/** The fields of a kind of record by name, in the order of display. */
export type Fields = Readonly<Record<string, Field>>;

/** The value of a field, as stored and as calls send it. */
export type FieldValue<F extends Field> = F extends { kind: 'flag' }
  ? boolean
  : F extends { kind: 'whole' }
    ? F extends { fresh: null }
      ? number | null
      : number
    : F extends { kind: 'reference' }
      ? number | null
      : F extends { kind: 'choice'; of: readonly (infer Choice)[]; fresh: infer Fresh }
        ? Choice | Extract<Fresh, null>
        : F extends { fresh: infer Fresh }
          ? string | Extract<Fresh, null>
          : never;

/** The values of all fields. */
export type FieldValues<T extends Fields> = { -readonly [Name in keyof T]: FieldValue<T[Name]> };

/** The result of `of` for each field, by name; `of` must return for each what `Out` says of it. */
// The caller names `Out`: what `of` returns differs from field to field, which no other type can say.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function mapFields<T extends Fields, Out extends Record<keyof T, unknown>>(
  fields: T,
  of: (field: Field, name: keyof T & string) => unknown,
): Out {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field, name)])) as Out;
}

type PortalName<T extends Fields> = { [Name in keyof T]: T[Name] extends { portal: true } ? Name : never }[keyof T];

/** The fields that readers' programs get. */
export type PortalFields<T extends Fields> = Pick<T, PortalName<T>>;

export const portalFields = <T extends Fields>(fields: T): PortalFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, { portal }]) => portal)) as Fields as PortalFields<T>;

export const namesOf = <T extends Fields>(fields: T): readonly (keyof T & string)[] => Object.keys(fields);

/** The fields alone of a row that has others too. */
export const valuesIn = <T extends Fields>(fields: T, row: FieldValues<T>): FieldValues<T> =>
  mapFields(fields, (_, name) => row[name]);

/** The values of a new record. */
export const freshValues = <T extends Fields>(fields: T): FieldValues<T> => mapFields(fields, freshValue);

function freshValue(field: Field): unknown {
  if ('fresh' in field) return field.fresh;
  return field.kind === 'flag' ? false : field.kind === 'whole' ? 0 : null;
}

/** Whether the field can be empty. */
export const isNullable = (field: Field): boolean => freshValue(field) === null;

export const labelsOf = <T extends Fields>(fields: T): Record<keyof T, string> =>
  mapFields(fields, ({ label }) => label);

/** The labels of the values of choices, by field. */
export const valueLabelsOf = (fields: Fields): Record<string, ValueWords> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'choice' && field.words ? [[name, field.words]] : [],
    ),
  );

/** The kinds of the records that fields refer to, by field. */
export const referredKindsOf = (fields: Fields): Record<string, () => string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.kind === 'reference' ? [[name, () => field.to]] : [])),
  );

/** The values as the audit trail shows them: an empty text is none. */
export const auditedValues = <T extends Fields>(fields: T, row: FieldValues<T>): Record<string, unknown> =>
  mapFields(fields, (_, name) => (row[name] === '' ? null : row[name]));

/** Values from the audit trail, as calls take them: what was none is as in a new record, an absent field stays. */
export const restoredValues = <T extends Fields>(
  fields: T,
  values: Readonly<Record<string, unknown>>,
): { [Name in keyof T]: FieldValue<T[Name]> | undefined } =>
  mapFields(fields, (field, name) => (name in values ? (values[name] ?? freshValue(field)) : undefined));

/** The fields that hold ids of other records, and of which kind. */
export const refsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.kind === 'reference' ? [[name, field.to]] : [])),
  );

/** The label of a value that has one. */
export function wordOf(fields: Fields, name: string, value: string): string | undefined {
  const field = fields[name];
  return field?.kind === 'choice' ? field.words?.[value] : undefined;
}
