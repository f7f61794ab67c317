import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { UndoableKind } from '#kernel/undo.ts';

/** Tells of an act on many books: its one audit row, and one change. */
export function auditBookAct(ctx: Context, act: number, verb: string, after: Record<string, unknown>): void {
  ctx.audit({ entity: 'book_act', id: act, action: `book_act.${verb}`, after, act });
  ctx.changed('book');
}

/** What tells that nobody has touched a book since an act: no part of it changed, nor was it published or taken back. */
export const bookState = sql`
  jsonb_build_object('bidx', book.bidx, 'revision', book.revision, 'published', book.published_at is not null)`;

/** Whether a book is published as an act left it; a book deleted and added again under the same bid is another book. */
const publishedState = sql`
  jsonb_build_object('bidx', book.bidx, 'published_at', extract(epoch from book.published_at))`;

/** How publishing and unpublishing are undone; `undo` also keeps when a book `was` published. */
export const publishedBooks: UndoableKind = {
  entity: 'book',
  table: 'book',
  id: 'bid',
  key: 'bidx',
  state: publishedState,
};

/** How an act on books is taken back; its `undo` holds also the `keys` of series, level, category and age group. */
export const undoableBooks: UndoableKind = { entity: 'book', table: 'book', id: 'bid', key: 'bidx', state: bookState };
