import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { secondsOf } from '../db/seconds.ts';
import { unguardText } from '../text/formula-guard.rules.ts';
import { mostListed, mostListText, mostText, type ReadIds } from '../text/search-text.rules.ts';
import type { Context } from './context.ts';
import { Day, endOfDay, startOfDay } from './days.ts';
import { filterText, idx, idxNumber, orEmpty } from './fields.ts';

/** A field of a filter, as it is read from the query of a call, from a body, and from the address of a page. */
export interface FilterField {
  /** Invalid values are refused; an empty one, as forms send it, counts as absent. */
  query: z.ZodType;
  /** Invalid values are refused. */
  body: z.ZodType;
  /** Invalid values count as absent, except of texts, which find nothing. */
  address: z.ZodType;
}

/** One of a few values. */
export const choice = <const Values extends readonly string[]>(values: Values) => {
  const one = z.enum(values);
  return { query: orEmpty(one), body: one.optional(), address: one.optional().catch(undefined) };
};

/** A record by its numeric key. */
export const recordKey = () => ({
  query: orEmpty(idx),
  body: idxNumber.optional(),
  address: idx.optional().catch(undefined),
});

/** A calendar day, 'YYYY-MM-DD'. */
export const day = () => ({ query: Day, body: Day, address: Day.catch(undefined) });

// Also as it stands in a CSV of ours.
const line = z.string().trim().overwrite(unguardText).max(mostText);
const orAbsent = (form: typeof line) => form.transform((value) => value || undefined).optional();
const emptyIsAbsent = orAbsent(line);

/** A text that is short, or a list of ids. */
export const shortOrList = (readIds: ReadIds, longest = mostText) =>
  z
    .string()
    .trim()
    .overwrite(unguardText)
    .max(mostListText)
    .superRefine((text, ctx) => {
      if (text.length <= longest || readIds(text) !== null) return;
      ctx.addIssue({ code: 'custom', message: 'invalid.search', params: { limit: longest, ids: mostListed } });
    });

/** Words to search for, none is no filter; or a list of ids, if the records have any that are read. */
export function search(readIds?: ReadIds) {
  const form = readIds ? shortOrList(readIds) : line;
  return { query: orAbsent(form), body: form.optional(), address: filterText };
}

/** The exact text of a field. */
export const text = () => ({ query: emptyIsAbsent, body: line.min(1).optional(), address: filterText });

/** A field with a form of its own. */
export const field = <Form extends z.ZodType>(form: Form) => ({
  query: orEmpty(form),
  body: form.optional(),
  address: form.optional().catch(undefined),
});

type Schemas<Fields extends Record<string, FilterField>, In extends keyof FilterField> = {
  [Name in keyof Fields]: Fields[Name][In];
};

const schemasOf = <Fields extends Record<string, FilterField>, In extends keyof FilterField>(
  fields: Fields,
  side: In,
) => Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read[side]])) as Schemas<Fields, In>;

/**
 * Declares the filter of a list: each field once, for each side that it is read from. Its SQL ({@link Conditions}) and
 * its controls (`useFilters`) are objects with the same fields, so one that is missing in them does not compile.
 */
export const filterOf = <const Fields extends Record<string, FilterField>>(fields: Fields) => ({
  /** For a filter with more fields. */
  fields,
  /** The query of a call. */
  query: z.object(schemasOf(fields, 'query')),
  /** The filter of a selection; strict, since an unknown field that was ignored would select everything. */
  body: z.strictObject(schemasOf(fields, 'body')),
  /** The query of a page's address. */
  address: z.object(schemasOf(fields, 'address')),
});

/** The values of a filter, each of which may be absent. */
export type FilterOf<Declared extends { body: z.ZodType }> = z.output<Declared['body']>;

/** The SQL condition of each field of a filter; `filter` is for a field whose meaning depends on another. */
export type Conditions<Filter, Given = unknown> = {
  readonly [Name in keyof Filter]-?: (
    value: NonNullable<Filter[Name]>,
    given: Given,
    filter: Filter,
  ) => RawBuilder<unknown>;
};

/** The conditions of the fields that are given, in the order in which they are declared. */
export function conditionsOf<Filter, Given>(conditions: Conditions<Filter, Given>, given: Given, filter: Filter) {
  const names = Object.keys(conditions) as (keyof Filter & string)[];
  return names.flatMap((name): RawBuilder<unknown>[] => {
    const value = filter[name];
    // An empty text filters nothing.
    return value === undefined || value === null || value === '' ? [] : [conditions[name](value, given, filter)];
  });
}

/** The condition that all of these hold. */
export const every = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** The conditions of two days, inclusive, on a time in seconds. */
export const onDays = (at: RawBuilder<unknown>) => ({
  since: (first: string, { timeZone }: Pick<Context, 'timeZone'>) =>
    sql`${at} >= ${secondsOf(startOfDay(first, timeZone))}`,
  until: (last: string, { timeZone }: Pick<Context, 'timeZone'>) => sql`${at} < ${secondsOf(endOfDay(last, timeZone))}`,
});
