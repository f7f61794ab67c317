import { sql } from 'kysely';
import { type CodeFigures, figuresOf } from '#features/code/code-figures.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { ListedPart } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';

const batches = '/customer/code/';

/** The states of codes, each with its share of all. */
const states = [
  { key: 'issued', status: 'issued', share: 'ahead' },
  { key: 'active', status: 'active', share: 'live' },
  { key: 'expired', status: 'expired', share: 'over' },
  { key: 'canceled', status: 'canceled_only', share: 'bad' },
] as const;

type Listed = CodeFigures & { cust_idx: number; batches: number; last: number };

/** What the list of customers shows of their codes: batches, the four states, the last order. */
export async function listedCodes(ctx: Context, ids: readonly string[]): Promise<ListedPart[]> {
  const { rows } = await sql<Listed>`
    select b.cust_idx, count(*) as batches, ${secondsOf(sql`max(b.created_at)`)} as last,
      ${sql.join(states.map(({ key }) => sql`sum(f.${sql.ref(key)})::bigint as ${sql.ref(key)}`))}
    from code_batch b
    join (${figuresOf(ctx, sql<boolean>`b.cust_idx = any(${ids}::integer[])`)}) f using (cg_idx)
    group by b.cust_idx`.execute(ctx.db);
  const values = (name: keyof Listed) => Object.fromEntries(rows.map((row) => [row.cust_idx, row[name]]));
  return [
    { key: 'batches', label: 'code.fact_batches', as: 'number', values: values('batches'), href: batches },
    ...states.map(
      ({ key, status, share }): ListedPart => ({
        key,
        label: `code.fact_${key}`,
        as: 'number',
        share,
        values: values(key),
        href: `/code?status=${status}&cust_idx=`,
      }),
    ),
    { key: 'last_order', label: 'code.listed_last', as: 'date', values: values('last'), href: batches },
  ];
}
