import { sql } from 'kysely';
import { keepRecords } from '#kernel/acts.ts';
import type { Context } from '#kernel/context.ts';
import { lockRecords, summarizeAct, untouchedRecords } from '#kernel/undo.ts';
import { type ActUndo, type Foreseen, namedKept } from '#kernel/undos.ts';
import { publishedBooks } from './book-act.store.ts';

/** Publishing and unpublishing are undone for books that nobody has published or unpublished since. */
export const publishUndo: ActUndo = {
  foresee,
  undo: async (ctx, { of, act }) => {
    await lockRecords(ctx.db, of, publishedBooks);
    const { kept } = await foresee(ctx, of);
    const back = await restorePublished(ctx, { of, act });
    ctx.changed('book');
    return { back, kept };
  },
};

async function foresee(ctx: Context, act: number): Promise<Foreseen> {
  const { same, changed, gone, first } = await summarizeAct(ctx.db, act, publishedBooks, namedKept);
  const kept = first.map(({ id }) => ({ entity: 'book', id, reason: 'undo.kept_published' }));
  return { back: same, kept: changed + gone, first: kept };
}

/** Restores the previous publication state and date of the books. */
async function restorePublished(ctx: Context, { of, act }: { of: number; act: number }): Promise<number> {
  const result = await sql`
    with done as materialized (${untouchedRecords(of, publishedBooks)}),
    written as (
      update book set published_at = (d.undo ->> 'was')::timestamptz from done d
      where book.bidx = (d.undo ->> 'bidx')::integer
      returning d.record_id, d.before, d.after
    )
    ${keepRecords(act, 'book', { from: sql`written`, id: sql`record_id`, before: sql`after`, after: sql`before` })}`.execute(
    ctx.db,
  );
  return Number(result.numAffectedRows ?? 0);
}
