import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CheckAnswer, checkAside } from './check-process.ts';
import { type Severity, severities, stateOf } from './epub-check.rules.ts';
import { checkOfficially } from './official-checker.ts';

// A folder of public conformance books, such as those of w3c/epub-tests; they are not part of this project.
const folder = process.env['EPUB_CONFORMANCE'] ?? '';
const command = (process.env['EPUBCHECK_COMMAND'] ?? 'epubcheck').split(/\s+/);
const isInstalled = () => {
  try {
    return execFileSync('which', [command[0] ?? '']).length > 0;
  } catch {
    return false;
  }
};

const signal = new AbortController().signal;
const messagesOf = (answer: CheckAnswer) => ('messages' in answer ? answer.messages : []);

describe.skipIf(!existsSync(folder))('The public conformance books', () => {
  const books = globSync(path.join(folder, '**/*.epub'));

  test('are all checked without a crash', { timeout: books.length * 10_000 }, async () => {
    const ended: string[] = [];
    for (const book of books) if ('problem' in (await checkAside(book, { signal }))) ended.push(book);
    expect(ended).toEqual([]);
  });

  test.skipIf(!isInstalled())(
    'are judged by the official checker mostly as by the built-in one',
    { timeout: books.length * 30_000 },
    async () => {
      const agreed: Record<string, number> = Object.fromEntries([...severities, 'state'].map((name) => [name, 0]));
      for (const book of books) {
        const own = messagesOf(await checkAside(book, { signal }));
        const official = messagesOf((await checkOfficially(command, book, { signal })).answer);
        const has = (of: typeof own, severity: Severity) => of.some((one) => one.severity === severity);
        for (const one of severities) if (has(own, one) === has(official, one)) agreed[one] = (agreed[one] ?? 0) + 1;
        if (stateOf(own) === stateOf(official)) agreed['state'] = (agreed['state'] ?? 0) + 1;
      }
      // oxlint-disable-next-line no-console -- this test is run for its figures
      console.log(`Of ${books.length} books, both checkers agree on:`, agreed);
      expect(agreed['state']).toBeGreaterThan(0.7 * books.length);
    },
  );
});
