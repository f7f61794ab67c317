import { requireFresh } from '#kernel/records/stale.ts';
import { leaveFiles } from '#kernel/storage/leave-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookRecord } from '../book.contract.ts';
import { bookMessages } from '../book.messages.ts';
import { getBook, lockBookOf } from '../book.service.ts';
import { type BookColumns, updateBook } from '../book.store.ts';
import { touchBook } from '../book-touch.store.ts';
import type { BookContents, Content } from './content.contract.ts';
import { type ContentRow, deleteContent, listContents, replaceContent, type StoredContent } from './content.store.ts';
import { keysOf } from './content-files.service.ts';
import type { ContentKind } from './content-keys.rules.ts';

const entity = 'book';

/** The file of a kind; 404 if the book has none. */
export async function findContent(ctx: Context, bid: string, kind: ContentKind): Promise<StoredContent> {
  const { bidx } = await getBook(ctx, bid);
  return required((await listContents(ctx.db, bidx)).find((row) => row.kind === kind));
}

export async function listBookContents(ctx: Context, bidx: number): Promise<BookContents> {
  const rows = await listContents(ctx.db, bidx);
  const shown = (kind: ContentKind) => {
    const row = rows.find((one) => one.kind === kind);
    return row ? shownContent(row) : null;
  };
  return { epub: shown('epub'), zip: shown('zip') };
}

/** Assigns a file to a book: the book's fields now refer to it, and the previous file is removed after commit. */
export async function setContent(
  ctx: Context,
  storage: Storage,
  bid: string,
  row: ContentRow,
  version?: number,
): Promise<Content> {
  const book = await lockBookOf(ctx, bid);
  await requireFreshBook(ctx, book, version);
  const before = (await listContents(ctx.db, book.bidx)).find(({ kind }) => kind === row.kind);
  const uploaded = { uploaded_at: ctx.now.toISOString(), uploaded_by: actorName(ctx.actor) };
  await replaceContent(ctx.db, book.bidx, { ...row, ...uploaded });
  const columns = columnsOf(row);
  await updateBook(ctx, book.bidx, columns);
  await record(ctx, book, columns, { action: 'book.uploaded', before, after: row });
  if (before) leaveFiles(ctx, storage, keysOf(before));
  return shownContent({ ...row, ...uploaded, uploaded_at: inSeconds(ctx.now) });
}

/** Rejects a file if the book is no longer at the version the caller loaded. */
export const requireFreshBook = (ctx: Context, book: BookRecord, loaded: number | undefined): Promise<void> =>
  requireFresh(ctx, { entity, id: book.bid, current: book.version, loaded, record: book });

/** Removes a file from its book. Fields that have since been pointed elsewhere are kept. */
export async function removeContent(ctx: Context, storage: Storage, bid: string, kind: ContentKind): Promise<void> {
  const book = await lockBookOf(ctx, bid);
  const before = required((await listContents(ctx.db, book.bidx)).find((row) => row.kind === kind));
  await deleteContent(ctx.db, book.bidx, kind);
  const columns = emptied(book, before);
  if (Object.keys(columns).length > 0) await updateBook(ctx, book.bidx, columns);
  await record(ctx, book, columns, { action: 'book.content_removed', before, after: undefined });
  leaveFiles(ctx, storage, keysOf(before));
}

function required(row: StoredContent | undefined): StoredContent {
  if (!row) throw bookMessages.error(404, 'book.content_none');
  return row;
}

const columnsOf = ({ kind, file_key, package: epub }: ContentRow): BookColumns =>
  kind === 'zip'
    ? { content_zip_url: file_key }
    : { epub_path: file_key, ...(epub?.identifier && { epub_content_id: epub.identifier }) };

/** Clears the fields of the book that still have the values set from the file. */
function emptied(book: BookRecord, row: ContentRow): BookColumns {
  const now = new Map<string, unknown>(Object.entries(book));
  const still = Object.entries(columnsOf(row)).filter(([column, value]) => now.get(column) === value);
  return Object.fromEntries(still.map(([column]) => [column, null]));
}

async function record(
  ctx: Context,
  book: BookRecord,
  columns: BookColumns,
  act: { action: string; before: ContentRow | undefined; after: ContentRow | undefined },
): Promise<void> {
  const now = new Map<string, unknown>(Object.entries(book));
  const old = Object.fromEntries(Object.keys(columns).map((column) => [column, now.get(column)]));
  ctx.audit({
    entity,
    id: book.bid,
    action: act.action,
    before: { ...old, ...fileOf(act.before) },
    after: { ...columns, ...fileOf(act.after) },
  });
  await touchBook(ctx, book.bid);
}

const fileOf = (row: ContentRow | undefined) => row && { file_name: row.file_name, size: row.size };

function shownContent(row: StoredContent): Content {
  const { file_key: _, cover_key, package: found, ...shown } = row;
  return { ...shown, has_cover: cover_key !== null, epub: found };
}
