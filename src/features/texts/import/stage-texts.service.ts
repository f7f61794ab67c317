import type { Write } from '#kernel/http/api-handlers.ts';
import type { ExpectedFile } from '#kernel/http/received-file.ts';
import type { FieldProblem } from '#kernel/messages/errors.ts';
import { defaultLocale } from '#kernel/messages/locale.ts';
import type { RecordText } from '#kernel/records/record-texts.ts';
import type { Records } from '#kernel/records/records.ts';
import { columnName } from '#kernel/sheets/column-name.rules.ts';
import { cellName, type SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import { cleanRichText } from '#kernel/text/rich-text.ts';
import { spreadsheetFault } from '#kernel/text/spreadsheet-fault.rules.ts';
import { cleanTitle, cleanText } from '#kernel/text/text-forms.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { inTurns } from '#kernel/work/in-turns.ts';
import { losesMarkup, piecesOf } from '#kernel/text/markup.rules.ts';
import { readTexts } from '../file/read-texts.ts';
import { returnedParagraphs } from '../file/returned-paragraphs.ts';
import { partsOfId, type ReadCell } from '../file/text-file.rules.ts';
import { textsMessages } from '../texts.messages.ts';
import { maxTextFileBytes, textFiles } from '../texts.rules.ts';
import { insertCells, insertTextImport, type NewCell } from './text-import.store.ts';
import { currentTexts, type TextsNow } from './text-plan.read.ts';

/** A file of texts as it may be uploaded. */
export const expectedTexts: ExpectedFile = {
  prefix: 'staging/texts/',
  endings: textFiles,
  maxBytes: maxTextFileBytes,
  wrongEnding: () =>
    textsMessages.errorWith(415, 'texts.wrong_extension', { field: 'file' }, { kinds: textFiles.join(', ') }),
  noFile: () => textsMessages.errorWith(400, 'texts.no_file', { field: 'file' }),
};

// More texts than a library has in a language; a sheet of so many is read in some seconds.
const mostTexts = 100_000;
const together = 2000;

/** Stores what a file says of each text, with what can never be saved. Returns the number of the import. */
export async function stageTexts(write: Write, records: Records, file: string, name: string): Promise<number> {
  // The file is read before the transaction: whoever reads a large one should not hold a connection.
  const read: ReadCell[] = [];
  let notes: SheetNotes | undefined;
  const note = (found: SheetNotes) => {
    notes = found;
  };
  for await (const cells of readTexts(file, name, note)) {
    read.push(...cells);
    if (read.length > mostTexts) throw textsMessages.error(422, 'texts.too_many', { limit: mostTexts });
  }
  if (notes) markHidden(read, notes);
  return write(async (ctx) => {
    const timpIdx = await insertTextImport(ctx, name);
    await storeCells(ctx, records, timpIdx, read);
    ctx.audit({
      entity: 'text_import',
      id: timpIdx,
      action: 'text_import.staged',
      after: { file: name, rows: read.length },
    });
    return timpIdx;
  });
}

/** Marks what people do not see in a sheet. Refuses merged cells, of which only the first has a text. */
function markHidden(read: readonly ReadCell[], { hiddenRows, hiddenColumns, merged }: SheetNotes): void {
  const one = merged.find(({ lastRow }) => lastRow > 1);
  if (one)
    throw textsMessages.error(422, 'texts.merged', {
      cells: `${cellName(one.row, one.column)}:${cellName(one.lastRow, one.lastColumn)}`,
    });
  const rows = new Set(hiddenRows.map(String));
  const columns = new Set(hiddenColumns.map(columnName));
  for (const cell of read) {
    const [, column = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(cell.place ?? '') ?? [];
    cell.hidden = rows.has(row) || columns.has(column);
  }
}

async function storeCells(ctx: Context, records: Records, timpIdx: number, read: readonly ReadCell[]): Promise<void> {
  const named = read.map((cell) => ({ cell, ...partsOfId(cell.id) }));
  const now = await currentTexts(
    ctx,
    records,
    named.map(({ kind, id }) => ({ kind, record_id: id })),
  );
  const staged = await inTurns(stagedCells(named, now));
  for (let from = 0; from < staged.length; from += together)
    await insertCells(ctx.db, timpIdx, staged.slice(from, from + together));
}

type NamedCell = { cell: ReadCell } & ReturnType<typeof partsOfId>;

function* stagedCells(named: readonly NamedCell[], now: TextsNow): Generator<undefined, NewCell[]> {
  const staged: NewCell[] = [];
  const seen = new Map<string, string>();
  for (const [index, { cell, kind, id, field }] of named.entries()) {
    if (index % 100 === 99) yield;
    const { locale, marks } = cell;
    const text = now.of({ kind, record_id: id, field });
    const { given, problem } = checked(cell, text);
    if (given === '') continue;
    const key = JSON.stringify([kind, id, field, locale]);
    const earlier = seen.get(key);
    if (earlier === given) continue;
    seen.set(key, given);
    staged.push({
      nth: staged.length + 1,
      place: cell.place,
      kind,
      record_id: id,
      field,
      locale,
      source_locale: marks.source,
      source_mark: marks.source && (marks.of[marks.source] ?? null),
      base_mark: marks.of[locale] ?? null,
      given,
      problem: earlier === undefined ? problem : { key: 'texts.twice' },
      paragraphs: text && marks.source === defaultLocale ? returnedParagraphs(cell, given, text) : null,
    });
  }
  return staged;
}

/** A text as it would be saved, and why it cannot be. */
function checked(cell: ReadCell, text: RecordText | undefined): { given: string; problem: FieldProblem | null } {
  const wrong = (key: string, values?: Record<string, unknown>) => ({
    given: cell.html,
    problem: { key, ...(values && { values }) },
  });
  if (!text) return { given: cell.plain, problem: null };
  const fault = spreadsheetFault(cell.plain.trim());
  if (fault) return wrong(fault);
  if (text.form !== 'rich') {
    const given = (text.form === 'line' ? cleanTitle : cleanText)(cell.plain);
    if (cell.coded) return wrong('texts.no_markup');
    if (text.form === 'line' && /\p{Cc}/u.test(given)) return wrong('texts.one_line');
    if (given.length > text.limit) return wrong('invalid.too_long', { limit: text.limit });
    // One that says what is there anyway may be hidden, such as another translator's.
    return cell.hidden && given !== text.texts[cell.locale] ? wrong('texts.hidden') : { given, problem: null };
  }
  if (cell.html === text.texts[cell.locale]) return { given: cell.html, problem: null };
  if (cell.hidden) return wrong('texts.hidden');
  const pieces = piecesOf(cell.html);
  if (cell.broken || pieces === null) return wrong('texts.broken_markup');
  const given = cleanRichText(cell.html);
  if (given !== '' && losesMarkup(pieces, given)) return wrong('texts.foreign_markup');
  if (given.length > text.limit) return wrong('invalid.too_long', { limit: text.limit });
  return { given, problem: null };
}
