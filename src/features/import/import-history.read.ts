import { sql } from 'kysely';
import { bookFields } from '#features/book/book-rows.public.ts';
import type { HistoryEntry, HistorySource } from '#kernel/histories.ts';

const names = sql`array[${sql.join(bookFields.map((field) => sql.lit(field.name)))}]`;

/** What imports did to a book, for its history: an import writes one audit row, and keeps what it did to each book. */
export const importHistory: HistorySource = {
  entity: 'book',
  list: async (ctx, bid, before, limit) => {
    const { rows } = await sql<HistoryEntry>`
      select a.audit_idx, extract(epoch from a.at)::bigint as at, a.actor,
        case when a.action = 'import.undone' then 'book.restored' when d.before is null then 'book.created' else 'book.updated' end as action,
        case when a.action = 'import.undone' then d.after else d.before end as before,
        case when a.action = 'import.undone' then d.before
             when d.before is null then (
               select jsonb_object_agg(name, cell) from unnest(${names}, r.cells) as given(name, cell) where cell <> '')
             else d.after end as after,
        a.reason
      from import_result d
      join import_row r using (import_idx, row_no)
      join audit a on a.entity = 'import' and a.entity_id = d.import_idx::text and a.action in ('import.applied', 'import.undone')
      where d.bid = ${bid} and (${before ?? null}::bigint is null or a.audit_idx < ${before ?? null}::bigint)
      order by a.audit_idx desc limit ${limit}`.execute(ctx.db);
    return rows;
  },
};
