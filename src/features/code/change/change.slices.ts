import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { codeAlphabet } from '../code.rules.ts';
import type { ChangedBatches, CodeSlice } from './change.store.ts';

/** A job takes codes by their first letter, so that it can tell how far it is, and be stopped in between. */
const letters: readonly CodeSlice[] = codeAlphabet.split('').map((letter, place) => ({
  ...(place > 0 && { from: letter }),
  ...(place < codeAlphabet.length - 1 && { to: codeAlphabet[place + 1] ?? '' }),
}));

/** Writes codes at once or, where somebody is told how far it is, slice by slice. Answers how many of each batch. */
export async function changeInSlices(
  { total, progress }: { total: number; progress: JobProgress | undefined },
  write: (slice: CodeSlice) => Promise<ChangedBatches>,
): Promise<ChangedBatches> {
  if (!progress) return write({});
  const batches: ChangedBatches = new Map();
  for (const [nth, slice] of letters.entries()) {
    progress.tell(Math.floor((total * nth) / letters.length), total);
    for (const [batch, count] of await write(slice)) batches.set(batch, (batches.get(batch) ?? 0) + count);
  }
  progress.tell(total, total);
  return batches;
}

/** How many codes these are. */
export const countCodes = (batches: ChangedBatches): number =>
  [...batches.values()].reduce((sum, count) => sum + count, 0);
