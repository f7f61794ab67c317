import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CustomerRecord } from './customer.contract.ts';
import { customerKind } from './customer.rules.ts';
import { type CustomerColumns, customerFields } from './customer-fields.rules.ts';

const record = (db: Database, id: number) =>
  db
    .selectFrom('customer')
    .select(['cust_idx', ...namesOf(customerFields), 'updated_by', 'version'])
    .select([secondsOf('created_at').as('created_at'), secondsOf('updated_at').as('updated_at')])
    .where('cust_idx', '=', id);

export const findCustomer = (db: Database, id: number): Promise<CustomerRecord | undefined> =>
  record(db, id).executeTakeFirst();

/** Locks a customer until the transaction ends. */
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

/** Deletes a customer as part of an act that can be undone. */
export const deleteCustomer = (db: Database, act: number, id: number): Promise<void> =>
  deleteRestorable(db, act, restorable, sql`cust_idx = ${id}`);

/** Inserts the customer that an act deleted. */
export const insertDeletedCustomer = (db: Database, act: number): Promise<void> => insertDeleted(db, act, restorable);

const restorable: RestorableTable = {
  entity: customerKind,
  table: 'customer',
  key: 'cust_idx',
  columns: ['cust_idx', 'cust_id', 'name', 'memo', 'created_at', 'updated_at', 'updated_by', 'version'],
  audited: sql`jsonb_strip_nulls(jsonb_build_object('cust_id', cust_id, 'name', name, 'memo', nullif(memo, '')))`,
};
