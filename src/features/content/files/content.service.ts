import { touchBook } from '#features/book/book-act.public.ts';
import type { BookRecord } from '#features/book/book-record.public.ts';
import { type BookColumns, getBook, lockBookOf, updateBook } from '#features/book/book-record.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { storeFormer } from '#kernel/records/former.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { setAside } from '#kernel/storage/set-aside.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { noteUnusedCheck } from '../check/epub-check.store.ts';
import type { BookContents, Content } from './content.contract.ts';
import {
  type ContentRow,
  deleteContent,
  findReferencedKeys,
  listContents,
  replaceContent,
  type StoredContent,
} from './content.store.ts';
import { keysOf } from './content-files.service.ts';
import type { ContentKind } from './content-keys.rules.ts';
import { findUnused, noteUnused } from './unused-content.store.ts';

const entity = 'book';

/** Where files are, and who waits with some. */
type Files = Pick<Kernel, 'storage' | 'files'>;

/** The file of a kind; 404 if the book has none. */
export async function findContent(ctx: Context, bid: string, kind: ContentKind): Promise<StoredContent> {
  const { bidx } = await getBook(ctx, bid);
  return required((await listContents(ctx.db, bidx)).find((row) => row.kind === kind));
}

/** The file of a kind, or the one with this key that the book left or that is kept for a release; 404 if there is none. */
export async function findContentFile(
  ctx: Context,
  bid: string,
  kind: ContentKind,
  fileKey: string | undefined,
): Promise<StoredContent> {
  const kept = fileKey === undefined ? undefined : await findUnused(ctx.db, fileKey);
  return kept?.kind === kind ? kept : findContent(ctx, bid, kind);
}

export async function listBookContents(ctx: Context, bidx: number): Promise<BookContents> {
  const rows = await listContents(ctx.db, bidx);
  const shown = (kind: ContentKind) => {
    const row = rows.find((one) => one.kind === kind);
    return row ? shownContent(row) : null;
  };
  return { epub: shown('epub'), zip: shown('zip') };
}

/** A file that the caller has just uploaded. */
export const uploadedNow = (ctx: Context, row: ContentRow): StoredContent => ({
  ...row,
  uploaded_at: inSeconds(ctx.now),
  uploaded_by: actorName(ctx.actor),
});

/** Assigns a file to a book: the book's fields now refer to it. The previous file is kept for an undo. */
export async function setContent(
  ctx: Context,
  files: Files,
  bid: string,
  row: StoredContent,
  version?: number,
): Promise<Content> {
  const book = await lockBookOf(ctx, bid);
  await requireFreshBook(ctx, book, version);
  const before = (await listContents(ctx.db, book.bidx)).find(({ kind }) => kind === row.kind);
  await replaceContent(ctx.db, book.bidx, row);
  const columns = columnsOf(row);
  await updateBook(ctx, book.bidx, columns);
  await record(ctx, book, columns, { action: 'book.uploaded', kind: row.kind, before, after: row });
  if (before) await leaveContent(ctx, files, before);
  return shownContent(row);
}

/** Keeps a file for a release, which gives it to the book later. */
export async function storeForRelease(ctx: Context, bid: string, row: StoredContent): Promise<Content> {
  await lockBookOf(ctx, bid);
  await storeUnused(ctx, row);
  ctx.audit({ entity, id: bid, action: 'book.content_stored', after: fileOf(row) });
  return shownContent(row);
}

/** Rejects a file if the book is no longer at the version the caller loaded. */
export const requireFreshBook = (ctx: Context, book: BookRecord, loaded: number | undefined): Promise<void> =>
  requireFresh(ctx, { entity, id: book.bid, current: book.version, loaded, record: book });

/** Removes a file from its book. Fields that have since been pointed elsewhere are kept. */
export async function removeContent(ctx: Context, files: Files, bid: string, kind: ContentKind): Promise<void> {
  const book = await lockBookOf(ctx, bid);
  const before = required((await listContents(ctx.db, book.bidx)).find((row) => row.kind === kind));
  await deleteContent(ctx.db, book.bidx, kind);
  const columns = emptied(book, before);
  if (Object.keys(columns).length > 0) await updateBook(ctx, book.bidx, columns);
  await record(ctx, book, columns, { action: 'book.content_removed', kind, before, after: undefined });
  await leaveContent(ctx, files, before);
}

/** Notes a file that no book has; of an EPUB, also what its check found or that it waits for it. */
async function storeUnused(ctx: Context, row: StoredContent): Promise<void> {
  await noteUnused(ctx, row);
  if (row.kind === 'epub') await noteUnusedCheck(ctx.db, row);
}

/** Keeps a file that a book no longer has for a day: taken away from its address, unless a release waits with it. */
async function leaveContent(ctx: Context, { storage, files }: Files, row: StoredContent): Promise<void> {
  await storeUnused(ctx, row);
  await setAside(ctx, storage, keysOf(row), async (later, keys) => {
    const isAwaited = (await files.awaited(later, [row.file_key])).length > 0;
    return isAwaited ? keys : findReferencedKeys(later.db, keys);
  });
}

/** What an act on a content file replaced. */
export interface FormerContent {
  kind: ContentKind;
  content: StoredContent | null;
  /** The fields of the book that it set. */
  columns: BookColumns;
  /** The file that it left. */
  left: string | null;
}

/**
 * Gives a book that is locked its earlier file of a kind, which must be at its address; returns both sides for the trail, or
 * undefined if the book has another file than the act left. Fields that have since been pointed elsewhere are kept.
 */
export async function putContentBack(
  ctx: Context,
  files: Files,
  book: BookRecord,
  { kind, content, columns, left }: FormerContent,
): Promise<{ before: object; after: object } | undefined> {
  const now = (await listContents(ctx.db, book.bidx)).find((row) => row.kind === kind);
  if ((now?.file_key ?? null) !== left) return undefined;
  if (content) await replaceContent(ctx.db, book.bidx, content);
  else await deleteContent(ctx.db, book.bidx, kind);
  const [has, set] = [valuesOf(book), valuesOf(now ? columnsOf(now) : {})];
  const back = Object.fromEntries(
    Object.entries(columns).filter(([name]) => has.get(name) === (set.get(name) ?? null)),
  );
  if (Object.keys(back).length > 0) await updateBook(ctx, book.bidx, back);
  await touchBook(ctx, book.bid);
  if (now) await leaveContent(ctx, files, now);
  const had = Object.fromEntries(Object.keys(back).map((name) => [name, has.get(name)]));
  return { before: { ...had, ...fileOf(now) }, after: { ...back, ...fileOf(content ?? undefined) } };
}

function required(row: StoredContent | undefined): StoredContent {
  if (!row) throw bookMessages.error(404, 'book.content_none');
  return row;
}

const valuesOf = (columns: object): ReadonlyMap<string, unknown> => new Map(Object.entries(columns));

const columnsOf = ({ kind, file_key, package: epub }: ContentRow): BookColumns =>
  kind === 'zip'
    ? { content_zip_url: file_key }
    : { epub_path: file_key, ...(epub?.identifier && { epub_content_id: epub.identifier }) };

/** Clears the fields of the book that still have the values set from the file. */
function emptied(book: BookRecord, row: ContentRow): BookColumns {
  const now = valuesOf(book);
  const still = Object.entries(columnsOf(row)).filter(([column, value]) => now.get(column) === value);
  return Object.fromEntries(still.map(([column]) => [column, null]));
}

async function record(
  ctx: Context,
  book: BookRecord,
  columns: BookColumns,
  done: { action: string; kind: ContentKind; before: StoredContent | undefined; after: ContentRow | undefined },
): Promise<void> {
  const now = valuesOf(book);
  const old = Object.fromEntries(Object.keys(columns).map((column) => [column, now.get(column)]));
  const { action, kind, before, after } = done;
  const act = await beginAct(ctx);
  const former: FormerContent = {
    kind,
    content: before ?? null,
    columns: old as BookColumns,
    left: after?.file_key ?? null,
  };
  await storeFormer(ctx.db, act, { entity, id: book.bid }, former);
  ctx.audit({
    entity,
    id: book.bid,
    action,
    before: { ...old, ...fileOf(before) },
    after: { ...columns, ...fileOf(after) },
    act,
  });
  await touchBook(ctx, book.bid);
}

const fileOf = (row: ContentRow | undefined) => row && { file_name: row.file_name, size: row.size };

function shownContent(row: StoredContent): Content {
  const { file_key: _, cover_key, package: found, ...shown } = row;
  return { ...shown, has_cover: cover_key !== null, epub: found };
}
