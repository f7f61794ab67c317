import type { FastifyRequest } from 'fastify';
import { batchEntity } from '#features/code/code-batch.public.ts';
import { beginDays } from '#features/code/code-change.public.ts';
import type { CodeFilter, MatchingBatch } from '#features/code/code-find.public.ts';
import { correctedLots, type LotCount, type SentCodes } from '#features/code/code-find.public.ts';
import type { Write } from '#kernel/http/api-handlers.ts';
import { actorName, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { DeliveryForm } from './delivery.contract.ts';
import { requireNoneSoldByOrders } from './order-guard.ts';
import { correctDeliveries, countLots, insertDeliveries, type StoredDelivery } from './delivery.store.ts';

/** The entity of a delivery of several batches; its id is the first of them. */
export const deliveryEntity = 'code_delivery';

/** A file of codes that is about to leave. */
interface Leaving {
  as: DeliveryForm;
  filter: CodeFilter;
  /** The batches in the file, with the number of their codes. */
  matching: readonly Pick<MatchingBatch, 'cg_idx' | 'found'>[];
  /** Counts the codes that are read for it. */
  sent: SentCodes;
  /** What else is written with the record, or refuses it. */
  alongside?: (ctx: Context) => Promise<void>;
}

interface DeliveryCall {
  ctx: Context;
  write: Write;
  request: FastifyRequest;
}

/** The parts of a file; at their end its record says what was in it. */
type Recorded = <T>(parts: AsyncIterable<T>) => AsyncGenerator<T>;

/**
 * Records a file of codes before its first byte leaves: a delivery for each batch in it, in one transaction with one audit
 * row; refused with 409 if shops draw codes in it. It is counted where the file is read, which may be a replica, and stored on the primary. Codes may change until they
 * are read: what this returns corrects the record once the file has been read. A file that cannot be recorded right breaks off.
 */
export async function recordDelivery(call: DeliveryCall, leaving: Leaving): Promise<Recorded> {
  const { ctx, write, request } = call;
  // A HEAD request takes nothing out.
  if (request.method === 'HEAD') return (parts) => untilRead(parts, async () => {});
  const { as, filter, matching, alongside } = leaving;
  const lots = await countLots(ctx, filter, matching);
  const store = async (to: Context) => {
    await alongside?.(to);
    await requireNoneSoldByOrders(to, filter, [...new Set(lots.map(({ cg_idx }) => cg_idx))]);
    return lots.length > 0 ? storeDelivery(to, { as, filter, lots, at: ctx.now }) : [];
  };
  const deliveries = lots.length > 0 || alongside ? await write(store) : [];
  return (parts) => untilRead(parts, (isWhole) => endDelivery(call, leaving, { lots, deliveries, isWhole }));
}

/** Passes parts on; `end` learns whether there were all of them. */
async function* untilRead<T>(parts: AsyncIterable<T>, end: (isWhole: boolean) => Promise<void>): AsyncGenerator<T> {
  let isWhole = false;
  try {
    yield* parts;
    isWhole = true;
  } finally {
    await end(isWhole);
  }
}

/** A record of a file, as it was stored, and whether all of the file was read. */
interface Begun {
  lots: readonly LotCount[];
  deliveries: readonly StoredDelivery[];
  isWhole: boolean;
}

async function endDelivery(
  { ctx: { now: at }, write, request }: DeliveryCall,
  { as, filter, sent }: Leaving,
  { lots, deliveries, isWhole }: Begun,
): Promise<void> {
  const right = correctedLots(lots, sent.lots, isWhole);
  if (!right) return;
  const correct = async (ctx: Context) => {
    const known = new Set(deliveries.map(({ cg_idx }) => cg_idx));
    const { recorded = [], others = [] } = Object.groupBy(right, ({ cg_idx }) =>
      known.has(cg_idx) ? 'recorded' : 'others',
    );
    await correctDeliveries(ctx, deliveries, recorded);
    noteDelivery(ctx, deliveries, {
      verb: 'recounted',
      before: { codes: sumOf(lots) },
      after: { codes: sumOf(recorded) },
    });
    if (others.length > 0) await storeDelivery(ctx, { as, filter, lots: others, at });
  };
  try {
    await write(correct);
  } catch (error) {
    if (isWhole) throw error;
    request.log.error(error);
  }
}

const sumOf = (lots: readonly LotCount[]): number => lots.reduce((sum, { codes }) => sum + codes, 0);

/**
 * Stores a delivery for each batch; none for one that was deleted since it was read. With it begin the days of codes that
 * waited for it, as of the time at which the file was asked for: it tells their ends.
 */
async function storeDelivery(
  ctx: Context,
  { as, filter, lots, at }: { as: DeliveryForm; filter: CodeFilter; lots: readonly LotCount[]; at: Date },
): Promise<StoredDelivery[]> {
  const by = staffOf(ctx.actor) ? actorName(ctx.actor) : null;
  const deliveries = await insertDeliveries(ctx, { as, filter, lots, by });
  noteDelivery(ctx, deliveries, { verb: 'delivered', after: { codes: sumOf(lots), as } });
  await beginDays(ctx, { filter, batches: deliveries.map(({ cg_idx }) => cg_idx), at });
  return deliveries;
}

/** What the trail says of the deliveries of one file. */
interface Note {
  verb: 'delivered' | 'recounted';
  before?: { codes: number };
  after: { codes: number; as?: DeliveryForm };
}

/** Writes one audit row: of the batch, or of the delivery if the file has several. */
function noteDelivery(ctx: Context, deliveries: readonly StoredDelivery[], { verb, before, after }: Note): void {
  const [first] = deliveries;
  if (!first) return;
  const was = before && { before };
  if (deliveries.length === 1) {
    ctx.audit({ entity: batchEntity, id: first.cg_idx, action: `${batchEntity}.${verb}`, ...was, after });
    ctx.changed(batchEntity, first.cg_idx);
  } else {
    const action = verb === 'delivered' ? 'created' : verb;
    const several = verb === 'delivered' ? { batches: deliveries.length, ...after } : after;
    ctx.audit({
      entity: deliveryEntity,
      id: first.del_idx,
      action: `${deliveryEntity}.${action}`,
      ...was,
      after: several,
    });
    ctx.changed(batchEntity);
  }
}
