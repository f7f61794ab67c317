import { CsvError, type Parser, parse } from 'csv-parse';
import { csvEncoding, csvText } from './csv-encoding.ts';
import { unguardFormula } from './formula-guard.ts';
import { SheetError } from './sheet-error.ts';
import { limitsOf, RowBatch, type SheetReadOptions, type SheetRow } from './sheet-rows.ts';
import { illegalCharacter } from './xml-scan.ts';

/** Room for a row of many long cells, yet an end to one that swallows the file because a quote is never closed. */
const maxRecordBytes = 4 << 20;

/**
 * Reads a CSV file row by row, in batches of one chunk of the file: UTF-8 or UTF-16, or Korean Windows text; separated by
 * comma, semicolon or tab, whichever the first row has most of. Rows count as a spreadsheet program shows them, a quoted
 * line break inside its row. Guarded formulas are given back as they were (formula-guard.ts).
 *
 * Throws SheetError, possibly after rows were handed out: use none of them before the end.
 */
export async function* readCsv(file: string, options: SheetReadOptions = {}): AsyncGenerator<SheetRow[]> {
  const { label, sound } = await csvEncoding(file);
  const reader = new CsvReader(new RowBatch(limitsOf(options)), sound);
  for await (const text of csvText(file, label)) {
    const rows = reader.read(text);
    if (rows.length > 0) yield rows;
  }
  const rows = await reader.end();
  if (rows.length > 0) yield rows;
}

class CsvReader {
  readonly #batch: RowBatch;
  readonly #sound: boolean;
  #parser: Parser | undefined;
  #row = 0;
  /** Set once the file turns out to hold characters that must be refused: then each cell is looked at. */
  #wary = false;

  constructor(batch: RowBatch, sound: boolean) {
    this.#batch = batch;
    this.#sound = sound;
  }

  read(text: string): SheetRow[] {
    if (text === '') return [];
    this.#parser ??= csvParser(text);
    this.#wary ||= illegalCharacter.test(text) || !this.#sound;
    const parser = this.#parser;
    parser.write(text);
    for (let record = parser.read(); record !== null; record = parser.read()) this.#take(record);
    if (parser.errored) throw refusal(parser.errored, parser);
    return this.#batch.take();
  }

  async end(): Promise<SheetRow[]> {
    const parser = this.#parser;
    if (parser === undefined) return [];
    try {
      parser.end();
      for await (const record of parser) this.#take(record);
    } catch (error) {
      throw refusal(error, parser);
    }
    return this.#batch.take();
  }

  #take(record: readonly string[]): void {
    this.#batch.start(++this.#row);
    for (let column = 0; column < record.length; column++) {
      const text = record[column] ?? '';
      if (this.#wary) this.#inspect(text, column);
      this.#batch.add(column, unguardFormula(text));
    }
    this.#batch.end();
  }

  #inspect(text: string, column: number): void {
    if (!this.#sound && text.includes('\ufffd')) {
      throw new SheetError('sheet.bad_encoding', this.#batch.place(column));
    }
    if (illegalCharacter.test(text)) throw new SheetError('sheet.illegal_character', this.#batch.place(column));
  }
}

function csvParser(start: string): Parser {
  const parser = parse({
    delimiter: delimiterOf(start),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxRecordBytes,
  });
  // Read through `errored` and the iteration at the end; without a listener Node would stop the process.
  parser.on('error', () => {});
  return parser;
}

/** The separator the first filled line has most of, outside quotes; a comma where it has none. */
function delimiterOf(start: string): string {
  const counts = new Map([',', ';', '\t'].map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const char of start.replace(/^[\r\n]+/, '')) {
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if (char === '\n' || char === '\r') break;
    const count = counts.get(char);
    if (count !== undefined) counts.set(char, count + 1);
  }
  const [[delimiter] = [',']] = [...counts].sort(([, a], [, b]) => b - a);
  return delimiter;
}

function refusal(error: unknown, parser: Parser): unknown {
  if (!(error instanceof CsvError)) return error;
  return new SheetError('sheet.bad_csv', { row: parser.info.records + 1 }, { cause: error });
}
