// Letters, digits, signs and blanks of any script: what people type and shops print.
const orderForm = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u;

/** The entity of orders in the trail. */
export const orderEntity = 'code_order';

/** A shop's order number as it is stored, without blanks around it; undefined if it cannot be one. */
export function readOrder(typed: string): string | undefined {
  const order = typed.trim();
  return orderForm.test(order) ? order : undefined;
}

/** What became of an order. */
export const orderStates = ['sold', 'redeemed', 'expired', 'returned', 'withdrawn'] as const;
export type OrderState = (typeof orderStates)[number];
