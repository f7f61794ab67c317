export type { CollectionApi } from './collection.contract.ts';
