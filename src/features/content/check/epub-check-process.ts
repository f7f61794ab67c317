import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { ArchiveError, type ArchiveFault } from '#kernel/archive/archive-error.ts';
import { type CheckAnswer, outOfTime, type ProcessOrder } from './check-process.ts';
import { type EpubMessage, severities } from './epub-check.rules.ts';
import { readEpubFiles, TooLargeToCheck } from './read-epub-files.ts';

// The process that checks one EPUB: a hostile file may exhaust its time or its memory, and ends only this process.
process.once('message', async ({ file, processorMs }: ProcessOrder) => {
  await watch(processorMs);
  const answer = await answerTo(file);
  process.send?.(answer, undefined, undefined, () => process.disconnect?.());
});

/** Ends the process when it has used this much processor time. A thread looks at it, since a check may never pause. */
async function watch(processorMs: number): Promise<void> {
  const script = `
    const check = () => {
      const { user, system } = process.cpuUsage();
      if (user + system > ${processorMs * 1000}) process.kill(process.pid, '${outOfTime}');
    };
    check();
    setInterval(check, 500);`;
  const watcher = new Worker(script, { eval: true });
  await once(watcher, 'online');
  watcher.unref();
}

async function answerTo(file: string): Promise<CheckAnswer> {
  try {
    const { files, whole } = await readEpubFiles(file);
    // The zip itself is checked too where all of it fits into memory.
    const { messages } = whole
      ? await EpubCheck.validate(await readFile(file))
      : await EpubCheck.validateExpanded(files);
    return {
      messages: messages.flatMap(({ severity, id, message: text, location }): EpubMessage[] => {
        const known = severities.find((one) => one === severity);
        return known ? [{ severity: known, id, text, path: location?.path ?? null, line: location?.line ?? null }] : [];
      }),
    };
  } catch (error) {
    if (error instanceof TooLargeToCheck) return { problem: 'size' };
    if (error instanceof ArchiveError)
      return tooLarge.has(error.fault) ? { problem: 'size' } : { messages: [zipMessage(error)] };
    return { problem: 'stopped', cause: String(error) };
  }
}

const tooLarge: ReadonlySet<ArchiveFault> = new Set(['bomb', 'too_many_entries', 'too_large']);

/** What is wrong with a zip that is not opened, under the id that the official checker has for it. */
const zipMessage = ({ fault, entry }: ArchiveError): EpubMessage => ({
  severity: 'fatal',
  id: 'PKG-008',
  text: `The zip file cannot be read: ${fault.replaceAll('_', ' ')}.`,
  path: entry ?? null,
  line: null,
});
