import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';

/** The terms of a customer's newest batch; the next one is often similar. */
export interface LastTerms {
  collection: Choice;
  price: string;
  currency: string;
  length: number;
}

export async function findLastTerms(ctx: Context, cust_idx: number | undefined): Promise<LastTerms | null> {
  if (cust_idx === undefined) return null;
  const { rows } = await sql<Omit<LastTerms, 'collection'> & { cidx: string; title: string }>`
    select b.cidx::text as cidx, coalesce(t.title, c.cid) as title, b.price::text as price, b.currency, b.length
    from code_batch b join collection c using (cidx) left join collection_text t on t.cidx = b.cidx and t.locale = 'en'
    where b.cust_idx = ${cust_idx} order by b.cg_idx desc limit 1`.execute(ctx.db);
  const [last] = rows;
  if (!last) return null;
  const { cidx, title, ...terms } = last;
  return { ...terms, collection: { value: cidx, label: title } };
}
