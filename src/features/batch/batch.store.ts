import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { JobProblem } from '#kernel/jobs/durable-job.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NewBatch } from './batch.contract.ts';
import type { EndEvent } from '#features/code/code-batch.public.ts';
import type { BatchStatus } from './batch.rules.ts';
import { type BatchColumns, batchFields } from './batch-fields.rules.ts';

/** A stored batch, without its codes. Times in seconds, 0 means none. */
export interface BatchRow extends BatchColumns {
  cg_idx: number;
  cust_idx: number;
  cidx: number;
  /** The cid of its collection. */
  cid: string;
  count: number;
  price: string;
  currency: string;
  length: number;
  valid_from: number;
  valid_until: number;
  /** How many days after `valid_after` its codes end; 0 if they do not end so. */
  valid_days: number;
  valid_after: EndEvent | null;
  status: BatchStatus;
  problem: JobProblem | null;
  missing: number;
  version: number;
}

const record = (db: Database, cg_idx: number) =>
  db
    .selectFrom('code_batch')
    .select([
      'cg_idx',
      'cust_idx',
      'cidx',
      ...namesOf(batchFields),
      'count',
      sql<string>`price::text`.as('price'),
      'currency',
    ])
    .select([
      'length',
      'valid_from',
      'valid_until',
      'valid_days',
      'valid_after',
      'status',
      'problem',
      'missing',
      'version',
    ])
    .select(sql<string>`(select cid from collection c where c.cidx = code_batch.cidx)`.as('cid'))
    .where('cg_idx', '=', cg_idx)
    .$castTo<BatchRow>();

export const findBatch = (db: Database, cg_idx: number): Promise<BatchRow | undefined> =>
  record(db, cg_idx).executeTakeFirst();

/** Locks a batch until the transaction ends. */
export const lockBatch = (db: Database, cg_idx: number): Promise<BatchRow | undefined> =>
  record(db, cg_idx).forUpdate().executeTakeFirst();

type NewRow = Omit<NewBatch, 'valid_from' | 'valid_until'> & Pick<BatchRow, 'valid_from' | 'valid_until'>;

/** Adds a batch with all its codes still missing. */
export async function insertBatch(ctx: Context, values: NewRow): Promise<number> {
  const now = ctx.now.toISOString();
  const by = actorName(ctx.actor);
  const { cg_idx } = await ctx.db
    .insertInto('code_batch')
    .values({ ...values, missing: values.count, created_at: now, created_by: by, updated_at: now, updated_by: by })
    .returning('cg_idx')
    .executeTakeFirstOrThrow();
  return cg_idx;
}

/** The fields of a batch that can change. */
export type BatchChange = Partial<BatchColumns & Pick<BatchRow, 'count' | 'price' | 'status' | 'problem' | 'missing'>>;

export async function updateBatch(ctx: Context, cg_idx: number, { problem, ...change }: BatchChange): Promise<void> {
  await ctx.db
    .updateTable('code_batch')
    .set({ ...change, updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) })
    .set(problem === undefined ? {} : { problem: problem && JSON.stringify(problem) })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('cg_idx', '=', cg_idx)
    .execute();
}

/** Records how long issuing codes took, for later estimates. */
export async function notePace(db: Database, cg_idx: number, pace: { codes: number; ms: number }): Promise<void> {
  await db
    .updateTable('code_batch')
    .set({ issue_codes: pace.codes, issue_ms: Math.max(1, Math.round(pace.ms)) })
    .where('cg_idx', '=', cg_idx)
    .execute();
}

export async function deleteBatch(db: Database, cg_idx: number): Promise<void> {
  await db.deleteFrom('code_batch').where('cg_idx', '=', cg_idx).execute();
}

/** Whether a batch has any codes. */
export async function hasCodes(db: Database, cg_idx: number): Promise<boolean> {
  const found = await db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx).limit(1).executeTakeFirst();
  return found !== undefined;
}
