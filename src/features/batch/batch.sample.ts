import { sql } from 'kysely';
import { batchEntity } from '#features/code/code-batch.public.ts';
import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import { type References, requireUnused } from '#kernel/records/references.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NewBatch } from './batch.contract.ts';
import { createBatch } from './batch.service.ts';
import { deleteBatch } from './batch.store.ts';
import { issueMissing } from './issue/issue.job.ts';

const day = 86_400;

interface SampleBatch
  extends Omit<NewBatch, 'cust_idx' | 'cidx' | 'valid_from' | 'valid_until' | 'valid_days' | 'valid_after'> {
  /** When it was issued, and the end of its validity, in days from now. */
  issued: number;
  ends: number;
  /** How many of its codes are cancelled; the sample of registrations redeems others. */
  cancelled: number;
}

/** Two batches in the order of their issue: one that has ended, and a current one with some codes cancelled. */
const batches: readonly SampleBatch[] = [
  {
    title: 'Trial week',
    count: 60,
    price: '0',
    currency: 'KRW',
    length: 0,
    memo: '',
    issued: -40,
    ends: -10,
    cancelled: 0,
  },
  {
    title: 'Spring term',
    count: 200,
    price: '9.90',
    currency: 'USD',
    length: 90,
    memo: 'Three classes',
    issued: -20,
    ends: 180,
    cancelled: 5,
  },
];

/** Batches of codes for the sample library, for its first customer and collection. */
export const batchSample = (references: References): SamplePart => ({
  load: async (ctx) => {
    const of = await findHolders(ctx);
    if (!of) return;
    const now = inSeconds(ctx.now);
    for (const { issued, ends, cancelled, ...values } of batches) {
      const then = { ...ctx, now: new Date((now + issued * day) * 1000) };
      const valid_until = now + ends * day;
      const batch = await createBatch(then, { ...values, ...of, valid_from: 0, valid_until });
      await issueMissing(then, batch);
      await cancelCodes(ctx, batch.cg_idx, cancelled);
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

/** The customer and collection of the sample. */
async function findHolders({ db }: Context): Promise<{ cust_idx: number; cidx: number } | undefined> {
  const { rows } = await sql<{ cust_idx: number; cidx: number }>`
    select min(o.cust_idx) as cust_idx, c.cidx
    from collection c join collection_owner o using (cidx) join customer using (cust_idx)
    where c.cid like 'sample-first-steps%' and customer.cust_id like 'SAMPLE-%' group by c.cidx
    order by c.cidx desc limit 1`.execute(db);
  return rows[0];
}

async function cancelCodes(ctx: Context, cg_idx: number, count: number): Promise<void> {
  await sql`
    update code set is_canceled = ${inSeconds(ctx.now)}
    where code in (select code from code where cg_idx = ${cg_idx} order by code desc limit ${count})`.execute(ctx.db);
}

/** The existing batches of the sample, found by their customer. */
async function findLoaded({ db }: Context): Promise<number[]> {
  const { rows } = await sql<{ cg_idx: number }>`
    select cg_idx from code_batch join customer using (cust_idx)
    where customer.cust_id like 'SAMPLE-%' and title = any(${batches.map(({ title }) => title)}::text[])
    order by cg_idx`.execute(db);
  return rows.map(({ cg_idx }) => cg_idx);
}
