export { CollectionPicker, findCollectionByCid, findCollectionByCidx } from './collection-picker.tsx';
export type { CollectionValues, PriceValues } from './editor/collection-values.rules.ts';
export { freshPrice, pricesIn, typedPrice } from './editor/collection-values.rules.ts';
export { PriceRows } from './editor/price-rows.tsx';
export { CollectionPage } from './record/collection-page.tsx';
export { ComparisonView } from './versions/comparison.tsx';
