import { sql } from 'kysely';
import { publishedBooks } from '#features/book/book-act.public.ts';
import { type Acts, type ActUndo, type Foreseen, namedKept } from '#kernel/records/act-undo.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { type ActPart, lockRecords, summarizeAct, untouchedRecords } from '#kernel/records/undo.ts';
import type { Context } from '#kernel/work/context.ts';

/** Publishing and unpublishing are undone for books that nobody has published or unpublished since. */
export const publishUndo: ActUndo = {
  byRecord: publishedBooks.entity,
  foresee: (ctx, of, only) => foresee(ctx, { of, only }),
  undo: async (ctx, { act, ...part }) => {
    await lockRecords(ctx.db, part, publishedBooks);
    const { kept } = await foresee(ctx, part);
    const back = await restorePublished(ctx, { ...part, act });
    ctx.changed('book');
    return { back, kept };
  },
};

async function foresee(ctx: Context, part: ActPart): Promise<Foreseen> {
  const { same, changed, gone, first } = await summarizeAct(ctx.db, part, publishedBooks, namedKept);
  const kept = first.map(({ id }) => ({ entity: 'book', id, reason: 'undo.kept_published' }));
  const { hidden, shown } = await countRestored(ctx, part);
  const effects = [
    { text: 'book.undo_unpublishes', values: { count: hidden } },
    { text: 'book.undo_publishes', values: { count: shown } },
  ];
  return { back: same, effects: effects.filter(({ values }) => values.count > 0), kept: changed + gone, first: kept };
}

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
