import { SheetError } from './sheet-error.ts';

/** Enough for a row of many long cells, but limits a row that swallows the file because of an unclosed quote. */
const maxRecord = 2 << 20;
const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/**
 * Splits CSV text into records (RFC 4180): a cell that starts with a quote ends with one; in any other cell a quote is
 * an ordinary character, as in spreadsheet programs. Lines may end in CRLF, LF or CR; records may differ in length.
 */
export class CsvScanner {
  readonly #delimiter: number;
  #carry = '';
  #count = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The records that this text completes; `last` marks the end of the input. */
  scan(text: string, last: boolean): string[][] {
    const source = this.#carry + text;
    const records: string[][] = [];
    let at = 0;
    while (at < source.length) {
      const record: string[] = [];
      const next = this.#record(source, at, last, record);
      if (next === -1) break;
      records.push(record);
      this.#count++;
      at = next;
    }
    this.#carry = source.slice(at);
    if (this.#carry.length > maxRecord) throw this.#fault();
    return records;
  }

  /** Parses the record at `from`; returns where the next one starts, or -1 if this one is incomplete. */
  #record(source: string, from: number, last: boolean, record: string[]): number {
    let at = from;
    for (;;) {
      const end =
        source.charCodeAt(at) === quote ? this.#quoted(source, at, last, record) : this.#plain(source, at, record);
      const code = source.charCodeAt(end);
      if (code === this.#delimiter) at = end + 1;
      else if (code === newline) return end + 1;
      else if (end === source.length) return last ? end : -1;
      else if (code !== carriageReturn) throw this.#fault();
      else if (source.charCodeAt(end + 1) === newline) return end + 2;
      else return end + 1 === source.length && !last ? -1 : end + 1;
    }
  }

  #plain(source: string, at: number, record: string[]): number {
    let end = at;
    for (; end < source.length; end++) {
      const code = source.charCodeAt(end);
      if (code === this.#delimiter || code === newline || code === carriageReturn) break;
    }
    record.push(source.slice(at, end));
    return end;
  }

  #quoted(source: string, at: number, last: boolean, record: string[]): number {
    let doubled = false;
    let end = source.indexOf('"', at + 1);
    while (end !== -1 && source.charCodeAt(end + 1) === quote) {
      doubled = true;
      end = source.indexOf('"', end + 2);
    }
    if (end === -1) {
      if (last) throw this.#fault();
      return source.length;
    }
    const text = source.slice(at + 1, end);
    record.push(doubled ? text.replaceAll('""', '"') : text);
    return end + 1;
  }

  #fault(): SheetError {
    return new SheetError('sheet.bad_csv', { row: this.#count + 1 });
  }
}

/** The most frequent separator outside quotes in the first non-empty line; a comma if there is none. */
export function delimiterOf(start: string): string {
  const counts = new Map([',', ';', '\t'].map((delimiter) => [delimiter, 0]));
  let quoted = false;
  let begins = true;
  for (const char of start.replace(/^[\r\n]+/, '')) {
    // A quote opens only at the start of a cell, or right after a closing one: together they are one quote inside the
    // cell.
    const turns: boolean = char === '"' && (begins || quoted);
    if (turns) quoted = !quoted;
    if (!quoted && (char === '\n' || char === '\r')) break;
    const count = quoted ? undefined : counts.get(char);
    if (count !== undefined) counts.set(char, count + 1);
    begins = turns ? !quoted : count !== undefined;
  }
  const [[delimiter] = [',']] = [...counts].toSorted(([, a], [, b]) => b - a);
  return delimiter;
}
