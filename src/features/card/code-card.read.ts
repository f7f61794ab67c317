import { sql } from 'kysely';
import { stateColumn } from '#features/code/code.public.ts';
import { waitsFor } from '#features/code/code-batch.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CodeCard } from './card.contract.ts';

/** What is stored about a code of a batch and where it came from. */
type CodeFacts = Omit<CodeCard, 'kind' | 'story' | 'ref' | 'days_left' | 'extends' | 'tries' | 'refused'> & {
  issuing: boolean;
};

export async function findCodeFacts(ctx: Context, code: string): Promise<CodeFacts | undefined> {
  const { rows } = await sql<CodeFacts>`
    select c.code, ${stateColumn(inSeconds(ctx.now))} as state, c.withdrawn, c.leaked, u.cust_idx, u.name as customer, c.cg_idx,
      b.title as batch, c.lot, o.cid, coalesce(t.title, o.cid) as collection, c.issued_at, c.valid_from, c.valid_until,
      ${waitsFor} as waits_for, b.valid_days,
      c.activated_date, c.expired_date, c.is_canceled, b.status = 'issuing' as issuing,
      (select r.learner_id from registration r where r.code = c.code) as learner_id,
      (select r.after ->> 'replaced_by' from act_record r
       where r.entity = 'code' and r.record_id = c.code and r.after ? 'replaced_by' and c.withdrawn
       order by r.act_idx desc limit 1) as replaced_by,
      (select jsonb_build_object('at', ${secondsOf('d.at')}, 'to', d."to", 'as', d."as")
       from code_delivery d join code_delivery_lot l on l.del_idx = d.del_idx and l.lot = c.lot
       where d.cg_idx = c.cg_idx and d.at >= to_timestamp(c.issued_at) order by d.at, d.del_idx limit 1) as delivered
    from code c join code_batch b on b.cg_idx = c.cg_idx join customer u on u.cust_idx = b.cust_idx
    join collection o on o.cidx = b.cidx left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    where c.code = ${code}`.execute(ctx.db);
  return rows[0];
}
