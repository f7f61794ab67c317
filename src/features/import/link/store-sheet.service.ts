import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { bookFields } from '#features/book/book-fields.public.ts';
import type { ReceivedFile } from '#kernel/http/received-file.ts';
import { writeCsv } from '#kernel/sheets/csv-write.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { isbnSheet, sheetPrefix } from '../sheet/import-upload.service.ts';

/**
 * Saves the current contents of a cloud spreadsheet as the file of an import, row by row as in the sheet. It is then
 * read like an uploaded file, so no transaction waits for the network, and it can be downloaded later.
 */
export async function storeIsbnSheet(storage: Storage, batches: AsyncIterable<SheetRow[]>): Promise<ReceivedFile> {
  const key = `${sheetPrefix}${randomUUID()}.csv`;
  await storage.put(key, Readable.from(writeCsv(rows(batches))));
  return { key, name: `${isbnSheet}.csv` };
}

async function* rows(batches: AsyncIterable<SheetRow[]>): AsyncGenerator<readonly string[]> {
  yield bookFields.map(({ name }) => name);
  let written = 1;
  for await (const batch of batches) {
    for (const { row, cells } of batch) {
      // Reading skips empty rows of the sheet, which must keep their place.
      for (; written < row - 1; written++) yield [];
      yield cells;
      written++;
    }
  }
}
