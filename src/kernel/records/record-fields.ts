import { z } from 'zod';
import { cleanTitle, cleanText } from '../text/text-forms.rules.ts';
import { asMeant, idxNumber } from '../work/fields.ts';
import {
  type Field,
  type Fields,
  type FieldValue,
  freshValues,
  isNullable,
  mapFields,
  type PortalFields,
  portalFields,
} from './record-fields.rules.ts';

type Schemas<T extends Fields> = { [Name in keyof T]: z.ZodType<FieldValue<T[Name]>, FieldValue<T[Name]>> };
type PortalSchemas<T extends Fields> = {
  [Name in keyof PortalFields<T>]: PortalFields<T>[Name] extends { kind: 'choice'; fresh: infer Fresh }
    ? z.ZodType<string | Extract<Fresh, null>>
    : z.ZodType<FieldValue<PortalFields<T>[Name]>>;
};
type Optional<T extends Fields> = { [Name in keyof T]: z.ZodOptional<Schemas<T>[Name]> };
type Defaulted<T extends Fields> = {
  [Name in keyof T]: T[Name] extends { required: true } ? Schemas<T>[Name] : z.ZodDefault<Schemas<T>[Name]>;
};

/** The schemas of fields in a body: an absent field stays as it is. */
export const bodyFields = <T extends Fields>(fields: T): Optional<T> =>
  mapFields(fields, (field) => given(field).optional());

/** The schemas of fields in the body of a new record: one that is absent has the value of a new record. */
export function newFields<T extends Fields>(fields: T): Defaulted<T> {
  const fresh = freshValues(fields);
  return mapFields(fields, (field, name) => (field.required ? given(field) : given(field).default(fresh[name])));
}

/** The schemas of fields in an answer. */
export const recordFields = <T extends Fields>(fields: T): Schemas<T> =>
  mapFields(fields, (field) => (isNullable(field) ? answered(field).nullable() : answered(field)));

/** The schemas of the fields that readers' programs get. Choices are texts there, so that a new one breaks no program. */
export const portalSchemas = <T extends Fields>(fields: T): PortalSchemas<T> =>
  mapFields(portalFields(fields), (field) => {
    const schema = field.kind === 'choice' ? z.string() : answered(field);
    return isNullable(field) ? schema.nullable() : schema;
  });

function given(field: Field): z.ZodType {
  const checked = check(field);
  if (!isNullable(field)) return checked;
  // An emptied text is none.
  return field.kind === 'text' ? checked.nullable().transform((text) => text || null) : checked.nullable();
}

function check(field: Field): z.ZodType {
  return field.note === undefined ? valid(field) : valid(field).describe(field.note);
}

function valid(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const typed = z.string().overwrite(field.line ? cleanTitle : cleanText);
      const text = (field.required ? typed.min(1) : typed).max(field.max);
      return field.line ? text.regex(/^[^\p{Cc}]*$/u, 'invalid.characters').superRefine(asMeant) : text;
    }
    case 'whole':
      return z.int().min(0).max(field.max);
    case 'reference':
      return idxNumber;
    default:
      return answered(field);
  }
}

function answered(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string();
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(field.of);
    default:
      return z.int();
  }
}
