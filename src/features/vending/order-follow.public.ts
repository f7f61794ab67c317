export { isSold, isSoldAnew, moveOrders, moveOrdersBack } from './follow.store.ts';
