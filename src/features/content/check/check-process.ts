import { fork } from 'node:child_process';
import type { EpubMessage } from './epub-check.rules.ts';

/** Why a checker gave no answer: it took too long, the file is too large for it, or it ended. */
export type CheckProblem = 'time' | 'size' | 'stopped';

/** What a checker says of an EPUB. */
export type CheckAnswer = { messages: EpubMessage[] } | { problem: CheckProblem; cause?: string };

// An ordinary book takes a tenth of a second, and the largest ones some seconds. Milliseconds of its own processor time:
// on a busy machine, a check may take any time.
const processorLimit = 120_000;
// For a process that waits without end.
const timeoutMs = 600_000;
// Of its heap; what it reads is bounded by read-epub-files.ts. Megabytes.
const heapLimit = 512;

/** The signal of a process that has used up its processor time. */
export const outOfTime = 'SIGVTALRM';

/** What the process is sent. */
export interface ProcessOrder {
  file: string;
  processorMs: number;
}

interface CheckLimits {
  signal: AbortSignal;
  processorMs?: number;
}

/** Checks an EPUB in a process of its own, which ends with the check. */
export function checkAside(file: string, { signal, processorMs = processorLimit }: CheckLimits): Promise<CheckAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckAnswer>();
  const child = fork(new URL('epub-check-process.ts', import.meta.url), {
    serialization: 'advanced',
    // It gets none of our settings.
    env: {},
    execArgv: [`--max-old-space-size=${heapLimit}`],
    // The XML engine prints what it finds, too.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    signal,
  });
  child.once('message', (answer: CheckAnswer) => resolve(answer));
  child.once('error', reject);
  const startedAt = performance.now();
  child.once('exit', (_code, endedBy) => {
    const isLate = endedBy === outOfTime || performance.now() - startedAt >= timeoutMs;
    resolve({ problem: isLate ? 'time' : 'stopped', cause: 'The process that checks EPUBs ended.' });
  });
  child.send({ file, processorMs } satisfies ProcessOrder, () => undefined);
  return promise;
}
