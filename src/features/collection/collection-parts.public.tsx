export type { CollectionValues, PriceValues } from './editor/collection-values.rules.ts';
export { freshPrice, pricesIn, typedPrice } from './editor/collection-values.rules.ts';
export { PriceRows } from './editor/price-rows.tsx';
export { CollectionPage } from './record/collection-page.tsx';
export { PriceTable } from './record/price-table.tsx';
export { ComparisonView, isEmpty } from './versions/comparison.tsx';
