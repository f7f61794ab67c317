import { on } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '../messages/errors.ts';
import { SheetError, type SheetErrorCode, type SheetErrorValues } from './sheet-error.ts';
import type { SheetNotes } from './sheet-notes.ts';
import type { NamedSheetOptions } from './sheet-read.ts';
import type { SheetRow } from './sheet-rows.ts';

/** Reads a file as rows; what a reader adds to them must survive being sent by a thread. */
export type SheetReader<Row extends SheetRow> = (file: string, options: NamedSheetOptions) => AsyncGenerator<Row[]>;

/** The module that reads sheets. A module that reads another kind of file exports its `readSheet` likewise. */
const sheetReader = new URL('sheet-read.ts', import.meta.url);

/** The input of the thread. */
export interface SheetOrder {
  /** The URL of the module that reads. */
  reader: string;
  file: string;
  options: Omit<NamedSheetOptions, 'note'>;
  /** The number of batches not yet consumed, shared by both threads. */
  unread: Int32Array<SharedArrayBuffer>;
}

/** What the thread sends, batch by batch. */
export type SheetAnswer<Row extends SheetRow = SheetRow> =
  | { rows: Row[] }
  | { notes: SheetNotes }
  | { error: Pick<AppError, 'status' | 'code' | 'values'> }
  | { refusal: { code: SheetErrorCode; values: SheetErrorValues[SheetErrorCode] } }
  | { end: true };

/** How many batches the thread reads ahead; a batch is the rows of one piece of the file, at most 64 KB. */
export const batchesAhead = 16;

// A smaller file is read faster than a thread starts.
const largeBytes = 2 ** 20;

/**
 * Reads a sheet like readSheet, but a large one in a separate thread: rows are checked and stored while the next ones
 * are read, and the process can answer other requests. The thread ends when reading ends or is abandoned.
 */
export async function* readSheetAside<Row extends SheetRow = SheetRow>(
  file: string,
  options: NamedSheetOptions,
  { href: reader }: URL = sheetReader,
): AsyncGenerator<Row[]> {
  if ((await stat(file)).size < largeBytes) {
    const { readSheet }: { readSheet: SheetReader<Row> } = await import(reader);
    yield* readSheet(file, options);
    return;
  }
  const unread = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // A function cannot be sent to a thread.
  const { note, ...sent } = options;
  const workerData: SheetOrder = { reader, file, options: sent, unread };
  const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), { workerData });
  try {
    for await (const [answer] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[SheetAnswer<Row>]>) {
      if ('end' in answer) return;
      if ('notes' in answer) {
        note?.(answer.notes);
        continue;
      }
      if ('refusal' in answer) throw new SheetError(answer.refusal.code, answer.refusal.values);
      if ('error' in answer) throw new AppError(answer.error.status, answer.error.code, answer.error.values);
      Atomics.sub(unread, 0, 1);
      Atomics.notify(unread, 0);
      yield answer.rows;
    }
    throw new Error('readSheetAside: the worker thread ended before the last row of the sheet');
  } finally {
    await worker.terminate();
  }
}
