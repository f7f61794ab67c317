import { readSheet } from '#features/onix/read/onix-reader.ts';
import { batchesAhead } from '#kernel/sheets/sheet-thread.ts';

/** Reads a message in a separate process, and prints its peak resident memory and the number of its products. */
let resident = 0;
let products = 0;
// As many as wait for whoever stores them.
const waiting: unknown[] = [];
for await (const rows of readSheet(process.argv[2] ?? '', { name: 'onix.xml' })) {
  products += rows.length;
  if (waiting.push(rows) > batchesAhead) waiting.shift();
  resident = Math.max(resident, process.memoryUsage.rss());
}
console.log(JSON.stringify({ megabytes: resident / 1_048_576, products }));
