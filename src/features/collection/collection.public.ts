export {
  type CollectionApi,
  CollectionParams,
  type collectionApi,
  Localized,
  mostRichText,
  ParagraphsBody,
  Price,
  PriceBody,
  TextsBody,
  textLimits,
} from './collection.contract.ts';
export { type CollectionWords, collectionMessages } from './collection.messages.ts';
export {
  type CollectionImageKind,
  type CollectionPrice,
  type CollectionTexts,
  type ContentType,
  cidRule,
  contentTypes,
  defaultTitle,
  isRich,
  priceLabels,
  type RichField,
  richFields,
  type TextField,
  type TextsByLocale,
  textFields,
} from './collection.rules.ts';
export { collectionFields } from './collection-fields.rules.ts';
export { collectionEntity, collectionKind } from './collection-record.service.ts';
export { readCids } from './list/collection-filter.rules.ts';
export { collectionSearch } from './list/collection-search.read.ts';
export { priceItem } from './price-item.ts';
