import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { Database } from '#kernel/db/database.ts';
import type { HistoryEntry, HistorySource } from '#kernel/histories.ts';

/*
 * An act on many books has one audit row, of the entity `book_act`. What it did to each book is kept beside it, and
 * joins the history of that book.
 */

const entity = 'book_act';

/** The number of a new act. */
export async function nextBookAct(db: Database): Promise<number> {
  const { rows } = await sql<{ act: number }>`select nextval('book_act_idx_seq') as act`.execute(db);
  return rows[0]?.act ?? 0;
}

/** Keeps what an act did: `done` yields `bid, before jsonb, after jsonb`. May end a statement that writes books. */
export const insertActRows = (act: number, done: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into book_act_row (act_idx, bid, before, after)
  select ${act}::bigint, bid, before, after from (${done}) done`;

export function auditBookAct(ctx: Context, act: number, verb: string, after: Record<string, unknown>): void {
  ctx.audit({ entity, id: act, action: `${entity}.${verb}`, after });
  ctx.changed('book');
}

/** What bulk acts did to a book, for its history. */
export const bookActHistory: HistorySource = {
  entity: 'book',
  list: async (ctx, bid, before, limit) => {
    const { rows } = await sql<HistoryEntry>`
      select a.audit_idx, extract(epoch from a.at)::bigint as at, a.actor, replace(a.action, 'book_act.', 'book.') as action,
        r.before, r.after, a.reason
      from book_act_row r join audit a on a.entity = ${entity} and a.entity_id = r.act_idx::text
      where r.bid = ${bid} and (${before ?? null}::bigint is null or a.audit_idx < ${before ?? null}::bigint)
      order by a.audit_idx desc limit ${limit}`.execute(ctx.db);
    return rows;
  },
};
