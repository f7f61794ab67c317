import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { CheckAnswer } from './check-process.ts';
import { type EpubMessage, severities } from './epub-check.rules.ts';

const timeoutMs = 300_000;
const maxReportBytes = 64 << 20;

const Report = z.object({
  checker: z.object({ checkerVersion: z.string() }),
  messages: z.array(
    z.object({
      ID: z.string(),
      severity: z.string(),
      message: z.string(),
      locations: z.array(z.object({ path: z.string(), line: z.int() })).nullish(),
    }),
  ),
});

/** The official checker, run by the operator's command. Rejects if the command cannot run or writes no report. */
export async function checkOfficially(
  command: readonly string[],
  file: string,
  { signal }: { signal: AbortSignal },
): Promise<{ tool: string; answer: CheckAnswer }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'epubcheck-'));
  try {
    // It judges the extension, which a stored file need not have.
    const book = path.join(folder, 'book.epub');
    const report = path.join(folder, 'report.json');
    await symlink(path.resolve(file), book);
    const ended = await run([...command, book, '--json', report], signal);
    signal.throwIfAborted();
    if (ended === 'late') return { tool: 'EPUBCheck', answer: { problem: 'time' } };
    if ((await stat(report)).size > maxReportBytes) return { tool: 'EPUBCheck', answer: { problem: 'size' } };
    const { checker, messages } = Report.parse(JSON.parse(await readFile(report, 'utf8')));
    const tool = `EPUBCheck ${checker.checkerVersion}`;
    return { tool, answer: { messages: messages.flatMap((one) => messagesOf(one, folder)) } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a command in a process group of its own, since it may be a script that starts others. */
async function run([name = '', ...args]: readonly string[], signal: AbortSignal): Promise<'done' | 'late'> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { PATH, JAVA_HOME, JAVA_TOOL_OPTIONS = '-Xmx512m' } = process.env;
  const child = spawn(name, args, {
    detached: true,
    stdio: 'ignore',
    env: { ...(PATH && { PATH }), ...(JAVA_HOME && { JAVA_HOME }), JAVA_TOOL_OPTIONS },
  });
  child.once('error', reject);
  child.once('exit', () => resolve());
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  return isLate ? 'late' : 'done';
}

/** One message for each location that it names. */
function messagesOf({ ID, severity, message, locations }: z.output<typeof Report>['messages'][number], folder: string) {
  const known = severities.find((one) => one === severity.toLowerCase());
  if (!known) return [];
  const found = locations?.length ? locations : [{ path: '', line: -1 }];
  return found.map(({ path: at, line }): EpubMessage => {
    const isInside = at !== '' && at !== 'book.epub' && !at.startsWith(folder);
    return {
      severity: known,
      id: ID,
      text: message,
      path: isInside ? at.replace(/^book\.epub\//, '') : null,
      line: line > 0 ? line : null,
    };
  });
}
