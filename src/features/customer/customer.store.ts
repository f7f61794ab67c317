import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CustomerRecord } from './customer.contract.ts';
import { type CustomerColumns, customerFields } from './customer-fields.rules.ts';

const record = (db: Database, id: number) =>
  db
    .selectFrom('customer')
    .select(['cust_idx', ...namesOf(customerFields), 'updated_by', 'version'])
    .select([secondsOf('created_at').as('created_at'), secondsOf('updated_at').as('updated_at')])
    .where('cust_idx', '=', id);

export const findCustomer = (db: Database, id: number): Promise<CustomerRecord | undefined> =>
  record(db, id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockCustomer = (db: Database, id: number): Promise<CustomerRecord | undefined> =>
  record(db, id).forUpdate().executeTakeFirst();

export async function insertCustomer(ctx: Context, values: CustomerColumns): Promise<number> {
  const now = ctx.now.toISOString();
  const { cust_idx } = await ctx.db
    .insertInto('customer')
    .values({ ...values, created_at: now, updated_at: now, updated_by: actorName(ctx.actor) })
    .returning('cust_idx')
    .executeTakeFirstOrThrow();
  return cust_idx;
}

export async function updateCustomer(ctx: Context, id: number, values: Partial<CustomerColumns>): Promise<void> {
  await ctx.db
    .updateTable('customer')
    .set({ ...values, updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('cust_idx', '=', id)
    .execute();
}

export async function deleteCustomer(db: Database, id: number): Promise<void> {
  await db.deleteFrom('customer').where('cust_idx', '=', id).execute();
}
