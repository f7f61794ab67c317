import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { type References, requireUnused } from '#kernel/references.ts';
import type { SamplePart } from '#kernel/sample-parts.ts';
import { inSeconds } from '../code-state.read.ts';
import type { NewBatch } from './batch.contract.ts';
import { batchEntity, createBatch } from './batch.service.ts';
import { deleteBatch } from './batch.store.ts';
import { issueMissing } from './issue.job.ts';

const day = 86_400;

interface SampleBatch extends Omit<NewBatch, 'cust_idx' | 'cidx' | 'valid_from' | 'valid_until'> {
  /** The end of its validity, in days from now. */
  ends: number;
  /** Of its codes: how many are used, and how many are cancelled. */
  used: number;
  canceled: number;
}

/** Two batches with codes in every state: one that runs, and one that is over. */
const batches: readonly SampleBatch[] = [
  {
    title: 'Spring term',
    count: 200,
    price: '9.90',
    currency: 'USD',
    length: 90,
    memo: 'Three classes',
    ends: 180,
    used: 40,
    canceled: 5,
  },
  {
    title: 'Trial week',
    count: 60,
    price: '0',
    currency: 'KRW',
    length: 0,
    memo: '',
    ends: -10,
    used: 15,
    canceled: 0,
  },
];

/** Batches of codes for the sample library, for its first customer and collection. */
export const batchSample = (references: References): SamplePart => ({
  load: async (ctx) => {
    const of = await findHolders(ctx);
    if (!of) return;
    const now = inSeconds(ctx.now);
    for (const { ends, used, canceled, ...values } of batches) {
      const valid_until = now + ends * day;
      const batch = await createBatch(ctx, { ...values, ...of, valid_from: 0, valid_until });
      await issueMissing(ctx, batch);
      const codes = await listCodes(ctx, batch.cg_idx);
      await activateCodes(ctx, codes.slice(0, used));
      await cancelCodes(ctx, codes.slice(used, used + canceled));
    }
  },
  remove: async (ctx) => {
    for (const cg_idx of await findLoaded(ctx)) {
      await requireUnused(ctx, references, batchEntity, cg_idx, 'code.batch_in_use');
      await ctx.db.deleteFrom('code').where('cg_idx', '=', cg_idx).execute();
      await deleteBatch(ctx.db, cg_idx);
      ctx.audit({ entity: batchEntity, id: cg_idx, action: `${batchEntity}.deleted` });
    }
  },
});

/** The sample's own customer and collection. */
async function findHolders({ db }: Context): Promise<{ cust_idx: number; cidx: number } | undefined> {
  const { rows } = await sql<{ cust_idx: number; cidx: number }>`
    select min(o.cust_idx) as cust_idx, c.cidx
    from collection c join collection_owner o using (cidx) join customer using (cust_idx)
    where c.cid like 'sample-first-steps%' and customer.cust_id like 'SAMPLE-%' group by c.cidx
    order by c.cidx desc limit 1`.execute(db);
  return rows[0];
}

async function listCodes({ db }: Context, cg_idx: number): Promise<string[]> {
  const rows = await db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx).orderBy('code').execute();
  return rows.map(({ code }) => code);
}

/** As redeeming them would, but for the learners. */
async function activateCodes(ctx: Context, codes: readonly string[]): Promise<void> {
  const now = inSeconds(ctx.now);
  await sql`
    update code set activated_date = ${now}, expired_date = case when length = 0 then 0 else ${now} + length::bigint * 86400 end
    where code = any(${codes}::text[])`.execute(ctx.db);
}

async function cancelCodes(ctx: Context, codes: readonly string[]): Promise<void> {
  await sql`update code set is_canceled = ${inSeconds(ctx.now)} where code = any(${codes}::text[])`.execute(ctx.db);
}

/** The sample's batches that are still there, by the customer they were made for. */
async function findLoaded({ db }: Context): Promise<number[]> {
  const { rows } = await sql<{ cg_idx: number }>`
    select cg_idx from code_batch join customer using (cust_idx)
    where customer.cust_id like 'SAMPLE-%' and title = any(${batches.map(({ title }) => title)}::text[])
    order by cg_idx`.execute(db);
  return rows.map(({ cg_idx }) => cg_idx);
}
