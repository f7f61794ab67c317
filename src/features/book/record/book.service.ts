import { AppError } from '#kernel/messages/errors.ts';
import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  lockRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { type Losses, requireSeen } from '#kernel/records/losses.ts';
import { mapFields } from '#kernel/records/record-fields.rules.ts';
import { type References, requireUnused } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import { type BookWords, bookMessages } from '../book.messages.ts';
import { type ReadBody, readBody, readNewBody } from '../fields/book-body.rules.ts';
import { warningsOf } from '../fields/book-cells.rules.ts';
import { type BookFieldName, bookFields, bookTable } from '../fields/book-fields.rules.ts';
import type { BookBody, BookHint, BookRecord } from './book.contract.ts';
import { type BookColumns, deleteBook, findBook, findSharers, insertBook, lockBook, updateBook } from './book.store.ts';

const entity = 'book';

const kind: RecordKind<string, BookRecord> = {
  entity,
  missing: () => bookMessages.error(404, 'book.not_found'),
  find: (ctx, bid) => findBook(ctx.db, bid),
  lock: (ctx, bid) => lockBook(ctx.db, bid),
  id: ({ bid }) => bid,
  isPublic: ({ published_at }) => published_at > 0,
  audited: (book) => mapFields(bookTable, (_, name) => book[name]),
};

export const getBook = (ctx: Context, bid: string): Promise<BookRecord> => getRecord(ctx, kind, bid);

/** Locks the book with this bid until the transaction ends; 404 if there is none. */
export const lockBookOf = (ctx: Context, bid: string): Promise<BookRecord> => lockRecord(ctx, kind, bid);

export async function createBook(ctx: Context, bid: string, body: BookBody): Promise<BookRecord> {
  await insertBook(ctx, accepted(readNewBody({ ...body, bid })));
  return recordCreated(ctx, kind, bid);
}

/** Changes the fields that differ; a save without changes writes nothing. */
export async function changeBook(ctx: Context, bid: string, body: BookBody, version?: number): Promise<BookRecord> {
  return changeRecord(ctx, kind, bid, {
    version,
    values: accepted(readBody(body)),
    write: (columns, { bidx }) => updateBook(ctx, bidx, columns),
  });
}

/** Gives a book values back that it had: they are stored as they were, whatever is accepted by now. */
export const giveBack = (ctx: Context, bid: string, values: BookColumns): Promise<BookRecord> =>
  changeRecord(ctx, kind, bid, {
    version: undefined,
    values,
    write: (columns, { bidx }) => updateBook(ctx, bidx, columns),
  });

interface BookRemoval {
  references: References;
  losses: Losses;
  /** Stores the book with the act that deletes it, and everything that belongs to it. */
  store: (act: number, bidx: number) => Promise<void>;
  /** What the caller was told goes with it. */
  seen?: string | undefined;
}

/** Deletes a book and everything that belongs to it, unless something uses it. */
export async function removeBook(
  ctx: Context,
  bid: string,
  { references, losses, store, seen }: BookRemoval,
): Promise<void> {
  const act = await beginAct(ctx);
  const remove = async ({ bidx }: BookRecord) => {
    await requireUnused(ctx, references, entity, bid, 'book.in_use');
    await requireSeen(ctx, losses, bid, seen);
    await store(act, bidx);
    await deleteBook(ctx.db, bidx);
  };
  await removeRecord(ctx, kind, bid, remove, { act });
}

/** Tells that a deleted book is there again. */
export const recordBookBack = (ctx: Context, bid: string): Promise<BookRecord> => recordCreated(ctx, kind, bid);

function accepted({ columns, problems }: ReadBody): BookColumns {
  if (Object.keys(problems).length > 0) throw new AppError(400, 'invalid.input', undefined, { fields: problems });
  return columns;
}

/** What to check in a book by itself, in the caller's language. */
export function hintsOf(ctx: Context, book: BookRecord): BookHint[] {
  const texts = Object.fromEntries(
    bookFields.map(({ name }) => [name, book[name] === null ? null : String(book[name])]),
  );
  return warningsOf(texts).map(({ field, key, values }) => hint(ctx, field, ctx.text(key, values)));
}

/** The hints of a book, and the books that still have the number of one of its ISBNs. */
export async function findHints(ctx: Context, book: BookRecord): Promise<BookHint[]> {
  const t = ctx.translate<BookWords>();
  const sharers = await findSharers(ctx.db, book);
  return [
    ...hintsOf(ctx, book),
    ...sharers.map(({ field, bid }) => hint(ctx, field, t('book.warn_isbn_shared', { bid }))),
  ];
}

const hint = (ctx: Context, field: BookFieldName, message: string): BookHint => ({
  field,
  label: ctx.text(`book.field_${field}`),
  message,
});
