import type { Context } from '#kernel/context.ts';
import { AppError } from '#kernel/errors.ts';
import { type References, requireUnused } from '#kernel/references.ts';
import { requireFresh } from '#kernel/stale.ts';
import { type ReadBody, readBody, readNewBody } from './book-body.rules.ts';
import { warningsOf } from './book-fields.rules.ts';
import { type BookFieldName, bookFields } from './book-fields.ts';
import type { BookBody, BookHint, BookRecord } from './book.contract.ts';
import { bookMessages } from './book.messages.ts';
import { type BookColumns, deleteBook, findBook, findBookLocked, insertBook, updateBook } from './book.store.ts';

const entity = 'book';

function required(book: BookRecord | undefined): BookRecord {
  if (!book) throw bookMessages.error(404, 'book.not_found');
  return book;
}

export const getBook = async (ctx: Context, bid: string): Promise<BookRecord> => required(await findBook(ctx.db, bid));

export async function createBook(ctx: Context, bid: string, body: BookBody): Promise<BookRecord> {
  await insertBook(ctx, accepted(readNewBody({ ...body, bid })));
  const book = await getBook(ctx, bid);
  ctx.audit({ entity, id: bid, action: 'book.created', after: textsOf(book, filled(book)) });
  ctx.changed(entity, bid);
  return book;
}

/** Changes what differs; a save that changes nothing leaves no trace. */
export async function changeBook(ctx: Context, bid: string, body: BookBody, version?: number): Promise<BookRecord> {
  const before = required(await findBookLocked(ctx.db, bid));
  await requireFresh(ctx, { entity, id: bid, current: before.version, loaded: version, record: before });
  const columns = differing(before, accepted(readBody(body)));
  if (Object.keys(columns).length === 0) return before;
  await updateBook(ctx, before.bidx, columns);
  const after = await getBook(ctx, bid);
  const names = bookFields.map((field) => field.name).filter((name) => before[name] !== after[name]);
  ctx.audit({ entity, id: bid, action: 'book.updated', before: textsOf(before, names), after: textsOf(after, names) });
  ctx.changed(entity, bid);
  return after;
}

/** Deletes a book, with everything that belongs to it, unless something uses it. */
export async function removeBook(ctx: Context, references: References, bid: string): Promise<void> {
  const before = required(await findBookLocked(ctx.db, bid));
  await requireUnused(ctx, references, entity, bid, 'book.in_use');
  await deleteBook(ctx.db, before.bidx);
  ctx.audit({ entity, id: bid, action: 'book.deleted', before: textsOf(before, filled(before)) });
  ctx.changed(entity, bid);
}

function accepted({ columns, problems }: ReadBody): BookColumns {
  if (Object.keys(problems).length > 0) throw new AppError(400, 'invalid.input', undefined, { fields: problems });
  return columns;
}

const differing = (before: BookRecord, columns: BookColumns): BookColumns => {
  const now = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => now.get(name) !== value));
};

const filled = (book: BookRecord) => bookFields.map((field) => field.name).filter((name) => book[name] !== null);

const textsOf = (book: BookRecord, names: readonly BookFieldName[]) =>
  Object.fromEntries(names.map((name) => [name, book[name]]));

/** What is worth a look in a book, in the caller's language. */
export function hintsOf(ctx: Context, book: BookRecord): BookHint[] {
  const texts = Object.fromEntries(
    bookFields.map(({ name }) => [name, book[name] === null ? null : String(book[name])]),
  );
  return warningsOf(texts).map(({ field, key, values }) => ({
    field,
    label: ctx.text(`book.field_${field}`),
    message: ctx.text(key, values),
  }));
}
