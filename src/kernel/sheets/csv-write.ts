import { setImmediate as nextTurn } from 'node:timers/promises';
import { guardFormula } from './formula-guard.ts';

const blockLength = 1 << 16;
/** Separators of other locales count too: a program that splits at ';' must not split a cell. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

/**
 * Writes rows as CSV (RFC 4180) in blocks of about 64 KB: UTF-8 with a byte order mark, without which Excel misreads
 * Korean; texts that would run as formulas are guarded (formula-guard.ts). `null` is an empty cell.
 */
export async function* writeCsv(
  rows: AsyncIterable<readonly (string | number | null)[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let block = '\ufeff';
  for await (const row of rows) {
    block += `${row.map(csvCell).join(',')}\r\n`;
    if (block.length < blockLength) continue;
    yield Buffer.from(block);
    block = '';
    await nextTurn();
  }
  yield Buffer.from(block);
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = guardFormula(value);
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
