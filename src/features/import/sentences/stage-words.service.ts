import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import { chooseBooks } from '../books/import-books.service.ts';
import { importMessages } from '../import.messages.ts';
import { goToStep } from '../record/import.service.ts';
import { findKnownBids } from '../record/import-books.store.ts';
import { readSentenceHead } from './check-sentences.service.ts';
import { stageSentences } from './import-sentences.service.ts';
import { guessSentenceColumns } from './sentence-columns.rules.ts';

/**
 * Takes a sheet of words and sentences that came to the books' step to its own: an import of the books it names, whose
 * other steps stay open. Returns the import's id.
 */
export async function stageWords(
  ctx: Context,
  fileName: string,
  { head, batches, notes }: { head: SheetRow[]; batches: AsyncIterable<SheetRow[]>; notes: () => SheetNotes | null },
): Promise<number> {
  const sheet = await readSentenceHead(head, batches, notes);
  const column = sheet.head ? guessSentenceColumns(sheet.head, {}).fields.indexOf('bid') : 0;
  const named = new Set(sheet.rows.map(({ cells }) => cells[column]?.trim() ?? ''));
  const bids = await findKnownBids(ctx.db, [...named]);
  if (bids.length === 0) throw importMessages.error(422, 'import.words_sheet');
  const importIdx = await chooseBooks(ctx, bids);
  await stageSentences(ctx, importIdx, fileName, sheet);
  await goToStep(ctx, importIdx, 'sentences');
  return importIdx;
}
