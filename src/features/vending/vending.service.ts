import { codeEntity } from '#features/code/code.public.ts';
import { batchEntity, requireSettled } from '#features/code/code-batch.public.ts';
import { lockBatchesOf, notifyCodesChanged } from '#features/code/code-change.public.ts';
import {
  endSoldCode,
  type FormerSoldCode,
  restoreSoldCode,
  withdrawSoldCode,
} from '#features/code/code-sale.public.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { storeFormer } from '#kernel/records/former.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { overloaded } from '#kernel/work/task-queue.ts';
import type { ListedOrder, Order, Sale } from './vending.contract.ts';
import { vendingMessages } from './vending.messages.ts';
import { orderEntity, readOrder } from './vending.rules.ts';
import {
  beginSale,
  countDrawn,
  type DrawnCode,
  drawCode,
  findOrder,
  listOrders,
  lockOrder,
  type SaleTerms,
  type StoredOrder,
  storeReturned,
} from './vending.store.ts';

/**
 * Draws a code for an order of a shop. The number is asked for first, and stored under a unique constraint: whoever repeats it,
 * at once or after anything died, gets the code of the one sale that was committed. Of staff, it is an act with an undo.
 */
export async function drawForOrder(
  ctx: Context,
  { key, order: typed, batch }: { key: number; order: string; batch?: number | undefined },
  byStaff = false,
): Promise<Sale & { act?: number }> {
  const order = requireOrder(typed);
  const terms = await beginSale(ctx.db, key, order);
  if (terms.isSold) return saleOf(await getOrder(ctx, key, order));
  const batches = batchesToSell(terms.batches, batch);
  if (terms.isUsedUp) throw usedUp();
  const drawn = await sell(ctx, batches, { key, order, by: actorName(ctx.actor) ?? '' });
  if (drawn === 'sold') return saleOf(await getOrder(ctx, key, order));
  const { code, cg_idx, ends } = drawn;
  if (ends !== null) await endSoldCode(ctx.db, code, ends);
  const act = byStaff ? await beginAct(ctx) : undefined;
  ctx.audit({
    entity: orderEntity,
    id: drawn.ord_idx,
    action: byStaff ? 'code_order.drawn' : 'code_order.sold',
    after: { order, code },
    of: { entity: codeEntity, id: code },
    ...(act !== undefined && { act }),
  });
  ctx.changed(orderEntity, drawn.ord_idx);
  if (ends !== null) notifyCodesChanged(ctx, [cg_idx]);
  if (!(await countDrawn(ctx.db, key))) throw usedUp();
  const sale = saleOf({ ...drawn, order, valid_until: ends ?? drawn.valid_until });
  return { ...sale, ...(act !== undefined && { act }) };
}

const usedUp = (): AppError => vendingMessages.error(409, 'vending.quota_used');

/** What became of an order of a key. */
export async function readOrderOf(ctx: Context, { key, order }: OfKey): Promise<Order> {
  return orderOf(await getOrder(ctx, key, requireOrder(order)));
}

/** An order by the key that sold it, and its number as typed. */
export interface OfKey {
  key: number;
  order: string;
}

/**
 * Takes an order back: its code, which nobody has redeemed, is withdrawn. Done again, it answers the same. Of staff, it is an act
 * with an undo; a shop that returned an order relies on it.
 */
export async function returnOrder(
  ctx: Context,
  { key, order: typed }: OfKey,
  byStaff?: { memo: string },
): Promise<Order> {
  const order = requireOrder(typed);
  const found = await lockSale(ctx, { key, order });
  if (found.state === 'returned') return orderOf(found);
  if (found.state === 'redeemed') throw vendingMessages.error(409, 'vending.order_redeemed');
  const { ord_idx: id, code } = found;
  const former = await takeBack(ctx, found);
  const act = byStaff && (await beginAct(ctx));
  if (act !== undefined) await storeFormer(ctx.db, act, { entity: orderEntity, id }, former);
  ctx.audit({
    entity: orderEntity,
    id,
    action: byStaff ? 'code_order.taken_back' : 'code_order.returned',
    after: { order, code },
    of: { entity: codeEntity, id: code },
    ...(act !== undefined && { act, reason: byStaff?.memo || undefined }),
  });
  return orderOf(await getOrder(ctx, key, order));
}

/** Returns an order for which staff drew a code, as the undo of that: the number keeps the code, which is withdrawn. */
export async function returnDrawn(ctx: Context, sale: OfKey): Promise<void> {
  const found = await lockSale(ctx, sale);
  if (found.state === 'redeemed') throw vendingMessages.error(409, 'vending.order_redeemed');
  await takeBack(ctx, found);
}

async function takeBack(ctx: Context, found: StoredOrder): Promise<FormerSoldCode> {
  const now = inSeconds(ctx.now);
  await storeReturned(ctx, found.ord_idx, now);
  notifyOrder(ctx, found);
  return withdrawSoldCode(ctx.db, found, now);
}

/** Sells an order again that staff took back, as the undo of that: its code is as it was, and the batch has it again. */
export async function sellAgain(ctx: Context, sale: OfKey, former: FormerSoldCode): Promise<void> {
  const found = await lockSale(ctx, sale);
  await storeReturned(ctx, found.ord_idx, 0);
  await restoreSoldCode(ctx.db, found, former);
  notifyOrder(ctx, found);
}

/** Locks an order and its code, the batch first, as all acts on many codes lock it; the job that issues codes holds it for long. */
async function lockSale(ctx: Context, { key, order }: OfKey): Promise<StoredOrder> {
  const { cg_idx } = await getOrder(ctx, key, order);
  await requireSettled(ctx, cg_idx);
  await lockBatchesOf(ctx, [cg_idx]);
  const found = await lockOrder(ctx, key, order);
  if (!found) throw unknown();
  return found;
}

function notifyOrder(ctx: Context, { ord_idx, cg_idx }: StoredOrder): void {
  ctx.changed(orderEntity, ord_idx);
  ctx.changed(batchEntity, cg_idx);
  notifyCodesChanged(ctx, [cg_idx]);
}

/** A page of the orders of the caller's key; `after` is the place at which the last one ended. */
export async function listOwnOrders(
  ctx: Context,
  { since, after, limit }: { since: number; after?: string | undefined; limit: number },
): Promise<{ results: ListedOrder[]; next: string | null }> {
  const [at = 0, ord = 0] = after?.split('-').map(Number) ?? [];
  const key = keyOf(ctx);
  const rows = await listOrders(ctx, { key, since, after: { at, ord }, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    results: shown.map((row) => ({ ...orderOf(row), ...saleOf(row), sold_at: row.sold_at })),
    next: rows.length > limit && last ? `${last.sold_at}-${last.ord_idx}` : null,
  };
}

/** The key that calls. */
export function keyOf({ actor }: Context): number {
  if (!('keyIdx' in actor)) throw new AppError(401, 'error.api_key');
  return actor.keyIdx;
}

function requireOrder(typed: string): string {
  const order = readOrder(typed);
  if (order === undefined) throw vendingMessages.errorWith(422, 'vending.order_rule', { field: 'order' });
  return order;
}

const unknown = (): AppError => vendingMessages.error(404, 'vending.order_unknown');

async function getOrder(ctx: Context, key: number, order: string): Promise<StoredOrder> {
  const found = await findOrder(ctx, key, order);
  if (!found) throw unknown();
  return found;
}

/** The batches from which a code may be drawn: the one that was asked for, or all of the key. */
function batchesToSell(batches: number[], wanted: number | undefined): number[] {
  if (wanted === undefined) return batches;
  if (!batches.includes(wanted)) throw vendingMessages.errorWith(422, 'vending.batch_foreign', { field: 'batch' });
  return [wanted];
}

type SoldCode = DrawnCode & { ord_idx: number };

// How often a code is drawn that another sale has just taken.
const redrawn = 100;

/**
 * Sells a code of the first of these batches that has one; `sold` if the order was sold meanwhile. A code may be sold between the
 * moment at which it was found and that at which it is locked: the constraint on codes refuses it, and the next one is drawn.
 */
async function sell(ctx: Context, batches: readonly number[], terms: SaleTerms): Promise<'sold' | SoldCode> {
  for (let round = 0; round < redrawn; round++) {
    const { ord_idx, ...drawn } = await draw(ctx, batches, terms);
    if (ord_idx !== null) return { ...drawn, ord_idx };
    if (await findOrder(ctx, terms.key, terms.order)) return 'sold';
  }
  throw overloaded();
}

/** A code of the first of these batches that has one; a key has few. */
async function draw(ctx: Context, batches: readonly number[], terms: SaleTerms): Promise<DrawnCode> {
  for (const batch of batches) {
    const drawn = await drawCode(ctx, batch, terms);
    if (drawn) return drawn;
  }
  throw vendingMessages.error(409, 'vending.batch_used');
}

const saleOf = ({
  order,
  code,
  valid_until,
  price,
  currency,
}: Pick<StoredOrder, 'order' | 'code' | 'valid_until' | 'price' | 'currency'>): Sale => ({
  order,
  code,
  valid_until,
  price: amountText(price, currency),
  currency,
});

const orderOf = ({ order, code, state, at, replaced_at }: StoredOrder): Order => ({
  order,
  code,
  state,
  at,
  replaced_at,
});
