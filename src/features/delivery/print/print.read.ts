import { sql } from 'kysely';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';

/** What printed codes tell about their batch. */
export interface PrintedBatch {
  cg_idx: number;
  batch: string;
  customer: string;
  /** The title of the collection in the language of print, else in English. */
  title: string;
  /** In how many days after the order of a shop its codes end; 0 if they do not wait for one. */
  days_after_order: number;
}

/** The batches with these keys, by key. */
export async function findPrintedBatches(
  ctx: Context,
  keys: readonly number[],
  locale: Locale,
): Promise<Map<number, PrintedBatch>> {
  const { rows } = await sql<PrintedBatch>`
    select b.cg_idx, b.title as batch, u.name as customer,
      coalesce(nullif(own.title, ''), nullif(english.title, ''), o.cid) as title,
      case when b.valid_after = 'vend' then b.valid_days else 0 end as days_after_order
    from code_batch b join customer u on u.cust_idx = b.cust_idx join collection o on o.cidx = b.cidx
    left join collection_text own on own.cidx = o.cidx and own.locale = ${locale}
    left join collection_text english on english.cidx = o.cidx and english.locale = 'en'
    where b.cg_idx = any(${keys}::integer[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.cg_idx, row]));
}
