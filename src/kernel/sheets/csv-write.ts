import { setImmediate as nextTurn } from 'node:timers/promises';
import { guardText } from '../text/formula-guard.rules.ts';
import { isChangedBySpreadsheet } from '../text/spreadsheet-fault.rules.ts';
import { plainValue, type SheetValue } from './sheet-value.ts';

const blockLength = 1 << 16;
/** Words and numbers without any character that has a special meaning: most cells, recognized by one test. */
const isPlain = /^(?:[\dA-Za-z](?:[\dA-Za-z .:_-]*[\dA-Za-z])?)?$/;
/** Separators of other locales count too: a program that splits at ';' must not split a cell. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

type Row = readonly SheetValue[];

/**
 * Writes rows as CSV (RFC 4180) in blocks of about 64 KB: UTF-8 with a byte order mark, without which Excel misreads
 * Korean; texts that would run as formulas, or turn into other numbers, are guarded (formula-guard.rules.ts).
 */
export async function* writeCsv(rows: AsyncIterable<Row>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* writeCsvBatches(each(rows));
}

async function* each(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  for await (const row of rows) yield [row];
}

/** Writes rows that come in batches: waiting for each row takes as long as writing it. */
export async function* writeCsvBatches(
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let block = '\ufeff';
  const csvRow = rowWriter();
  for await (const rows of batches) {
    for (const row of rows) {
      block += csvRow(row);
      if (block.length < blockLength) continue;
      yield Buffer.from(block);
      block = '';
      await nextTurn();
    }
  }
  yield Buffer.from(block);
}

/**
 * Writes row after row. A value repeated in a column, as in most columns of a long list, is formatted once; a row that
 * differs from the one before only in its first cell, such as a code, is written in one piece.
 */
function rowWriter(): (row: Row) => string {
  const before: (string | number | null)[] = [];
  const written: string[] = [];
  let tail = '\r\n';
  return (row) => {
    let isSame = row.length === before.length;
    written.length = row.length;
    before.length = row.length;
    written[0] = '';
    for (let column = 1; column < row.length; column++) {
      const value = plainValue(row[column]);
      if (value === before[column]) continue;
      before[column] = value;
      written[column] = csvCell(value);
      isSame = false;
    }
    if (!isSame) tail = `${written.join(',')}\r\n`;
    return csvCell(plainValue(row[0])) + tail;
  };
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (isPlain.test(value)) return isChangedBySpreadsheet(value) ? `'${value}` : value;
  const text = guardText(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
