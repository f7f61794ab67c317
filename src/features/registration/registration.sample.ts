import { sql } from 'kysely';
import { inSeconds } from '#features/code/code.public.ts';
import type { Context } from '#kernel/context.ts';
import type { SamplePart } from '#kernel/sample-parts.ts';
import { redeemCode } from './redeem/redeem.service.ts';
import { deleteRegistrationsOf } from './registration.store.ts';

const learners = ['sample-learner-1', 'sample-learner-2', 'sample-learner-3'];

/** Codes that the sample library has to redeem: that of its running event, and one of each of its batches of codes. */
async function findCodes(ctx: Context): Promise<{ event: string | null; ofBatches: string[] }> {
  const now = inSeconds(ctx.now);
  const { rows } = await sql<{ event: string | null; ofBatches: string[] }>`
    select (select e.code from event e where e.code = 'SAMPLESUMMER' and e."group" = 'Sample') as event,
      (select coalesce(array_agg(c.code order by b.cg_idx), '{}')
        from code_batch b join customer u using (cust_idx) cross join lateral (
          select code from code where code.cg_idx = b.cg_idx and activated_date = 0 and is_canceled = 0
            and valid_from <= ${now} and (valid_until = 0 or valid_until > ${now}) order by code limit 1) c
        where u.cust_id like 'SAMPLE-%') as "ofBatches"`.execute(ctx.db);
  return rows[0] ?? { event: null, ofBatches: [] };
}

/** Learners who have redeemed codes of the sample library. */
export const registrationSample: SamplePart = {
  load: async (ctx) => {
    const { event, ofBatches } = await findCodes(ctx);
    if (event) for (const learner_id of learners) await redeemCode(ctx, { code: event, learner_id });
    for (const code of ofBatches) await redeemCode(ctx, { code, learner_id: learners[0] ?? '' });
  },
  remove: (ctx) => deleteRegistrationsOf(ctx.db, learners),
};
