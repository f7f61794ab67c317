import fs from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { folderInMemory, removeFolder } from './memory.mjs';
import { root, run } from './run.mjs';
import { prepare } from './setup.mjs';
import { readBrowser, readUnit } from './test-results.mjs';

const unitReport = path.join(root, '.cache/unit-tests.json');
const browserReport = path.join(root, '.cache/browser-tests.json');

/** The tag of the browser tests that `npm test` runs: one journey through each feature, and what only a browser shows. */
const journey = '@journey';

/**
 * Runs tests and prints their sum, which is the last line. `projects` are those of `vitest.config.ts`; `browser` selects browser
 * tests: the journeys, the others, or all; `filters` select files, in both runners.
 */
export async function runTests({ projects, browser, filters }) {
  await prepare({ build: true });
  for (const file of [unitReport, browserReport]) fs.rmSync(file, { force: true });
  const chromium = browser && (await findBrowser());
  const memory = folderInMemory();
  if (memory) Object.assign(process.env, { TEST_POSTGRES_DIR: path.join(memory, 'postgres'), TMPDIR: memory });
  // In parallel: each alone leaves the CPU idle while its tests wait.
  const unitTests = projects.length > 0 ? runUnit(projects, filters) : undefined;
  const browserTests = browser && runBrowser({ browser, filters, chromium, after: unitTests });
  const codes = await Promise.all([unitTests, browserTests]);
  if (memory) removeFolder(memory);
  const counts = [
    ...(unitTests ? [withExit(codes[0], readUnit(unitReport))] : []),
    ...(browserTests ? [withExit(codes[1], readBrowser(browserReport))] : []),
  ];
  printSum(sum(...counts));
}

function runUnit(projects, filters) {
  const selected = projects.map((name) => `--project=${name}`);
  const args = ['run', ...selected, '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  return run('vitest', [...args, '--passWithNoTests', ...filters], { NODE_ENV: 'test' });
}

function runBrowser({ browser, filters, chromium, after }) {
  const selected = { journeys: ['--grep', journey], others: ['--grep-invert', journey], all: [] }[browser];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport, ...(chromium && { CHROMIUM_PATH: chromium }) };
  const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...selected, ...filters];
  return run('playwright', args, env, after);
}

function printSum({ passed, failed, skipped, failures }) {
  if (passed + failed === 0) console.error('\nNo test ran.');
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  // Repeated at the end, for people who only see the last lines of a long log.
  for (const { name, message } of failures) console.log(`\nFAILED ${name}\n${message.slice(0, 1500)}`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
}

/** A runner that exits with an error but without a failed test (an unhandled error, a crash) is a failure too. */
function withExit(code, counts) {
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [{ name: 'the run itself', message: `It ended with ${code}.` }] };
}

function sum(...parts) {
  const total = (key) => parts.reduce((all, part) => all + part[key], 0);
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    failures: parts.flatMap((part) => part.failures),
  };
}
