import { listKeys } from '#kernel/auth/api-keys.ts';
import type { WholeBack } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import type { FormerSoldCode } from '#features/code/code-sale.public.ts';
import type { Order, Sale } from '../vending.contract.ts';
import { vendingMessages } from '../vending.messages.ts';
import { drawForOrder, type OfKey, returnDrawn, returnOrder, sellAgain } from '../vending.service.ts';
import { findSale } from '../vending.store.ts';
import { listKeysOfCustomer } from './orders.read.ts';

/** A key that sells codes of a customer. */
export interface Seller {
  key_idx: number;
  name: string;
}

/** The keys that sell codes of a customer now, by name. */
export async function listSellers(ctx: Context, cust_idx: number): Promise<Seller[]> {
  const selling = new Set(await listKeysOfCustomer(ctx, cust_idx));
  const keys = (await listKeys(ctx)).filter(
    ({ key_idx, expires_at: end }) => selling.has(key_idx) && (end === 0 || end * 1000 > ctx.now.getTime()),
  );
  return keys.map(({ key_idx, name }) => ({ key_idx, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * Draws a code for an order that the shop sold without asking here, as its key would have: counted against the quota of the key.
 * An act with an undo, unless the order was there.
 */
export async function drawForShop(
  ctx: Context,
  { cust_idx, order, key_idx: wanted }: { cust_idx: number; order: string; key_idx?: number | undefined },
): Promise<Sale & { act_idx?: number }> {
  const sellers = await listSellers(ctx, cust_idx);
  const those = wanted === undefined ? sellers : sellers.filter(({ key_idx }) => key_idx === wanted);
  const [key] = those;
  if (!key) throw vendingMessages.errorWith(409, 'vending.no_seller', { field: 'key_idx' });
  if (those.length > 1) throw vendingMessages.errorWith(422, 'vending.which_seller', { field: 'key_idx' });
  const { act, ...sale } = await drawForOrder(ctx, { key: key.key_idx, order }, true);
  return { ...sale, ...(act !== undefined && { act_idx: act }) };
}

/**
 * The undo of that: the order is returned, since the number keeps its code for ever. Refused once it was redeemed, replaced or
 * anything else was done to it.
 */
export const drawnBack: WholeBack = {
  whole: async (ctx, id) => returnDrawn(ctx, await getSale(ctx, Number(id))),
  former: () => null,
};

/** Takes an order back for a shop that did so without saying it here. */
export const returnForShop = async (ctx: Context, ordIdx: number, memo: string): Promise<Order> =>
  returnOrder(ctx, await getSale(ctx, ordIdx), { memo });

/** The undo of that: the order is sold again. Refused once its code was replaced or anything else was done to it. */
export const soldAgain: WholeBack<FormerSoldCode> = {
  whole: async (ctx, id, former) => sellAgain(ctx, await getSale(ctx, Number(id)), former),
};

async function getSale(ctx: Context, ordIdx: number): Promise<OfKey> {
  const found = await findSale(ctx, ordIdx);
  if (!found) throw vendingMessages.error(404, 'vending.order_unknown_here');
  return found;
}
