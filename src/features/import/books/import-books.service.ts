import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import { entity } from '../record/import.service.ts';
import { insertImport, updateImport } from '../record/import.store.ts';
import { storeChosenBooks } from '../record/import-books.store.ts';
import { stepAfter } from '../rules/import-steps.rules.ts';
import type { ShownBook } from './import-books.contract.ts';
import { countImportedBooks, type ImportedBook, listImportedBooks } from './import-books.read.ts';
import type { BookFilter } from './import-books.rules.ts';

const namedUnknown = 20;

/** Starts an import of files and sentences for existing books: its first step counts as done. Returns its id. */
export async function chooseBooks(ctx: Context, given: readonly string[]): Promise<number> {
  const bids = [...new Set(given)];
  const id = await insertImport(ctx, {
    source: 'books',
    fileName: null,
    fileKey: null,
    sheetName: null,
    update: false,
  });
  const unknown = await storeChosenBooks(ctx.db, id, bids);
  if (unknown.length > 0) {
    const named = unknown.slice(0, namedUnknown).join(', ');
    throw importMessages.errorWith(
      404,
      'import.books_unknown',
      { field: 'bids' },
      { count: unknown.length, bids: named },
    );
  }
  // Their fields do not change.
  const counts = { new: 0, changed: 0, unchanged: bids.length, rejected: 0, dropped: 0, warned: 0 };
  await updateImport(ctx.db, id, {
    status: 'applied',
    step: stepAfter('isbn'),
    row_count: bids.length,
    counts: JSON.stringify(counts),
  });
  ctx.audit({ entity, id, action: 'import.books_chosen', after: { books: bids.length } });
  return id;
}

/** One page of an import's books, each with the state of its data and files. */
export async function showBooks(
  ctx: Context,
  importIdx: number,
  filter: BookFilter,
  page: number,
): Promise<{ books: ShownBook[]; total: number }> {
  const rows = await listImportedBooks(ctx.db, importIdx, filter, page);
  return { books: rows.map((row) => show(ctx, row)), total: await countImportedBooks(ctx.db, importIdx, filter) };
}

function show(
  ctx: Context,
  { cover, previews, targeted, voiced, refused, row_no, bid, title }: ImportedBook,
): ShownBook {
  const status = (kind: ImportedBook['refused'][number]['kind'], there: boolean) =>
    refused.some((one) => one.kind === kind) ? 'invalid' : there ? 'valid' : 'unknown';
  return {
    row_no,
    bid,
    title,
    data: 'valid',
    cover: status('cover', cover),
    preview: status('preview', previews > 0),
    audio: status('audio', targeted > 0 && voiced === targeted),
    previews,
    targeted,
    voiced,
    problems: refused.map(({ file_name, problem }) => ({
      name: file_name,
      message: ctx.text(problem.key, problem.values),
    })),
  };
}
