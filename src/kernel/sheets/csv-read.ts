import { unguardText } from '../text/formula-guard.rules.ts';
import { illegalCharacter } from '../xml/xml-scan.ts';
import { csvEncoding, csvText } from './csv-encoding.ts';
import { CsvScanner, delimiterOf } from './csv-scan.ts';
import { SheetError } from './sheet-error.ts';
import { limitsOf, RowBatch, type SheetReadOptions, type SheetRow } from './sheet-rows.ts';

/**
 * Reads a CSV file row by row, in batches of one chunk of the file: UTF-8, UTF-16 or Korean Windows text, separated by
 * comma, semicolon or tab, whichever is most frequent in the first row. Rows are numbered as in a spreadsheet program;
 * a quoted line break stays within its row. Guarded formulas are restored (formula-guard.rules.ts); empty rows are skipped.
 *
 * Throws SheetError, possibly after yielding rows: use none of them before the end. A cell keeps the text of its whole
 * batch in memory; copy what a large run must keep.
 */
export async function* readCsv(file: string, options: SheetReadOptions = {}): AsyncGenerator<SheetRow[]> {
  const { label, sound } = await csvEncoding(file);
  const reader = new CsvReader(new RowBatch(limitsOf(options)), sound);
  for await (const text of csvText(file, label)) {
    const rows = reader.read(text, false);
    if (rows.length > 0) yield rows;
  }
  const rows = reader.read('', true);
  if (rows.length > 0) yield rows;
}

class CsvReader {
  readonly #batch: RowBatch;
  readonly #sound: boolean;
  #scanner: CsvScanner | undefined;
  /** Set once the file contains characters that must be refused: then each cell is checked. */
  #wary = false;

  constructor(batch: RowBatch, sound: boolean) {
    this.#batch = batch;
    this.#sound = sound;
  }

  read(text: string, last: boolean): SheetRow[] {
    this.#scanner ??= new CsvScanner(delimiterOf(text));
    this.#wary ||= !this.#sound || illegalCharacter.test(text);
    for (const record of this.#scanner.scan(text, last)) this.#take(record);
    return this.#batch.take();
  }

  #take(record: readonly string[]): void {
    this.#batch.start(this.#batch.row + 1);
    record.forEach((text, column) => {
      if (this.#wary) this.#inspect(text, column);
      this.#batch.add(column, unguardText(text));
    });
    this.#batch.end();
  }

  #inspect(text: string, column: number): void {
    if (!this.#sound && text.includes('\ufffd')) {
      throw new SheetError('sheet.bad_encoding', this.#batch.positionOf(column));
    }
    if (illegalCharacter.test(text)) throw new SheetError('sheet.illegal_character', this.#batch.positionOf(column));
  }
}
