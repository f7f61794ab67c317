import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CheckAnswer, checkAside } from './check-process.ts';
import { severities, stateOf } from './epub-check.rules.ts';
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

const { signal } = new AbortController();
const messagesOf = (answer: CheckAnswer) => ('messages' in answer ? answer.messages : []);

describe.skipIf(!existsSync(folder))('The public conformance books', () => {
  const books = globSync(path.join(folder, '**/*.epub'));
  const answers = new Map<string, Promise<CheckAnswer>>();
  const answerOf = (book: string) => answers.getOrInsertComputed(book, () => checkAside(book, { signal }));

  test('are all checked without a crash', { timeout: books.length * 10_000 }, async () => {
    const ended: string[] = [];
    for (const book of books) if ('problem' in (await answerOf(book))) ended.push(book);
    expect(ended).toEqual([]);
  });

  test.skipIf(!isInstalled())(
    'are judged by the official checker mostly as by the built-in one',
    { timeout: books.length * 30_000 },
    async () => {
      const figures = severities.map((name) => ({ name, both: 0, official: 0, own: 0, neither: 0 }));
      let same = 0;
      for (const book of books) {
        const own = messagesOf(await answerOf(book));
        const official = messagesOf((await checkOfficially(command, book, { signal })).answer);
        const has = (of: typeof own, name: string) => of.some(({ severity }) => severity === name);
        for (const figure of figures) {
          const [isOwn, isOfficial] = [has(own, figure.name), has(official, figure.name)];
          figure[isOwn ? (isOfficial ? 'both' : 'own') : isOfficial ? 'official' : 'neither'] += 1;
        }
        if (stateOf(own) === stateOf(official)) same += 1;
      }
      console.table(figures);
      console.log(`The same state: ${same} of ${books.length}`);
      expect(same).toBeGreaterThan(0.7 * books.length);
    },
  );
});
