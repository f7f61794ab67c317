import { sql } from 'kysely';
import { batchEntity } from '#features/code/code-batch.public.ts';
import { isSoldByOrders } from '#features/vending/sold-batches.public.ts';
import type { FaultKind } from '#kernel/desk/faults.ts';

/** A batch that was issued a week ago or more, has unused codes, and was delivered to nobody, nor is sold by orders. */
export const batchUndelivered: FaultKind = {
  fault: 'batch_undelivered',
  group: 'codes',
  name: 'fault.batch_undelivered',
  says: 'fault.batch_undelivered_says',
  entity: batchEntity,
  follows: [batchEntity],
  find: sql`
    select b.cg_idx as place, b.cg_idx::text as id, b.title, jsonb_build_object('count', b.count::text) as about,
      c.name || ' · ' || b.count as line
    from code_batch b join customer c using (cust_idx)
    where b.status = 'issued' and b.created_at < now() - interval '7 days'
      and not ${isSoldByOrders(sql`b.cg_idx`)}
      and not exists (select from code_delivery d where d.cg_idx = b.cg_idx and d.by is null)
      and not exists (select from code_lot l where l.cg_idx = b.cg_idx and l.handed_on is not null)
      and not exists (select from code k where k.cg_idx = b.cg_idx and k.activated_date > 0)`,
};
