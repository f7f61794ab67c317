import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { onTestFinished } from 'vitest';
import { SheetError } from './sheet-error.ts';
import type { SheetRow } from './sheet-rows.ts';

/** A workbook as written by other programs, piece by piece. Texts are XML; omitted parts are plain and valid. */
export interface FixtureBook {
  /** The content of <sheetData>. */
  rows?: string;
  /** The <si> elements. */
  strings?: string;
  /** The content of <styleSheet>. */
  styles?: string;
  /** The content of <workbook>. */
  workbook?: string;
  /** Additional relationships of the workbook. */
  relationships?: string;
  /** Whole parts to add or replace; undefined removes a part. */
  parts?: Record<string, string | Uint8Array | undefined>;
}

const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const relationship = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${kinds}/${kind}" Target="${target}"/>`;

export const relationships = (list: string): string => `<?xml version="1.0"?><Relationships>${list}</Relationships>`;

export const worksheet = (rows: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet><dimension ref="A1"/><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook with these texts, and what a sheet has before its rows (columns) and after them (merged cells). */
export function textXlsx(
  table: readonly (readonly string[])[],
  {
    before = '',
    after = '',
    hiddenRows = [],
  }: { before?: string; after?: string; hiddenRows?: readonly number[] } = {},
): Uint8Array<ArrayBuffer> {
  const cell = (text: string) =>
    text.startsWith('=') ? `<c><f>${text.slice(1)}</f></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = table.map(
    (cells, index) =>
      `<row${hiddenRows.includes(index + 1) ? ' hidden="1"' : ''}>${cells.map((text) => (text === '' ? '<c/>' : cell(text))).join('')}</row>`,
  );
  const sheet = `<worksheet>${before}<sheetData>${rows.join('')}</sheetData>${after}</worksheet>`;
  return new Uint8Array(xlsx({ parts: { 'xl/worksheets/sheet1.xml': sheet } }));
}

export function xlsx(book: FixtureBook = {}): Uint8Array {
  const parts: FixtureBook['parts'] = {
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns:r="${kinds}">${book.workbook ?? '<sheets><sheet name="Books" sheetId="1" r:id="rId1"/></sheets>'}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      relationship('rId1', 'worksheet', 'worksheets/sheet1.xml') +
        relationship('rId2', 'sharedStrings', 'sharedStrings.xml') +
        relationship('rId3', 'styles', 'styles.xml') +
        (book.relationships ?? ''),
    ),
    'xl/sharedStrings.xml': `<sst>${book.strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet>${book.styles ?? ''}</styleSheet>`,
    'xl/worksheets/sheet1.xml': worksheet(book.rows ?? ''),
    ...book.parts,
  };
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    if (content !== undefined) files[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(files, { level: 6, mtime: new Date(2020, 0, 1) });
}

/** Saves bytes as a file that exists until the test ends, and returns its path. */
export async function saved(content: Uint8Array | string, name = 'sheet'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

export async function allRows(batches: AsyncIterable<SheetRow[]>): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

/** Only the cells, for tests whose rows are contiguous. */
export async function allCells(batches: AsyncIterable<SheetRow[]>): Promise<string[][]> {
  return (await allRows(batches)).map((row) => row.cells);
}

/** Reads to the end and returns the refusal; fails if there was none. */
export async function refusal(batches: AsyncIterable<SheetRow[]>): Promise<Pick<SheetError, 'code' | 'values'>> {
  try {
    await allRows(batches);
  } catch (error) {
    if (error instanceof SheetError) return { code: error.code, values: error.values };
    throw error;
  }
  throw new Error('the sheet was read, but should have been refused');
}

/** The first sheet of a workbook as programs get it: texts, and numbers each with its format, '' for none. */
export function typedCells(file: Uint8Array): (string | { number: number; format: string } | undefined)[][] {
  const parts = unzipSync(file);
  const part = (name: string) => strFromU8(parts[`xl/${name}`] ?? new Uint8Array());
  const codes = new Map(
    [...part('styles.xml').matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      code,
    ]),
  );
  const [, styles = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(part('styles.xml')) ?? [];
  const formats = [...styles.matchAll(/numFmtId="(\d+)"/g)].map(([, id]) => codes.get(id) ?? '');
  return [...part('worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: ReturnType<typeof typedCells>[number] = [];
    for (const [, letters = '', style = '0', text, number] of row.matchAll(
      /<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="inlineStr"><is><t[^>]*>([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g,
    ))
      cells[columnNumber(letters)] = text ?? { number: Number(number), format: formats[Number(style)] ?? '' };
    return cells;
  });
}

const columnNumber = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
