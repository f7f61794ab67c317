import type { BatchTerms } from './batch.contract.ts';

/** What one code costs, and for how long it opens the collection. */
export type Term = BatchTerms['prices'][number];

/** The values of the form for some terms. What is for good must be chosen, so it is not filled in with a price. */
export const valuesOfTerm = ({ price, currency, length }: Term) => ({
  price,
  currency,
  length: length === 0 ? '' : String(length),
  forever: false,
});
