import fs from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { root, run } from './run.mjs';
import { prepare } from './setup.mjs';

// Words after `npm test --` choose test files, in both runners.
const filters = process.argv.slice(2);
const unitReport = path.join(root, '.cache/unit-tests.json');
const browserReport = path.join(root, '.cache/browser-tests.json');

await prepare({ build: true });
for (const report of [unitReport, browserReport]) fs.rmSync(report, { force: true });

const unitRun = [
  'run',
  '--project',
  'unit',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
];
const unitCode = await run('vitest', [...unitRun, '--passWithNoTests', ...filters], { NODE_ENV: 'test' });
const browserCode = unitCode > 128 ? unitCode : await runBrowserTests();

const { passed, failed, skipped } = sum(
  withExit(unitCode, readUnit(unitReport)),
  withExit(browserCode, readBrowser(browserReport)),
);
if (passed + failed === 0) console.error('\nNo test ran.');
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);

async function runBrowserTests() {
  const browser = await findBrowser();
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport, ...(browser && { CHROMIUM_PATH: browser }) };
  return run('playwright', ['test', '--reporter=list,json', '--pass-with-no-tests', ...filters], env);
}

/** A file that does not even load has no tests to count: it counts as one that failed. */
function readUnit(file) {
  const report = read(file);
  const broken = (report?.testResults ?? []).filter(
    (one) => one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

function readBrowser(file) {
  const report = read(file);
  return {
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0) + (report?.errors.length ?? 0),
    skipped: report?.stats.skipped ?? 0,
  };
}

/** A runner that ends badly without a failed test (an unhandled error, a crash) is a failure too. */
function withExit(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

function sum(...parts) {
  const total = (key) => parts.reduce((all, part) => all + part[key], 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
}
