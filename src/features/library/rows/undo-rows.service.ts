import { sql } from 'kysely';
import { bookState, undoableBooks } from '#features/book/book-act.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type ActUndo, type Foreseen, type KeptRecord, namedKept } from '#kernel/records/act-undo.ts';
import { findLastTouches } from '#kernel/records/last-touch.ts';
import { listTouched, listUntouchedMade, lockRecords, summarizeAct } from '#kernel/records/undo.ts';
import type { Context } from '#kernel/work/context.ts';
import { removeUnusedTitles } from './made-titles.store.ts';
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

/** The effect of undoing an act that added books or changed their fields. */
export async function foreseeRows(ctx: Context, { references }: Parts, act: number): Promise<Foreseen> {
  const { same, changed, first } = await summarizeAct(ctx.db, act, undoableBooks, namedKept);
  const made = await listUntouchedMade(ctx.db, act, undoableBooks);
  const used = await references.referenced(ctx, 'book', made);
  const inUse = [...used];
  const gone = made.filter((bid) => !used.has(bid));
  const effects = [
    { text: 'book.undo_deletes', values: { count: gone.length } },
    { text: 'book.undo_restores', values: { count: same - made.length } },
  ];
  const kept = [...first.map(keptBook), ...inUse.map((bid) => ({ bid, reason: 'held' }) as const)];
  return {
    back: same - inUse.length,
    effects: effects.filter(({ values }) => values.count > 0),
    lostIn: await references.reaching(ctx, 'book', gone),
    kept: changed + inUse.length,
    first: kept.slice(0, namedKept).map(keptRecord),
    live: await countLive(ctx, act),
  };
}

/**
 * Undoes an act that added books or changed their fields: added books are removed, changed ones get their previous
 * values back. Books that somebody has touched since in any part, or that something uses, are kept and named.
 */
export async function undoRows(
  ctx: Context,
  { references, storage }: Parts,
  { of, act }: { of: number; act: number },
): Promise<RowsUndone> {
  await lockRecords(ctx.db, of, undoableBooks);
  const inUse = await referencedBooks(ctx, references, of);
  const touched = await listTouched(ctx.db, of, undoableBooks);
  const named = [...touched.map(keptBook), ...inUse.map((bid): KeptBook => ({ bid, reason: 'held' }))];
  const touches = await findLastTouches(ctx.db, { entity: 'book', ids: named.map(({ bid }) => bid), act: of });
  const kept = named.map((one): KeptBook => {
    const { actor = null, at = 0 } = touches.get(one.bid) ?? {};
    return { ...one, by: actor, at };
  });
  const removed = await removeMadeBooks(ctx, storage, { of, act, inUse });
  const restored = await restoreChangedBooks(ctx, { of, act });
  await removeUnusedTitles(ctx, references, { of, act });
  ctx.changed('book');
  return { removed, restored, kept };
}

/** The undo of acts on book rows that changed nothing but books. */
export const rowsUndo = (parts: Parts): ActUndo => ({
  foresee: (ctx, act) => foreseeRows(ctx, parts, act),
  undo: async (ctx, acts) => {
    const { removed, restored, kept } = await undoRows(ctx, parts, acts);
    return { back: removed + restored, kept: kept.length, outcome: { removed, restored, kept: kept.length } };
  },
});

/** How many books of an act were edited since, in any part; publishing them is no edit. */
export async function countEditedSince({ db }: Context, act: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from act_record d join book on book.bid = d.record_id
    where d.act_idx = ${act}::bigint and d.entity = 'book' and not d.undo @> (${bookState} - 'published')`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The books that an act added, unchanged since, but in use. */
async function referencedBooks(ctx: Context, references: Parts['references'], act: number): Promise<string[]> {
  return [...(await references.referenced(ctx, 'book', await listUntouchedMade(ctx.db, act, undoableBooks)))];
}

async function countLive(ctx: Context, act: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from act_record d join book b on b.bid = d.record_id
    where d.act_idx = ${act}::bigint and d.entity = 'book' and b.published_at is not null`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

const keptBook = ({ id: bid, differs }: { id: string; differs: string[] }): KeptBook => ({
  bid,
  reason: differs.every((name) => name === 'published') ? 'published' : 'edited',
});

const keptRecord = ({ bid, reason }: KeptBook): KeptRecord => ({
  entity: 'book',
  id: bid,
  reason: `undo.kept_${reason}`,
});
