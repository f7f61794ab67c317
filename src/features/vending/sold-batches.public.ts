export { isBatchSoldByOrders, isSoldByOrders, lockAgainstFiles, lockAgainstKeys } from './sold-batches.store.ts';
