import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { isBestFirst, listPage, shownOrder, sortDirection } from '#kernel/db/list-page.ts';
import { idSearch, type Listed } from '#kernel/db/listed-ids.ts';
import type { Page } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { matchRank, textMatches } from '#kernel/db/text-search.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { every } from '#kernel/work/filter.ts';
import type { CustomerFilter, CustomerOrder } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';
import { customerCodesHref, readCustomerIds } from './customer.rules.ts';
import { type CustomerColumns, customerFields } from './customer-fields.rules.ts';

export interface CustomerListRow {
  cust_idx: number;
  cust_id: string;
  name: string;
  memo: string;
  /** Seconds. */
  updated_at: number;
}

const columns = { name: 'name_sort', cust_id: 'cust_id', updated: 'updated_at' } as const;

function filtered(db: Database, { search_val: text }: CustomerFilter) {
  return db.selectFrom('customer').where(text ? search.matches(text) : sql<boolean>`true`);
}

const search = idSearch({
  readIds: readCustomerIds,
  from: sql`customer`,
  columns: [{ column: sql`customer.cust_id`, forms: (id) => [id.toUpperCase()] }],
  contains: (text) => every(textMatches(sql`customer.search`, text)),
});

/** Which IDs of a pasted list have a customer; null if none were pasted. */
export const findListed = (ctx: Context, { search_val }: CustomerFilter): Promise<Listed | null> =>
  search.listed(ctx.db, search_val, sql`true`);

const inOrder = (db: Database, filter: CustomerFilter, order: CustomerOrder) =>
  filtered(db, filter)
    .select(['cust_idx', 'cust_id', 'name', 'memo', secondsOf('updated_at').as('updated_at')])
    .orderBy(orderOf(filter, order))
    .orderBy(sql`cust_idx ${sortDirection(order)}`);

function orderOf({ search_val: text }: CustomerFilter, sort: CustomerOrder): RawBuilder<unknown> {
  const sorted = sql`${sql.ref(columns[sort.key])} ${sortDirection(sort)}`;
  if (!isBestFirst(text, sort)) return sorted;
  const row = { title: sql<string>`name_sort`, search: sql<string>`customer.search` };
  return sql`${matchRank(row, text, sql`cust_id`)}, ${sorted}`;
}

/** One page of the list. */
export const listCustomers = async (
  ctx: Context,
  filter: CustomerFilter,
  { order, page }: PageRequest<CustomerOrder['key']>,
): Promise<Page<CustomerListRow>> => ({
  ...(await listPage(ctx.db, inOrder(ctx.db, filter, order), page)),
  order: shownOrder(filter.search_val, order),
});

/** The customers of a list as a sheet, in list order. */
export async function exportCustomers(ctx: Context, filter: CustomerFilter, order: CustomerOrder): Promise<Sheet> {
  const t = ctx.translate<CustomerWords>();
  const rows = await inOrder(ctx.db, filter, order).clearSelect().select('cust_idx').execute();
  const keys = rows.map(({ cust_idx }) => cust_idx);
  return sheetOf<CustomerColumns>(
    namesOf(customerFields).map((name) => [t(customerFields[name].label), (row) => row[name]]),
    keys.length,
    byKeys(keys, (some) => readRows(ctx.db, some)),
  );
}

async function readRows(db: Database, keys: readonly number[]): Promise<CustomerColumns[]> {
  const { rows } = await sql<CustomerColumns>`
    select ${sql.join(namesOf(customerFields).map((name) => sql.ref(`customer.${name}`)))}
    from unnest(${keys}::integer[]) with ordinality as wanted (cust_idx, nth)
    join customer using (cust_idx) order by wanted.nth`.execute(db);
  return rows;
}

const hits = 8;
const suggestions = 20;

/** The customers that match a text, an exact match of the ID first, then by name. */
export function findCustomers(
  ctx: Context,
  text: string,
  limit = suggestions,
): Promise<Pick<CustomerListRow, 'cust_idx' | 'cust_id' | 'name'>[]> {
  return filtered(ctx.db, { search_val: text })
    .select(['cust_idx', 'cust_id', 'name'])
    .orderBy(sql`cust_id = upper(${text}) desc`)
    .orderBy('name_sort')
    .orderBy('cust_idx')
    .limit(limit)
    .execute();
}

/** Finds customers for the command palette. */
export async function findCustomersByText(ctx: Context, text: string): Promise<RecordHit[]> {
  const found = await findCustomers(ctx, text, hits);
  return found.map(({ cust_idx, cust_id, name }) => ({
    label: name,
    detail: cust_id,
    href: customerCodesHref(cust_idx),
    id: cust_id,
  }));
}
