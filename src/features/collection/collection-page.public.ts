export { type CollectionHead, readCollectionHead } from './record/collection-head.read.ts';
export { collectionTabHref } from './record/collection-tabs.rules.ts';
