import { parentPort, workerData } from 'node:worker_threads';
import { SheetError } from './sheet-error.ts';
import { readSheet } from './sheet-read.ts';
import { batchesAhead, type SheetAnswer, type SheetOrder } from './sheet-thread.ts';

const { file, options, unread } = workerData as SheetOrder;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
const answer = (message: SheetAnswer) => parentPort?.postMessage(message);

try {
  for await (const rows of readSheet(file, options)) {
    answer({ rows });
    let waiting = Atomics.add(unread, 0, 1) + 1;
    for (; waiting >= batchesAhead; waiting = Atomics.load(unread, 0)) Atomics.wait(unread, 0, waiting);
  }
  answer({ end: true });
} catch (error) {
  if (!(error instanceof SheetError)) throw error;
  answer({ refusal: { code: error.code, values: error.values } });
}
