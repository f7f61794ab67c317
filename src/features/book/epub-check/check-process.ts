import { fork } from 'node:child_process';
import type { EpubMessage } from './epub-check.rules.ts';

/** Why a checker gave no answer: it took too long, the file is too large for it, or it ended. */
export type CheckProblem = 'time' | 'size' | 'stopped';

/** What a checker says of an EPUB. */
export type CheckAnswer = { messages: EpubMessage[] } | { problem: CheckProblem; cause?: string };

// An ordinary book takes a tenth of a second, and the largest ones some seconds. Milliseconds.
const timeoutMs = 120_000;
// Of its heap; what it reads is bounded by read-epub-files.ts. Megabytes.
const heapLimit = 512;

/** Checks an EPUB in a process of its own, which ends with the check. */
export function checkAside(file: string, { signal }: { signal: AbortSignal }): Promise<CheckAnswer> {
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
  child.once('exit', () => {
    const isLate = performance.now() - startedAt >= timeoutMs;
    resolve({ problem: isLate ? 'time' : 'stopped', cause: 'The process that checks EPUBs ended.' });
  });
  child.send(file, () => undefined);
  return promise;
}
