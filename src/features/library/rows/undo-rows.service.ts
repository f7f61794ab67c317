import { sql } from 'kysely';
import { bookState, undoableBooks } from '#features/book/book-act.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type Acts, type KeptRecord, namedKept } from '#kernel/records/act-undo.ts';
import { findLastTouches } from '#kernel/records/last-touch.ts';
import { type ActPart, countRecords, listTouched, listUntouchedMade, lockRecords } from '#kernel/records/undo.ts';
import type { SetBack, SetForeseen } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { findTitlesOf, removeUnusedTitles } from './made-titles.store.ts';
import { removeMadeBooks, restoreChangedBooks } from './undo-rows.store.ts';

type Parts = Pick<Kernel, 'references' | 'storage'>;

/** A book that an undo left alone. */
export interface KeptBook {
  bid: string;
  reason: 'edited' | 'published' | 'held';
  /** Who touched it last since then, and when (seconds); null if nobody did. */
  by?: string | null;
  at?: number;
}

/** The result of undoing an act on book rows. */
interface RowsUndone {
  removed: number;
  restored: number;
  kept: KeptBook[];
}

/** What becomes of books that an act added or changed, beside those that somebody touched since. */
async function foreseeRows(ctx: Context, { references }: Parts, part: ActPart, same: number): Promise<SetForeseen> {
  const made = await listUntouchedMade(ctx.db, part, undoableBooks);
  const used = await references.referenced(ctx, 'book', made);
  const gone = made.filter((bid) => !used.has(bid));
  const effects = [
    { text: 'book.undo_deletes', values: { count: gone.length } },
    { text: 'book.undo_restores', values: { count: same - made.length } },
  ];
  const staying = [...used].map((bid) => keptRecord({ bid, reason: 'held' }));
  return {
    effects: effects.filter(({ values }) => values.count > 0),
    lostIn: await references.reaching(ctx, 'book', gone),
    staying: { count: used.size, first: staying.slice(0, namedKept) },
    live: await countRecords(ctx.db, part, undoableBooks, sql`book.published_at is not null`),
  };
}

/**
 * Undoes an act that added books or changed their fields: added books are removed, changed ones get their previous
 * values back. Books that somebody has touched since in any part, or that something uses, are kept and named.
 */
export async function undoRows(
  ctx: Context,
  { references, storage }: Parts,
  { act, ...part }: Acts,
): Promise<RowsUndone> {
  const { of } = part;
  await lockRecords(ctx.db, part, undoableBooks);
  const inUse = await referencedBooks(ctx, references, part);
  const touched = await listTouched(ctx.db, part, undoableBooks);
  const named = [...touched.map(keptBook), ...inUse.map((bid): KeptBook => ({ bid, reason: 'held' }))];
  const touches = await findLastTouches(ctx.db, { entity: 'book', ids: named.map(({ bid }) => bid), act: of });
  const kept = named.map((one): KeptBook => {
    const { actor = null, at = 0 } = touches.get(one.bid) ?? {};
    return { ...one, by: actor, at };
  });
  const titles = part.only && (await findTitlesOf(ctx, part));
  const removed = await removeMadeBooks(ctx, storage, { ...part, act, inUse });
  const restored = await restoreChangedBooks(ctx, { ...part, act });
  await removeUnusedTitles(ctx, references, { of, act, titles });
  return { removed, restored, kept };
}

/** Books that an act added go, and those it changed get their values back. */
export const rowsBack = (parts: Parts) =>
  ({
    set: undoableBooks,
    foresee: (ctx, part, same) => foreseeRows(ctx, parts, part, same),
    reason: (differs) => `undo.kept_${reasonOf(differs)}`,
    locks: true,
    write: async (ctx, acts) => {
      const { removed, restored, kept } = await undoRows(ctx, parts, acts);
      return { back: removed + restored, kept: kept.length, outcome: { removed, restored, kept: kept.length } };
    },
  }) satisfies SetBack;

/** How many books of an act were edited since, in any part; publishing them is no edit. */
export const countEditedSince = ({ db }: Context, act: number): Promise<number> =>
  countRecords(db, { of: act }, undoableBooks, sql`not d.undo @> (${bookState} - 'published')`);

/** The books that an act added, unchanged since, but in use. */
async function referencedBooks(ctx: Context, references: Parts['references'], part: ActPart): Promise<string[]> {
  return [...(await references.referenced(ctx, 'book', await listUntouchedMade(ctx.db, part, undoableBooks)))];
}

const keptBook = ({ id: bid, differs }: { id: string; differs: string[] }): KeptBook => ({
  bid,
  reason: reasonOf(differs),
});

const reasonOf = (differs: readonly string[]) =>
  differs.every((name) => name === 'published') ? 'published' : 'edited';

const keptRecord = ({ bid, reason }: KeptBook): KeptRecord => ({
  entity: 'book',
  id: bid,
  reason: `undo.kept_${reason}`,
});
