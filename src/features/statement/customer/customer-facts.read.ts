import { sql } from 'kysely';
import type { CodeStatus } from '#features/code/code.public.ts';
import { type CodeFigures, figuresOf } from '#features/code/code-figures.public.ts';
import type { Money, RecordFact } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { listUrl } from '#ui/page/list-url.ts';
import { sumBatches } from '../batch-rows.read.ts';

/** The figures of the ledger, and the filter that lists the codes of each. */
const figures: readonly { name: keyof CodeFigures; status?: CodeStatus }[] = [
  { name: 'total' },
  { name: 'withdrawn', status: 'withdrawn' },
  { name: 'issued', status: 'issued' },
  { name: 'active', status: 'active' },
  { name: 'expired', status: 'expired' },
  { name: 'canceled', status: 'canceled_only' },
];

/** The facts about codes on a customer's page: the ledger of all batches, and the amount in each currency. */
export async function customerFacts(ctx: Context, id: string): Promise<RecordFact[]> {
  const custIdx = Number(id);
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`;
  const [{ rows }, sums] = await Promise.all([
    sql<CodeFigures & { batches: number }>`
      select count(*) as batches, ${sql.join(figures.map(({ name }) => sum(name)))}
      from (${figuresOf(ctx, sql<boolean>`b.cust_idx = ${custIdx}`)}) figures`.execute(ctx.db),
    sumBatches(ctx, { cust_idx: custIdx, bought: true }),
  ]);
  const counted = rows[0];
  if (!counted || counted.batches === 0) return [];
  const amounts: Money[] = sums.map(({ currency, amount }) => ({ currency, amount }));
  const paid = amounts.filter(({ amount }) => Number(amount) !== 0);
  return [
    { label: 'code.fact_batches', value: counted.batches, href: `/customer/code/${custIdx}` },
    ...figures.map(({ name, status }) => ({
      label: `code.fact_${name}`,
      value: counted[name],
      href: listUrl('/code', { cust_idx: custIdx, status }),
    })),
    { label: 'code.fact_amount', value: paid.length > 0 ? paid : amounts.slice(0, 1) },
  ];
}
