import { sql } from 'kysely';
import type { Money, RecordFact } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CodeFigures, figuresOf } from '../code-figures.read.ts';
import { sumBatches } from '../report/batch-rows.read.ts';

const states = ['issued', 'active', 'expired', 'canceled'] as const;

/** The facts about codes on a customer's page: how many in each state, and the amount in each currency. */
export async function customerFacts(ctx: Context, id: string): Promise<RecordFact[]> {
  const custIdx = Number(id);
  const [{ rows }, sums] = await Promise.all([
    sql<Omit<CodeFigures, 'total'> & { batches: number }>`
      select count(*) as batches, coalesce(sum(issued), 0)::bigint as issued, coalesce(sum(active), 0)::bigint as active,
        coalesce(sum(expired), 0)::bigint as expired, coalesce(sum(canceled), 0)::bigint as canceled
      from (${figuresOf(ctx, sql<boolean>`b.cust_idx = ${custIdx}`)}) figures`.execute(ctx.db),
    sumBatches(ctx, { cust_idx: custIdx, bought: true }),
  ]);
  const figures = rows[0];
  if (!figures || figures.batches === 0) return [];
  const amounts: Money[] = sums.map(({ currency, amount }) => ({ currency, amount }));
  const paid = amounts.filter(({ amount }) => Number(amount) !== 0);
  return [
    { label: 'code.fact_batches', value: figures.batches, href: `/customer/code/${custIdx}` },
    ...states.map((state) => ({
      label: `code.fact_${state}`,
      value: figures[state],
      href: `/code?cust_idx=${custIdx}&status=${state}`,
    })),
    { label: 'code.fact_amount', value: paid.length > 0 ? paid : amounts.slice(0, 1) },
  ];
}
