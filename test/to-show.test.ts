import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const page = `<main>${'<p>row</p>'.repeat(500)}<a href="/book/B1">The Lantern</a>${'<p>row</p>'.repeat(500)}</main>`;

const failureOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

test('a text that a page lacks is reported with the part of the page that is nearest to it', () => {
  const said = failureOf(() => expect(page).toShow('<a href="/book/B1">The Lamp</a>'));
  expect(said).toMatch(
    /does not show\n {2}<a href="\/book\/B1">The Lamp<\/a>\n.*\n.*»<a href="\/book\/B1">The La«ntern/,
  );
  expect(said.length).toBeLessThan(600);
});

test('a pattern that a page lacks is reported with the part that matches its longest word', () => {
  const said = failureOf(() => expect(page).toShow(/<a href="\/book\/B\d+" aria-current>/));
  expect(said).toMatch(/»<a href="\/book\/B«1"/);
});

test('a text that a page must not have is reported with its place', () => {
  const said = failureOf(() => expect(page).not.toShow('Lantern'));
  expect(said).toMatch(/The page shows\n {2}Lantern\n.*\n.*The »Lantern«<\/a>/);
  expect(said.length).toBeLessThan(600);
});

test('a text that a page has is found, and one that it lacks is not', () => {
  expect(page).toShow('The Lantern');
  expect(page).toShow(/href="\/book\/B\d"/);
  expect(page).not.toShow('The Lamp');
});

test('the summary of a browser test that received a page has the part of it that is nearest', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'summary-'));
  const report = path.join(folder, 'browser.json');
  const message = `Error: expect(received).toContain(expected)\n\nExpected substring: "The Lamp"\nReceived string:    "${page}"`;
  const specs = [{ ok: false, file: 'a.spec.ts', title: 'a', tests: [{ results: [{ errors: [{ message }] }] }] }];
  writeFileSync(report, JSON.stringify({ stats: {}, suites: [{ specs }] }));
  const script = `import { readBrowser } from './scripts/test-results.mjs';
    process.stdout.write(readBrowser(process.argv[1]).failures[0].message);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script, report], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(said).toMatch(/^Error: expect.*\n\nExpected: "The Lamp"\nReceived, nearest to it:\n.*»The La«ntern/);
  expect(said.length).toBeLessThan(600);
});
