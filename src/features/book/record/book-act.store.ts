import { sql } from 'kysely';
import { isAllUndoneSince, isSetSince } from '#kernel/records/set-since.ts';
import type { UndoableKind } from '#kernel/records/undo.ts';
import type { Context } from '#kernel/work/context.ts';

/** Records an act on many books: one audit row and one change. */
export function auditBookAct(ctx: Context, act: number, verb: string, after: Record<string, unknown>): void {
  ctx.audit({ entity: 'book_act', id: act, action: `book_act.${verb}`, after, act });
  ctx.changed('book');
}

/** The state that must be unchanged for an undo: the book's revision, and whether it is published. */
export const bookState = sql`
  jsonb_build_object('bidx', book.bidx, 'revision', book.revision, 'published', book.published_at is not null)`;

/** A book of an act on many (`d`). */
const bookOfAct = { entity: 'book', id: sql`d.record_id`, act: sql`d.act_idx` };

/** When a book was published. Includes `bidx`: a book deleted and added again under the same bid is another book. */
const publishedState = sql`
  jsonb_build_object('bidx', book.bidx, 'published_at', extract(epoch from book.published_at))`;

/** How publishing and unpublishing are undone; `undo` also keeps the previous publication date, `was`. */
export const publishedBooks: UndoableKind = {
  entity: 'book',
  table: 'book',
  id: 'bid',
  key: 'bidx',
  state: publishedState,
  setAgain: isSetSince({ ...bookOfAct, field: 'published' }),
};

/** How an act on books is undone; its `undo` also holds the `keys` of series, level, category and age group. */
export const undoableBooks: UndoableKind = {
  entity: 'book',
  table: 'book',
  id: 'bid',
  key: 'bidx',
  state: bookState,
  byActs: {
    // Publishing does not change it, and may stand: a book published and unpublished again is as it was.
    revision: isAllUndoneSince({ ...bookOfAct, apartFrom: 'published' }),
    published: isAllUndoneSince(bookOfAct),
  },
};
