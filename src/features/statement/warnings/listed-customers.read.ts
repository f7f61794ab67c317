import { sql } from 'kysely';
import { figuresOf } from '#features/code/code-figures.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { ListedPart } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';

const batches = '/customer/code/';
const unused = '/code?status=issued&cust_idx=';

/** What the list of customers shows of their codes: batches, unused codes, the last order. */
export async function listedCodes(ctx: Context, ids: readonly string[]): Promise<ListedPart[]> {
  const { rows } = await sql<{ cust_idx: number; batches: number; unused: number; last: number }>`
    select b.cust_idx, count(*) as batches, sum(f.issued)::bigint as unused, ${secondsOf(sql`max(b.created_at)`)} as last
    from code_batch b
    join (${figuresOf(ctx, sql<boolean>`b.cust_idx = any(${ids}::integer[])`)}) f using (cg_idx)
    group by b.cust_idx`.execute(ctx.db);
  const values = (name: 'batches' | 'unused' | 'last') =>
    Object.fromEntries(rows.map((row) => [row.cust_idx, row[name]]));
  return [
    { key: 'batches', label: 'code.fact_batches', as: 'number', values: values('batches'), href: batches },
    { key: 'unused', label: 'code.fact_issued', as: 'number', values: values('unused'), href: unused },
    { key: 'last_order', label: 'code.listed_last', as: 'date', values: values('last'), href: batches },
  ];
}
