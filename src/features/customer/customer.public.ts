import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { byTitle } from '#kernel/i18n/by-title.ts';

export type { CustomerApi } from './customer.contract.ts';
export type { CustomerWords } from './customer.messages.ts';

/** What features that refer to customers register their references under. */
export const customerKind = 'customer';

/** The same for what was made under a customer's ID, which can then no longer change. The key is cust_idx here too. */
export const customerIdKind = 'customer_id';

/** Where a customer is opened. */
export const customerHref = (cust_idx: number | string): string => `/customer/${cust_idx}`;

/** The names of some customers, by their keys; those that do not exist are missing. */
export async function customerNames(ctx: Context, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('customer')
    .select(['cust_idx', 'name'])
    .where(sql<boolean>`cust_idx = any(${ids}::integer[])`)
    .execute();
  return new Map(rows.map(({ cust_idx, name }) => [cust_idx, name]));
}

/** All customers by name, in the order of the caller's language. */
export async function listCustomerNames(ctx: Context): Promise<{ cust_idx: number; name: string }[]> {
  const rows = await ctx.db.selectFrom('customer').select(['cust_idx', 'name', 'name as title']).execute();
  return rows.toSorted(byTitle(ctx.locale)).map(({ cust_idx, name }) => ({ cust_idx, name }));
}

/** How many customers there are. */
export async function countCustomers(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('customer')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
