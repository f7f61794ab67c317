import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from './database.ts';
import { offsetOf, type Page, pageSize, pagingLimit } from './paging.ts';
import type { DB } from './schema.generated.ts';

/** The number of rows: exact up to {@link pagingLimit}, or one more than that if there are more. */
export async function countFound(db: Database, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${found} limit ${sql.lit(pagingLimit + 1)}) found`.execute(db);
  return rows[0]?.total ?? 0;
}

/** One page of a filtered and sorted query, with the total number of rows. */
export async function listPage<Tables extends keyof DB, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, Tables, Row>,
  page: number,
): Promise<Page<Row>> {
  const found = query.clearSelect().clearOrderBy().select(sql`1`.as('one'));
  const [total, rows] = await Promise.all([
    countFound(db, sql`${found}`),
    query.limit(pageSize).offset(offsetOf(page)).execute(),
  ]);
  return { rows, total, page };
}

/** A list's sort order; ties are broken by its key. */
export interface Sort<Key extends string> {
  key: Key;
  descending: boolean;
  /** Nobody chose it: what a search finds comes best match first instead. */
  isDefault?: true;
}

/** Reads the sort order of a list; `keys` are what it can be sorted by. */
export interface SortReader<Key extends string> {
  (text: string | undefined): Sort<Key>;
  keys: readonly Key[];
}

/** Reads a sort order from a URL, 'title' or 'title.desc'; anything else becomes `fallback`. */
export function sortReader<const Key extends string>(keys: readonly Key[], fallback: Sort<Key>): SortReader<Key> {
  const read = (text: string | undefined): Sort<Key> => {
    const [name, direction] = (text ?? '').split('.');
    const key = keys.find((one) => one === name);
    return key === undefined ? { ...fallback, isDefault: true } : { key, descending: direction === 'desc' };
  };
  return Object.assign(read, { keys });
}

/** The field of a query that has the order of a list; what it can be sorted by are the examples in openapi.json. */
export const sortField = <Key extends string>(read: SortReader<Key>) =>
  z
    .string()
    .meta({ examples: [...read.keys] })
    .optional()
    .catch(undefined)
    .transform(read);

/** The sort order as written in URLs. */
export const sortText = ({ key, descending }: Sort<string>): string => (descending ? `${key}.desc` : key);

/** The sort order as a list keeps it in its URLs: empty if nobody chose it. */
export const chosenSort = (sort: Sort<string>): string => (sort.isDefault ? '' : sortText(sort));

/** Whether a list comes best match first: it is searched, and nobody chose an order. */
export const isBestFirst = (text: string | undefined, { isDefault }: Sort<string>): text is string =>
  isDefault === true && text !== undefined && text !== '';

/** The order of the rows of a list, as {@link Page} has it. */
export const shownOrder = (text: string | undefined, sort: Sort<string>): string =>
  isBestFirst(text, sort) ? '' : sortText(sort);

/** The direction of a sort order as SQL. */
export const sortDirection = ({ descending }: Sort<string>): RawBuilder<unknown> => (descending ? sql`desc` : sql`asc`);
