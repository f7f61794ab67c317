import { createReadStream } from 'node:fs';
import path from 'node:path';
import { ArchiveError } from '#kernel/archive/archive-error.ts';
import { openArchive } from '#kernel/archive/archive.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import { columnName } from '#kernel/sheets/column-name.rules.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { readSheetAside } from '#kernel/sheets/sheet-thread.ts';
import { xmlPieces } from '#kernel/xml/xml-pieces.ts';
import { type XmlAttributes, XmlError, type XmlHandler, XmlScanner } from '#kernel/xml/xml-scan.ts';
import { textsMessages } from '../texts.messages.ts';
import { type ReadCell, readMarks } from './text-file.rules.ts';
import { baseColumn, idColumn, languagesIn, statesColumn } from './text-sheet.rules.ts';
import { Xliff1Handler } from './xliff1-scan.ts';
import { Xliff2Handler } from './xliff2-scan.ts';

/** Collects the translated units of an XLIFF document of either version. */
class XliffHandler implements XmlHandler {
  #reading: Xliff1Handler | Xliff2Handler | null = null;

  get wantsText(): boolean {
    return this.#reading?.wantsText ?? false;
  }

  take(): ReadCell[] {
    return this.#reading?.take() ?? [];
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#reading ??= handlerOf(name, attributes.get('version') ?? '');
    this.#reading.open(name, attributes);
  }

  text(text: string): void {
    this.#reading?.text(text);
  }

  close(name: string): void {
    this.#reading?.close(name);
  }
}

function handlerOf(root: string, version: string): Xliff1Handler | Xliff2Handler {
  if (root === 'xliff' && version.startsWith('2.')) return new Xliff2Handler();
  if (root === 'xliff' && version === '1.2') return new Xliff1Handler();
  throw textsMessages.error(422, 'texts.not_xliff');
}

// A file for each language, and room for what programs add.
const zipLimits = { entries: 100, unpacked: 200 << 20, ratio: 500, judgedFrom: 8 << 20 };

type Note = (notes: SheetNotes) => void;

/**
 * The texts in a file, in batches; `note` gets what people see in a sheet beside them. Throws AppError or SheetError for
 * anything wrong with the file as a whole.
 */
export async function* readTexts(file: string, name: string, note: Note): AsyncGenerator<ReadCell[]> {
  const ending = path.extname(name).toLowerCase();
  if (ending === '.xlsx') yield* readSheet(file, name, note);
  else if (ending === '.zip') yield* readZip(file);
  else yield* readXliff(createReadStream(file));
}

async function* readSheet(file: string, name: string, note: Note): AsyncGenerator<ReadCell[]> {
  let head: SheetRow | undefined;
  for await (const rows of readSheetAside(file, { name, note })) {
    head ??= rows.shift();
    if (!head) continue;
    const [id, base] = [head.cells.indexOf(idColumn), head.cells.indexOf(baseColumn)];
    if (id === -1 || base === -1) throw textsMessages.error(422, 'texts.no_columns');
    const languages = languagesIn(head.cells).map((one) => ({
      ...one,
      states: head?.cells.indexOf(statesColumn(one.locale)) ?? -1,
    }));
    yield rows.flatMap(({ row, cells }) => {
      const marks = readMarks(cells[base] ?? '');
      return languages.flatMap(({ locale, column, states: said }) => {
        const text = cells[column] ?? '';
        // The text translated from only shows what to translate.
        if (text === '' || locale === marks.source) return [];
        const place = `${columnName(column)}${row}`;
        const states = cells[said] ?? '';
        const read = {
          place,
          id: cells[id] ?? '',
          locale,
          marks,
          plain: text,
          html: text,
          coded: false,
          broken: false,
        };
        return [{ ...read, ...(states !== '' && { states }) }];
      });
    });
  }
  if (!head) throw textsMessages.error(422, 'texts.no_columns');
}

async function* readZip(file: string): AsyncGenerator<ReadCell[]> {
  try {
    const archive = await openArchive(file, zipLimits);
    try {
      const names = archive.names.filter((name) => /\.(xlf|xliff)$/i.test(name));
      if (names.length === 0) throw textsMessages.error(422, 'texts.not_xliff');
      for (const name of names) yield* readXliff(archive.bytes(name, zipLimits.unpacked));
    } finally {
      archive.close();
    }
  } catch (error) {
    throw error instanceof ArchiveError ? textsMessages.errorWith(422, 'texts.damaged', { cause: error }) : error;
  }
}

async function* readXliff(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReadCell[]> {
  const handler = new XliffHandler();
  const scanner = new XmlScanner(handler);
  try {
    for await (const piece of xmlPieces(bytes)) {
      scanner.write(piece);
      const cells = handler.take();
      if (cells.length > 0) yield cells;
    }
    scanner.end();
  } catch (error) {
    throw error instanceof XmlError ? refusal(error) : error;
  }
}

function refusal({ fault }: XmlError): AppError {
  if (fault === 'unsafe') return textsMessages.error(422, 'texts.unsafe');
  return textsMessages.error(422, fault === 'oversized' ? 'texts.too_long' : 'texts.damaged');
}
