import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { codeAlphabet } from '../code.rules.ts';
import type { ChangedBatches, CodeSlice } from './code-change.store.ts';

/** A job processes codes by first letter, so that it can report progress and be stopped in between. */
const letters: readonly CodeSlice[] = codeAlphabet.split('').map((letter, index) => ({
  ...(index > 0 && { from: letter }),
  ...(index < codeAlphabet.length - 1 && { to: codeAlphabet[index + 1] ?? '' }),
}));

/** Changes codes at once or, if progress is reported, slice by slice. Returns how many were changed in each batch. */
export async function changeInSlices(
  { total, progress }: { total: number; progress: JobProgress | undefined },
  write: (slice: CodeSlice) => Promise<ChangedBatches>,
): Promise<ChangedBatches> {
  if (!progress) return write({});
  const batches: ChangedBatches = new Map();
  for (const [nth, slice] of letters.entries()) {
    progress.report(Math.floor((total * nth) / letters.length), total);
    for (const [batch, count] of await write(slice)) batches.set(batch, (batches.get(batch) ?? 0) + count);
  }
  progress.report(total, total);
  return batches;
}

/** The total number of codes changed. */
export const countCodes = (batches: ChangedBatches): number =>
  [...batches.values()].reduce((sum, count) => sum + count, 0);
