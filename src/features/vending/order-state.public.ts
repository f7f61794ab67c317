export type { OrderState } from './vending.rules.ts';
export { orderSince, orderState } from './vending.store.ts';
