import type { OrderState } from '../vending.rules.ts';

/** A month in an address: 'YYYY-MM'. There is no year 0. */
export const monthForm = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;

/** The page of the orders of a customer; without a month, of the current one. */
export const ordersHref = (custIdx: number | string, month?: string): string =>
  `/customer/orders/${custIdx}${month ? `?month=${month}` : ''}`;

/** An order in the list of a shop; the code is empty if the list has none. */
export interface ShopOrder {
  order: string;
  code: string;
}

/** An order as it is compared. */
export interface ComparedOrder extends ShopOrder {
  ord_idx: number;
  state: OrderState;
  /** Whether it was sold in the month that is compared. */
  inMonth: boolean;
  /** The codes it had before, which were replaced. */
  former: readonly string[];
}

/** Why an order differs: another code, one that was replaced, returned here, or sold in another month. */
export const differences = ['code', 'replaced', 'returned', 'month'] as const;
type Difference = (typeof differences)[number];

export interface Comparison {
  /** How many orders are in both and the same. */
  agree: number;
  differ: (ShopOrder & { ord_idx: number; here: string; state: OrderState; why: Difference })[];
  only_here: (ShopOrder & { ord_idx: number; state: OrderState })[];
  only_there: ShopOrder[];
}

/**
 * Compares the orders of a month with a shop's list of it. A returned order that the list does not have agrees: neither
 * bills it. Keys may have the same number: a line with a code is of the order with that code, if there is one.
 */
export function compareOrders(here: readonly ComparedOrder[], there: readonly ShopOrder[]): Comparison {
  const byOrder = Map.groupBy(here, ({ order }) => order);
  const found = new Set<ComparedOrder>();
  const result: Comparison = { agree: 0, differ: [], only_here: [], only_there: [] };
  for (const line of there) {
    const some = byOrder.get(line.order) ?? [];
    const one =
      some.find(({ code, former }) => code === line.code || former.includes(line.code)) ??
      some.find((other) => !found.has(other));
    if (!one) {
      result.only_there.push(line);
      continue;
    }
    found.add(one);
    const why = differenceOf(one, line);
    if (why) result.differ.push({ ...line, ord_idx: one.ord_idx, here: one.code, state: one.state, why });
    else result.agree += 1;
  }
  for (const one of here) {
    if (!one.inMonth || found.has(one)) continue;
    if (one.state === 'returned') result.agree += 1;
    else result.only_here.push({ ord_idx: one.ord_idx, order: one.order, code: one.code, state: one.state });
  }
  return result;
}

function differenceOf(here: ComparedOrder, there: ShopOrder): Difference | undefined {
  if (here.former.includes(there.code)) return 'replaced';
  if (there.code !== '' && there.code !== here.code) return 'code';
  if (here.state === 'returned') return 'returned';
  return here.inMonth ? undefined : 'month';
}

const orderHeading = /order|pedido|注文|주문|sipari/i;
const codeHeading = /code|código|codigo|コード|코드|kod/i;

/**
 * Which columns of a list have the order numbers and the codes, from its first row; -1 for none. A list of one column without a
 * heading has only order numbers. Undefined if no column can be told to have them.
 */
export function columnsOf(first: readonly string[]): { order: number; code: number; hasHeading: boolean } | undefined {
  const order = first.findIndex((cell) => orderHeading.test(cell));
  const code = first.findIndex((cell, at) => at !== order && codeHeading.test(cell));
  if (order >= 0) return { order, code, hasHeading: true };
  return first.length === 1 ? { order: 0, code: -1, hasHeading: false } : undefined;
}

/** What staff do about an order that differs: return it, draw a code for it, or look at the card of a code. */
export type OrderAct =
  | { act: 'return'; ord_idx: number; code: string }
  | { act: 'draw' }
  | { act: 'show'; code: string };

/** An order that the shop's list lacks is returned if nobody has used its code. */
export const actHere = ({ ord_idx, code, state }: { ord_idx: number; code: string; state: OrderState }): OrderAct =>
  state === 'sold' || state === 'expired' ? { act: 'return', ord_idx, code } : { act: 'show', code };

/** An order that only the shop's list has gets a code, unless the shop says that it has one: then that is looked at. */
export const actThere = ({ code }: ShopOrder): OrderAct => (code === '' ? { act: 'draw' } : { act: 'show', code });
