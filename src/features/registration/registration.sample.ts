import { sql } from 'kysely';
import { rebookFlows } from '#features/code/code-figures.public.ts';
import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { redeemCode } from './redeem/redeem.service.ts';
import { deleteRegistrationsOf } from './registration.store.ts';

const learners = Array.from({ length: 20 }, (_, n) => `sample-learner-${n + 1}`);
// How many learners join the event, and one in how many codes of a batch is redeemed.
const joining = 3;
const share = 5;
const day = 86_400;

/** A code of the sample library to be redeemed, at a time in seconds. */
interface Chosen {
  cg_idx: number;
  code: string;
  at: number;
}

/** The code of the running sample event, if it exists. */
async function findEventCode({ db }: Context): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from event where code = 'SAMPLESUMMER' and "group" = 'Sample'`.execute(db);
  return rows[0]?.code ?? null;
}

/** Some codes of each sample batch, the earliest first; those of an ended batch are redeemed before its end. */
async function chooseCodes(ctx: Context): Promise<Chosen[]> {
  const now = inSeconds(ctx.now);
  const { rows } = await sql<Chosen>`
    select b.cg_idx, c.code, case when b.valid_until > 0 and b.valid_until <= ${now} then b.valid_until - ${2 * day} else ${now}::bigint end as at
    from code_batch b join customer u using (cust_idx) cross join lateral (
      select code from code where code.cg_idx = b.cg_idx and activated_date = 0 and is_canceled = 0
      order by code limit b.count / ${share}) c
    where u.cust_id like 'SAMPLE-%' order by at, b.cg_idx, c.code`.execute(ctx.db);
  return rows;
}

/** Learners who redeemed codes of the sample library. */
export const registrationSample: SamplePart = {
  load: async (ctx) => {
    const chosen = await chooseCodes(ctx);
    for (const [nth, { code, at }] of chosen.entries()) {
      const then = { ...ctx, now: new Date(at * 1000) };
      await redeemCode(then, { code, learner_id: learners[nth % learners.length] ?? '' });
    }
    await rebookFlows(ctx, [...new Set(chosen.map(({ cg_idx }) => cg_idx))]);
    const event = await findEventCode(ctx);
    if (event) for (const learner_id of learners.slice(0, joining)) await redeemCode(ctx, { code: event, learner_id });
  },
  remove: (ctx) => deleteRegistrationsOf(ctx.db, learners),
};
