import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../messages/errors.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetRow } from './sheet-rows.ts';
import { batchesAhead, type SheetAnswer, type SheetOrder, type SheetReader } from './sheet-thread.ts';

const { reader, file, options, unread } = workerData as SheetOrder;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
const answer = (message: SheetAnswer) => parentPort?.postMessage(message);

try {
  const { readSheet }: { readSheet: SheetReader<SheetRow> } = await import(reader);
  for await (const rows of readSheet(file, { ...options, note: (notes) => answer({ notes }) })) {
    answer({ rows });
    let waiting = Atomics.add(unread, 0, 1) + 1;
    for (; waiting >= batchesAhead; waiting = Atomics.load(unread, 0)) Atomics.wait(unread, 0, waiting);
  }
  answer({ end: true });
} catch (error) {
  if (error instanceof SheetError) answer({ refusal: { code: error.code, values: error.values } });
  else if (error instanceof AppError)
    answer({ error: { status: error.status, code: error.code, values: error.values } });
  else throw error;
}
