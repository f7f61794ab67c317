import { type RawBuilder, sql } from 'kysely';
import { decimalsOf } from '../text/money.rules.ts';

// The currencies whose amounts do not have two decimals, by the number that they have.
const others = Map.groupBy(Intl.supportedValuesOf('currency'), decimalsOf);
others.delete(2);
const decimals = (currency: RawBuilder<unknown>) =>
  sql`case ${currency} ${sql.join(
    [...others].flatMap(([count, names]) => names.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(count)}`)),
    sql` `,
  )} else 2 end`;

/** A stored amount as a decimal string, with the decimals of its currency or, if it has more, with these: see `amountText`. */
export const amountOf = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`round(${amount}, greatest(min_scale(${amount}), ${decimals(currency)}))::text`;
