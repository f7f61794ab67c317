import type { BatchTerms } from '../batch.contract.ts';

/** What one code costs, and for how long it opens the collection. */
export type Term = BatchTerms['prices'][number];

/** By how much a collection's price of today differs from what a customer paid last, for the same days and currency. */
export function priceSince({ prices, orders: [last] }: BatchTerms): { amount: string; isMore: boolean } | null {
  const now = prices.find(({ currency, length }) => currency === last?.currency && length === last.length);
  if (!now || !last) return null;
  const units = unitsOf(now.price) - unitsOf(last.price);
  if (units === 0n) return null;
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  return { amount: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`, isMore: units > 0n };
}

// Amounts are stored with this many decimals.
const decimals = 4;

/** A decimal amount in its smallest units. */
function unitsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/** The values of the form for some terms. What is for good must be chosen, so it is not filled in with a price. */
export const valuesOfTerm = ({ price, currency, length }: Term) => ({
  price,
  currency,
  length: length === 0 ? '' : String(length),
  forever: false,
});
