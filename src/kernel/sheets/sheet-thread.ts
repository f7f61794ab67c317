import { on } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { SheetError, type SheetErrorCode, type SheetErrorValues } from './sheet-error.ts';
import { type NamedSheetOptions, readSheet } from './sheet-read.ts';
import type { SheetRow } from './sheet-rows.ts';

/** What the thread is given. */
export interface SheetOrder {
  file: string;
  options: NamedSheetOptions;
  /** How many batches wait to be taken, shared by both threads. */
  unread: Int32Array<SharedArrayBuffer>;
}

/** What the thread answers, batch by batch. */
export type SheetAnswer =
  | { rows: SheetRow[] }
  | { refusal: { code: SheetErrorCode; values: SheetErrorValues[SheetErrorCode] } }
  | { end: true };

/** As far as the thread reads ahead; a batch is the rows of one piece of the file, at most 64 KB. */
export const batchesAhead = 16;

// A smaller file is read before a thread has started.
const largeBytes = 2 ** 20;

/**
 * Reads a sheet as readSheet does, a large one in a thread of its own: its rows are checked and stored while the next
 * ones are read, and the process answers others meanwhile. Nothing is left of the thread once the reading ends or is
 * given up.
 */
export async function* readSheetAside(file: string, options: NamedSheetOptions): AsyncGenerator<SheetRow[]> {
  if ((await stat(file)).size < largeBytes) {
    yield* readSheet(file, options);
    return;
  }
  const unread = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: SheetOrder = { file, options, unread };
  const worker = new Worker(path.join(import.meta.dirname, 'sheet-worker.ts'), { workerData });
  try {
    for await (const [answer] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[SheetAnswer]>) {
      if ('end' in answer) return;
      if ('refusal' in answer) throw new SheetError(answer.refusal.code, answer.refusal.values);
      Atomics.sub(unread, 0, 1);
      Atomics.notify(unread, 0);
      yield answer.rows;
    }
    throw new Error('The thread that reads a sheet ended before the sheet.');
  } finally {
    await worker.terminate();
  }
}
