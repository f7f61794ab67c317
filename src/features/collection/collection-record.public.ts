export {
  changeCollection,
  createCollection,
  getCollection,
  lockContents,
  removeCollection,
  requirePrices,
  storedPrices,
} from './collection.service.ts';
export { type CollectionRow, findCollection, updateCollection } from './collection.store.ts';
export { textVersions } from './text-version.store.ts';
export { collectionTitles } from './record/collection.read.ts';
