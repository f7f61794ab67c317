import { sql } from 'kysely';
import { publishedBooks } from '#features/book/book-act.public.ts';
import type { Acts } from '#kernel/records/act-undo.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { type ActPart, untouchedRecords } from '#kernel/records/undo.ts';
import type { SetBack } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';

/** Publishing and unpublishing come back for books that nobody has published or unpublished since. */
export const publishedBack: SetBack = {
  set: publishedBooks,
  foresee: async (ctx, part) => {
    const { hidden, shown } = await countRestored(ctx, part);
    const effects = [
      { text: 'book.undo_unpublishes', values: { count: hidden } },
      { text: 'book.undo_publishes', values: { count: shown } },
    ];
    return { effects: effects.filter(({ values }) => values.count > 0) };
  },
  reason: () => 'undo.kept_published',
  countsGone: true,
  write: async (ctx, acts) => ({ back: await restorePublished(ctx, acts) }),
};

/** How many books readers would no longer see, and how many they would see with their earlier date. */
async function countRestored(ctx: Context, part: ActPart): Promise<{ hidden: number; shown: number }> {
  const { rows } = await sql<{ hidden: number; shown: number }>`
    select count(*) filter (where d.undo ->> 'was' is null)::integer as hidden, count(d.undo ->> 'was')::integer as shown
    from (${untouchedRecords(part, publishedBooks)}) d`.execute(ctx.db);
  return rows[0] ?? { hidden: 0, shown: 0 };
}

/** Restores the previous publication state and date of the books. */
async function restorePublished(ctx: Context, { act, ...part }: Acts): Promise<number> {
  const result = await sql`
    with done as materialized (${untouchedRecords(part, publishedBooks)}),
    written as (
      update book set published_at = (d.undo ->> 'was')::timestamptz from done d
      where book.bidx = (d.undo ->> 'bidx')::integer
      returning d.record_id, d.before, d.after
    )
    ${storeEffects(act, 'book', { from: sql`written`, id: sql`record_id`, before: sql`after`, after: sql`before` })}`.execute(
    ctx.db,
  );
  return Number(result.numAffectedRows ?? 0);
}
