import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const fullMs = 5000;
const pieces = [1 << 20, 1 << 12].map((bytes) => Buffer.alloc(bytes));

/** Fills a disk to the last byte, and keeps it full for a while. */
export async function fill(folder: string, meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const filler = path.join(folder, 'filler');
  const takes = (piece: Buffer) =>
    writeFile(filler, piece, { flag: 'a' }).then(
      () => true,
      () => false,
    );
  const takeAll = async () => {
    for (const piece of pieces) while (await takes(piece));
  };
  await takeAll();
  const end = performance.now() + fullMs;
  while (performance.now() < end) {
    await meanwhile();
    // Fill the space that others have freed.
    await takeAll();
    await sleep(100);
  }
  await rm(filler);
}
