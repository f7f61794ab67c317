export { advertisedThen } from './advertisement/advertised-then.read.ts';
export { advertisedOrderId } from './advertisement/advertisement.service.ts';
export { type CollectionApi, CollectionParams, Localized, Price, PriceBody } from './collection.contract.ts';
export type { CollectionWords } from './collection.messages.ts';
export { type CollectionImageKind, type CollectionPrice, priceLabels } from './collection.rules.ts';
export { changeCollection, getCollection, requirePrices, storedPrices } from './collection.service.ts';
export type { CollectionRow } from './collection.store.ts';
export { collectionFields } from './collection-fields.rules.ts';
export { collectionEntity } from './collection-record.service.ts';
export { booksOf, itemsOf, reachingOf } from './contents/contents.read.ts';
export { showImage } from './images/collection-images.service.ts';
export {
  type CollectionImage,
  deleteImages,
  findImage,
  findImages,
  forgetUnnamedImages,
  imagePrefix,
  insertImage,
} from './images/collection-images.store.ts';
export { cleanTexts } from './localize/texts.service.ts';
export { priceItem } from './price-item.ts';
export { collectionTitles } from './record/collection.read.ts';
export { type CollectionHead, readCollectionHead } from './record/collection-head.read.ts';
export { stateOf, versionsOf } from './versions/collection-versions.service.ts';
export { collectionsThen } from './versions/collections-then.read.ts';
export { type Comparison, readComparison } from './versions/comparison.read.ts';
