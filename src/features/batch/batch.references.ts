import { sql } from 'kysely';
import { batchHref } from '#features/code/code-batch.public.ts';
import { customerIdKind, customerKind } from '#features/customer/customer.public.ts';
import type { ReferenceFinder } from '#kernel/records/references.ts';

// How many batches a refusal or a panel lists by name.
const shown = 3;

/** The batches issued for a customer, by key or by its ID, or for a collection. */
export const batchReferences: readonly ReferenceFinder[] = [
  finderOf(customerKind, 'cust_idx'),
  finderOf(customerIdKind, 'cust_idx'),
  finderOf('collection', 'cidx'),
];

function finderOf(of: string, field: 'cust_idx' | 'cidx'): ReferenceFinder {
  const column = sql.ref(`b.${field}`);
  return {
    of,
    ...(of === 'collection' && { reason: 'code.batch_keeps_collection', refusal: 'code.batch_exists' }),
    all: (_ctx, id) => `/code/report?${field}=${id}`,
    find: async (ctx, ids) => {
      const { rows } = await sql<{ cg_idx: number; title: string; count: number }>`
        select b.cg_idx, b.title, count(*) over () as count from code_batch b
        where ${column} = any(${ids.map(Number)}::integer[]) order by b.cg_idx desc limit ${sql.lit(shown)}`.execute(
        ctx.db,
      );
      const first = rows.map(({ cg_idx, title }) => ({
        label: title,
        kind: 'code.batch_kind',
        href: batchHref(cg_idx),
      }));
      return { count: rows[0]?.count ?? 0, first };
    },
    referenced: async (ctx, ids) => {
      const { rows } = await sql<{ id: string }>`
        select distinct ${column}::text as id from code_batch b
        where ${column} = any(${ids.map(Number)}::integer[])`.execute(ctx.db);
      return rows.map(({ id }) => id);
    },
  };
}
