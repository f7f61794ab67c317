import { sql } from 'kysely';
import { type CodeFigures, figuresOf } from '#features/code/code-figures.public.ts';
import type { Money, RecordFact } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { sumBatches } from '../batch-rows.read.ts';

const names = ['total', 'withdrawn', 'activated', 'issued', 'active', 'expired', 'canceled'] as const;

/** The codes of all batches of a customer by state, and the number of these batches. */
export interface CustomerFigures extends CodeFigures {
  batches: number;
}

/** What all batches of a customer are made of; null if there is none. */
export async function readCustomerFigures(ctx: Context, custIdx: number): Promise<CustomerFigures | null> {
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`;
  const { rows } = await sql<CustomerFigures>`
    select count(*) as batches, ${sql.join(names.map(sum))}
    from (${figuresOf(ctx, sql<boolean>`b.cust_idx = ${custIdx}`)}) figures`.execute(ctx.db);
  const figures = rows[0];
  return figures && figures.batches > 0 ? figures : null;
}

/** The facts about codes on a customer's page: its batches, and the amount in each currency. */
export async function customerFacts(ctx: Context, id: string): Promise<RecordFact[]> {
  const custIdx = Number(id);
  const [all, sums] = await Promise.all([
    sumBatches(ctx, { cust_idx: custIdx }),
    sumBatches(ctx, { cust_idx: custIdx, bought: true }),
  ]);
  const batches = all.reduce((sum, { batches: of }) => sum + of, 0);
  if (batches === 0) return [];
  const amounts: Money[] = sums.map(({ currency, amount }) => ({ currency, amount }));
  const paid = amounts.filter(({ amount }) => Number(amount) !== 0);
  return [
    { label: 'code.fact_batches', value: batches, href: `/customer/code/${custIdx}` },
    { label: 'code.fact_amount', value: paid.length > 0 ? paid : amounts.slice(0, 1) },
  ];
}
