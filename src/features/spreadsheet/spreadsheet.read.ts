import { z } from 'zod';
import { defaultSheetsApi } from '#kernel/config/variables.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { SheetError } from '#kernel/sheets/sheet-error.ts';
import { limitsOf, RowBatch, type SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { illegalCharacter } from '#kernel/xml/xml-scan.ts';
import { accessTokens } from './access-token.service.ts';
import { parseRange, type SheetRange, stretchOf } from './sheet-range.rules.ts';
import { type AnswerLimits, SheetsApi } from './sheets-api.service.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';
import { parseSpreadsheetLink } from './spreadsheet-link.rules.ts';

/** What to read from a cloud spreadsheet. */
interface SpreadsheetRange {
  /** As pasted; anything but a spreadsheet link is rejected with 422 'Invalid URL'. */
  link: string;
  /** The name of the sheet: 'ISBN Meta'. */
  sheet: string;
  /** From the first cell to the last column: 'A2:AM'. */
  range: string;
  /** The maximum number of columns in a row; by default those of the range. */
  maxColumns?: number;
}

interface ReadLimits extends AnswerLimits {
  /** Timeout for the whole read. Milliseconds. */
  totalMs: number;
  /** Rows per response: a sheet of 100,000 rows is read in parts, not as 100 MB. */
  stretch: number;
}

const readLimits: ReadLimits = { answerMs: 30_000, totalMs: 600_000, maxBytes: 16 * 2 ** 20, stretch: 3000 };

// Rows per batch.
const batchRows = 500;

/**
 * Reads rows of a cloud spreadsheet with the caller's account, in the same batches as readSheet: `row` is the row of
 * the sheet, values are texts as the sheet shows them, empty rows are skipped. Opens its own short transactions for the
 * token and holds none while it waits for the sheet: call it outside of a transaction.
 *
 * Throws, possibly after some rows were yielded (so use none of them before the end): 422 for an invalid link, a sheet
 * without rows ('No data found.') and errors of the service ('Error: ' and its own message), 409 if nobody is signed in
 * to the spreadsheet account, 503 if the service or the issuer does not respond; SheetError as readSheet does.
 */
export async function* readSpreadsheet(
  kernel: Pick<Kernel, 'config' | 'work'>,
  caller: Caller,
  { link, sheet, range, maxColumns }: SpreadsheetRange,
  limits: ReadLimits = readLimits,
): AsyncGenerator<SheetRow[]> {
  const { spreadsheets } = kernel.config;
  const anyHost = spreadsheets !== undefined && spreadsheets.apiUrl !== defaultSheetsApi;
  const id = parseSpreadsheetLink(link, { anyHost });
  if (id === undefined) throw spreadsheetMessages.errorWith(422, 'spreadsheet.invalid_url', { field: 'link' });
  if (!spreadsheets) throw spreadsheetMessages.error(409, 'spreadsheet.not_configured');
  const tokens = accessTokens(kernel, spreadsheets, caller);
  const api = new SheetsApi(spreadsheets.apiUrl, tokens, limits, AbortSignal.timeout(limits.totalMs));
  const wanted = parseRange(range);
  const batch = new RowBatch(limitsOf({ maxColumns: maxColumns ?? wanted.columns }));
  let empty = true;
  for await (const { first, values } of stretches(api, `/${id}`, sheet, wanted, limits)) {
    for (let start = 0; start < values.length; start += batchRows) {
      takeIn(batch, first + start, values.slice(start, start + batchRows));
      const rows = batch.take();
      if (rows.length > 0) yield rows;
      empty &&= rows.length === 0;
    }
  }
  if (empty) throw spreadsheetMessages.error(422, 'spreadsheet.no_data');
}

const Values = z.object({ values: z.array(z.array(z.unknown())).default([]) });
const Grids = z.object({
  sheets: z.array(
    z.object({
      properties: z.object({
        title: z.string(),
        gridProperties: z.object({ rowCount: z.int().optional() }).optional(),
      }),
    }),
  ),
});

type Rows = z.output<typeof Values>['values'];

/** The rows of the range, a bounded number at a time, down to the end of the sheet's grid. */
async function* stretches(
  api: SheetsApi,
  spreadsheet: string,
  sheet: string,
  range: SheetRange,
  { stretch }: ReadLimits,
): AsyncGenerator<{ first: number; values: Rows }> {
  const end = await gridEnd(api, spreadsheet, sheet);
  for (let first = range.firstRow; first <= (end ?? Infinity); first += stretch) {
    const last = Math.min(first + stretch - 1, end ?? Infinity);
    const path = `${spreadsheet}/values/${encodeURIComponent(stretchOf(sheet, range, first, last))}`;
    const { values } = await api.get(path, Values);
    yield { first, values: values.slice(0, stretch) };
    if (end === undefined && values.length === 0) return;
  }
}

/**
 * The last row of the sheet's grid; undefined if the service does not say, or has no such sheet and will report that.
 */
async function gridEnd(api: SheetsApi, spreadsheet: string, sheet: string): Promise<number | undefined> {
  const { sheets } = await api.get(`${spreadsheet}?fields=sheets.properties(title,gridProperties.rowCount)`, Grids);
  const named = sheets.find(({ properties }) => properties.title.toLowerCase() === sheet.toLowerCase());
  return named?.properties.gridProperties?.rowCount;
}

/** The protocol omits empty cells at the end of a row, and empty rows at the end. */
function takeIn(batch: RowBatch, first: number, values: Rows): void {
  for (const [index, cells] of values.entries()) {
    batch.start(first + index);
    for (const [column, cell] of cells.entries()) {
      const text = textOf(cell);
      if (illegalCharacter.test(text) || !text.isWellFormed()) {
        throw new SheetError('sheet.illegal_character', batch.positionOf(column));
      }
      batch.add(column, text);
    }
    batch.end();
  }
}

/** A service may be configured to return numbers as such; any other type is an empty cell. */
const textOf = (cell: unknown) => (['string', 'number', 'boolean'].includes(typeof cell) ? String(cell) : '');
