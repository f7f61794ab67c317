import { sql } from 'kysely';
import { byTitle } from '#kernel/messages/by-title.ts';
import type { Context } from '#kernel/work/context.ts';

export type { CustomerApi } from './customer.contract.ts';
export type { CustomerWords } from './customer.messages.ts';
export { customerCodesHref, customerHref, customerIdKind, customerKind } from './customer.rules.ts';
export { type CustomerHead, readCustomerHead } from './customer-head.read.ts';

/** The names of some customers by key; unknown keys are missing. */
export async function customerNames(ctx: Context, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('customer')
    .select(['cust_idx', 'name'])
    .where(sql<boolean>`cust_idx = any(${ids}::integer[])`)
    .execute();
  return new Map(rows.map(({ cust_idx, name }) => [cust_idx, name]));
}

/** All customers, sorted by name in the caller's language. */
export async function listCustomerNames(ctx: Context): Promise<{ cust_idx: number; name: string }[]> {
  const rows = await ctx.db.selectFrom('customer').select(['cust_idx', 'name', 'name as title']).execute();
  return rows.toSorted(byTitle(ctx.locale)).map(({ cust_idx, name }) => ({ cust_idx, name }));
}
