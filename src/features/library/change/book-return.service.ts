import { sql } from 'kysely';
import { recordBookBack, removeBook } from '#features/book/book-record.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type ActUndo, namedKept } from '#kernel/records/act-undo.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { storeDeleted } from '#kernel/records/record-tables.ts';
import { takeFilesAway } from '#kernel/records/record-tables-files.ts';
import { listUnreturnable, recordReturn, returnRecords } from '#kernel/records/returned-records.ts';
import { shortWork } from '#kernel/records/selection.ts';
import { type ActPart, isUndoneAlone } from '#kernel/records/undo.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { bookLosses } from '../book-losses.read.ts';
import { bookTables } from '../book-tables.ts';
import { findBidsOf } from './book-delete.store.ts';
import { shareNumbersAgain } from './book-return.store.ts';

type Parts = Pick<Kernel, 'references' | 'storage' | 'files'>;

/** Deletes a book and everything that belongs to it, unless something uses it. For a day, its undo brings all of it back. */
export const deleteBook = (ctx: Context, parts: Parts, bid: string, seen?: string): Promise<void> =>
  removeBook(ctx, bid, {
    references: parts.references,
    losses: parts.references.lossesOf(bookTables.entity) ?? bookLosses,
    store: (act, bidx) => storeBooks(ctx, parts, act, [bidx]),
    seen,
  });

/** Stores books that are about to be deleted with the act that deletes them, and deletes what belongs to them. */
export async function storeBooks(ctx: Context, parts: Parts, act: number, keys: readonly number[]): Promise<void> {
  await storeDeleted(ctx.db, act, bookTables, keys);
  const bids = await findBidsOf(ctx.db, keys);
  await takeFilesAway(ctx, parts, { of: act, only: bids }, bookTables);
  await parts.references.endWith(ctx, bookTables.entity, bids);
}

/** How adding a book, and deleting one, is undone. One that has got anything since stays. */
export const bookExistence = (parts: Parts): Removal & Insertion => ({
  remove: (ctx, bid) => deleteBook(ctx, parts, bid, ''),
  ...recordReturn(parts.storage, bookTables, async (ctx, bid, of) => {
    await bringBack(ctx, parts, { of, only: [bid] });
    await recordBookBack(ctx, bid);
  }),
});

/**
 * How the deletion of many books is undone. Those whose place somebody has taken, or whose files are gone, stay deleted. It is
 * written by hand, since there is no row to compare with what the act left: what counts is what stands in the way now.
 */
export const booksReturn = (parts: Parts): ActUndo => ({
  byRecord: bookTables.entity,
  size: async (ctx, of) => (await listDeleted(ctx, { of })).length,
  foresee: async (ctx, of, only) => {
    const bids = await listDeleted(ctx, { of, only });
    const kept = await listUnreturnable(ctx, parts.storage, { of, only: bids }, bookTables);
    const back = bids.length - kept.length;
    return {
      back,
      effects: back > 0 ? [{ text: 'book.undo_returns', values: { count: back } }] : [],
      kept: kept.length,
      first: kept.slice(0, namedKept).map((one) => ({ entity: bookTables.entity, ...one })),
    };
  },
  undo: async (ctx, { of, act, only }, progress) => {
    const bids = await listDeleted(ctx, { of, only });
    const kept = new Set(
      (await listUnreturnable(ctx, parts.storage, { of, only: bids }, bookTables)).map(({ id }) => id),
    );
    const back = bids.filter((bid) => !kept.has(bid));
    // As many books at a time as the deletion took.
    for (let done = 0; done < back.length; done += shortWork) {
      progress?.report(done, back.length);
      const some = back.slice(done, done + shortWork);
      await bringBack(ctx, parts, { of, only: some });
      await sql`${storeEffects(act, bookTables.entity, {
        from: sql`act_record d where d.act_idx = ${of}::bigint and d.entity = 'book' and d.record_id = any(${some}::text[])`,
        id: sql`d.record_id`,
        after: sql`d.before`,
      })}`.execute(ctx.db);
    }
    progress?.report(back.length, back.length);
    ctx.changed('book');
    return { back: back.length, kept: kept.size };
  },
});

async function bringBack(ctx: Context, { storage }: Parts, part: ActPart): Promise<void> {
  await returnRecords(ctx, storage, part, bookTables);
  await shareNumbersAgain(ctx.db, part);
}

/** The books that an act deleted, but for those that came back alone. */
async function listDeleted(ctx: Context, { of, only }: ActPart): Promise<string[]> {
  const { rows } = await sql<{ bid: string }>`
    select d.record_id as bid from act_record d
    where d.act_idx = ${of}::bigint and d.entity = 'book' ${only ? sql`and d.record_id = any(${only}::text[])` : sql``}
      and not ${isUndoneAlone(sql`d.entity`, sql`d.record_id`, sql`d.act_idx`)}
    order by d.record_id`.execute(ctx.db);
  return rows.map(({ bid }) => bid);
}
