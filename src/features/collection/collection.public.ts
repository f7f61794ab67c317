import type { collectionApi } from './collection.contract.ts';

export type CollectionApi = typeof collectionApi;
