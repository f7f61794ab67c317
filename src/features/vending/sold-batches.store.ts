import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { Context } from '#kernel/work/context.ts';

/** The condition that shops draw the codes of a batch one by one, or have drawn some: then no file of them leaves. */
export const isSoldByOrders = (cg_idx: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (exists (select from code_order sold where sold.cg_idx = ${cg_idx})
    or exists (select from vend_key selling where ${cg_idx} = any(selling.batches)))`;

/** Whether shops draw the codes of a batch one by one, or have drawn some. */
export async function isBatchSoldByOrders({ db }: Pick<Context, 'db'>, cg_idx: number): Promise<boolean> {
  const { rows } = await sql<{ sold: boolean }>`select ${isSoldByOrders(sql`${cg_idx}::integer`)} as sold`.execute(db);
  return rows[0]?.sold ?? false;
}

const wayOfSale = sql`hashtextextended('way of sale', 0)`;

/** Keeps batches from being given to a key until the transaction ends, for who records a file of codes: files wait for no other. */
export async function lockAgainstKeys(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${wayOfSale})`.execute(db);
}

/** Keeps files of codes from being recorded until the transaction ends, for who gives batches to a key. */
export async function lockAgainstFiles(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${wayOfSale})`.execute(db);
}
