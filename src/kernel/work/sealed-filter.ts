import { z } from 'zod';
import type { OpaqueIds } from '../config/opaque-ids.ts';
import type { FilterField } from './filter.ts';

type Query = Readonly<Record<string, unknown>>;

/** A reference is longer than what a field takes as it is typed: this is that to the longest list of ids. */
export const mostReference = 22_000;

/** A reference in place of a text ({@link OpaqueIds}). */
export const reference = z
  .string()
  .max(mostReference)
  .regex(/^[\w-]{22,}$/);

/**
 * A field of a filter whose text is no one's to read in an address, which logs and histories keep: there it is a reference
 * ({@link OpaqueIds}). Calls and old addresses may have the text itself.
 */
export const sealed = <Field extends FilterField>({ query, body, address }: Field) => ({
  query: z.union([query as Field['query'], reference]),
  body: body as Field['body'],
  address: address as Field['address'],
});

const mapped = <Given extends Query>(names: readonly string[], given: Given, to: (text: string) => string): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' && value !== '' ? to(value) : value,
    ]),
  ) as Given;

/** A filter with the texts of its sealed fields, some of which may be references. */
export const openFilter = <Given extends Query>(refs: OpaqueIds, names: readonly string[], given: Given): Given =>
  mapped(names, given, (text) => refs.idOf(text) ?? text);

/** A filter as an address carries it: the texts of its sealed fields are references. */
export const sealFilter = <Given extends Query>(refs: OpaqueIds, names: readonly string[], given: Given): Given =>
  mapped(names, given, (text) => (refs.idOf(text) === undefined ? refs.of(text) : text));
