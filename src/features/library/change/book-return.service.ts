import { recordBookBack, removeBook } from '#features/book/book-record.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type ActUndo, type Foreseen, namedKept } from '#kernel/records/act-undo.ts';
import { storeDeleted } from '#kernel/records/record-tables.ts';
import { takeFilesAway } from '#kernel/records/record-tables-files.ts';
import {
  countStored,
  listUnreturnable,
  recordReturn,
  requireRows,
  returnRecords,
  storedPieces,
} from '#kernel/records/returned-records.ts';
import type { ActPart } from '#kernel/records/undo.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import { lockFilesAgainstSweep } from '#kernel/storage/file-owners.ts';
import type { Context } from '#kernel/work/context.ts';
import { bookLosses } from '../book-losses.read.ts';
import { bookTables } from '../book-tables.ts';
import { findBidsOf } from './book-delete.store.ts';
import { shareNumbersAgain, storeReturned } from './book-return.store.ts';

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
  require: requireRows,
  size: (ctx, of) => countStored(ctx.db, { of }, bookTables),
  foresee: async (ctx, of, only) => {
    const outcome: Foreseen = { back: 0, kept: 0, first: [] };
    for await (const bids of storedPieces(ctx.db, { of, only }, bookTables)) {
      const kept = await listUnreturnable(ctx, parts.storage, { of, only: bids }, bookTables);
      outcome.back += bids.length - kept.length;
      outcome.kept += kept.length;
      const named = kept.slice(0, namedKept - outcome.first.length);
      outcome.first.push(...named.map((one) => ({ entity: bookTables.entity, ...one })));
    }
    const { back } = outcome;
    return { ...outcome, ...(back > 0 && { effects: [{ text: 'book.undo_returns', values: { count: back } }] }) };
  },
  undo: async (ctx, { of, act, only }, progress) => {
    const total = await countStored(ctx.db, { of, only }, bookTables);
    // Which files are gone is known only once the sweep waits.
    await lockFilesAgainstSweep(ctx);
    const outcome = { back: 0, kept: 0 };
    for await (const bids of storedPieces(ctx.db, { of, only }, bookTables)) {
      progress?.report(outcome.back + outcome.kept, total);
      const kept = new Set(
        (await listUnreturnable(ctx, parts.storage, { of, only: bids }, bookTables)).map(({ id }) => id),
      );
      const back = bids.filter((bid) => !kept.has(bid));
      await bringBack(ctx, parts, { of, only: back });
      await storeReturned(ctx.db, { of, only: back }, act);
      outcome.back += back.length;
      outcome.kept += kept.size;
    }
    progress?.report(total, total);
    ctx.changed('book');
    return outcome;
  },
});

async function bringBack(ctx: Context, { storage }: Parts, part: ActPart): Promise<void> {
  await returnRecords(ctx, storage, part, bookTables);
  await shareNumbersAgain(ctx.db, part);
}
