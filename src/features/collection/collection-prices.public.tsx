export {
  freshPrice,
  type PriceValues,
  pricesIn,
  typedPrice,
} from './editor/collection-values.rules.ts';
export { PriceRows } from './editor/price-rows.tsx';
