import type { FastifyRequest } from 'fastify';
import type { Write } from '#kernel/http/api.ts';
import { actorName, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { batchEntity } from '../batch/batch.service.ts';
import type { CodeFilter } from '../list/code-filter.contract.ts';
import type { MatchingBatch } from '../list/matching-batches.read.ts';
import type { DeliveryForm } from './delivery.contract.ts';
import { countLots, insertDeliveries, type LotCount } from './delivery.store.ts';

/** The entity of a delivery of several batches; its id is the first of them. */
export const deliveryEntity = 'code_delivery';

/** A file of codes that is about to leave. */
interface Leaving {
  as: DeliveryForm;
  filter: CodeFilter;
  /** The batches in the file, with the number of their codes. */
  matching: readonly Pick<MatchingBatch, 'cg_idx' | 'found'>[];
}

/**
 * Records a file of codes before its first byte leaves: a delivery for each batch in it, in one transaction with one audit
 * row. It is counted where the file is read, which may be a replica, and stored on the primary.
 */
export async function recordDelivery(
  { ctx, write, request }: { ctx: Context; write: Write; request: FastifyRequest },
  { as, filter, matching }: Leaving,
): Promise<void> {
  // A HEAD request takes nothing out.
  if (request.method === 'HEAD') return;
  const lots = await countLots(ctx, filter, matching);
  if (lots.length > 0) await write((to) => storeDelivery(to, { as, filter, lots }));
}

/** The same within a transaction. */
export async function storeDelivery(
  ctx: Context,
  { as, filter, lots }: { as: DeliveryForm; filter: CodeFilter; lots: readonly LotCount[] },
): Promise<void> {
  const by = staffOf(ctx.actor) ? actorName(ctx.actor) : null;
  const first = await insertDeliveries(ctx, { as, filter, lots, by });
  // The batch may have been deleted since it was read.
  if (first === undefined) return;
  const batches = new Set(lots.map(({ cg_idx }) => cg_idx));
  const codes = lots.reduce((sum, lot) => sum + lot.codes, 0);
  const [only] = batches;
  if (batches.size === 1 && only !== undefined) {
    ctx.audit({ entity: batchEntity, id: only, action: `${batchEntity}.delivered`, after: { codes, as } });
    ctx.changed(batchEntity, only);
  } else {
    const after = { batches: batches.size, codes, as };
    ctx.audit({ entity: deliveryEntity, id: first, action: `${deliveryEntity}.created`, after });
    ctx.changed(batchEntity);
  }
}
