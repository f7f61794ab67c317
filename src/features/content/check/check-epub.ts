import { createRequire } from 'node:module';
import { openArchive } from '#kernel/archive/archive.ts';
import { findPackage } from '../epub/inspect-epub.ts';
import { scanEntry } from '../epub/scan-entry.ts';
import { AccessibilityReader } from './accessibility-reader.ts';
import { type CheckAnswer, type CheckProblem, checkAside } from './check-process.ts';
import type { Accessibility } from './epub-check.contract.ts';
import type { EpubMessage } from './epub-check.rules.ts';
import { checkOfficially } from './official-checker.ts';

const ownPackage = '@likecoin/epubcheck-ts';
const { version }: { version: string } = createRequire(import.meta.url)(`${ownPackage}/package.json`);
const ownTool = `epubcheck-ts ${version}`;

/** What the check of an EPUB found. */
export interface CheckedEpub {
  tool: string;
  messages: EpubMessage[];
  accessibility: Accessibility | null;
}

interface CheckOptions {
  /** The operator's command for the official checker, as words; empty if there is none. */
  command: readonly string[];
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

/** Checks an EPUB within bounded time and memory. Never rejects because of the file. */
export async function checkEpub(file: string, options: CheckOptions): Promise<CheckedEpub> {
  const { tool, answer } = await answerOf(file, options);
  if ('cause' in answer) options.onError(new Error(`An EPUB was not checked: ${answer.cause}`));
  const messages = 'messages' in answer ? answer.messages : [problemMessage(answer.problem)];
  return { tool, messages, accessibility: await readAccessibility(file) };
}

async function answerOf(
  file: string,
  { command, signal, onError }: CheckOptions,
): Promise<{ tool: string; answer: CheckAnswer }> {
  if (command.length > 0) {
    try {
      return await checkOfficially(command, file, { signal });
    } catch (error) {
      signal.throwIfAborted();
      // The operator hears of it; staff get a report all the same.
      onError(error);
    }
  }
  return { tool: ownTool, answer: await checkAside(file, { signal }) };
}

const problems: Readonly<Record<CheckProblem, string>> = {
  time: 'The check took too long and was stopped.',
  size: 'The EPUB is too large to be checked.',
  stopped: 'The check ended without a result.',
};

/** The message of a report for a check that gave no answer. */
export const problemMessage = (problem: CheckProblem): EpubMessage => ({
  severity: 'fatal',
  id: `CHECK-${problem.toUpperCase()}`,
  text: problems[problem],
  path: null,
  line: null,
});

/** What the package says of accessibility; null if the package cannot be read. */
async function readAccessibility(file: string): Promise<Accessibility | null> {
  const reader = new AccessibilityReader();
  try {
    const archive = await openArchive(file);
    try {
      await scanEntry(archive, await findPackage(archive), reader);
    } finally {
      archive.close();
    }
  } catch {
    return null;
  }
  return reader.result;
}
