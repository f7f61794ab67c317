import fs from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { folderInMemory, removeFolder } from './memory.mjs';
import { root, run } from './run.mjs';
import { prepare } from './setup.mjs';
import { readBrowser, readUnit } from './test-results.mjs';

// Arguments after `npm test --` select test files, in both runners.
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
const browser = await findBrowser();
const memory = folderInMemory();
if (memory) Object.assign(process.env, { TEST_POSTGRES_DIR: path.join(memory, 'postgres'), TMPDIR: memory });
const browserEnv = { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport, ...(browser && { CHROMIUM_PATH: browser }) };
// In parallel: each alone leaves the CPU idle while its tests wait.
const unitTests = run('vitest', [...unitRun, '--passWithNoTests', ...filters], { NODE_ENV: 'test' });
const browserTests = run(
  'playwright',
  ['test', '--reporter=list,json', '--pass-with-no-tests', ...filters],
  browserEnv,
  unitTests,
);
const [unitCode, browserCode] = await Promise.all([unitTests, browserTests]);
if (memory) removeFolder(memory);

const { passed, failed, skipped, failures } = sum(
  withExit(unitCode, readUnit(unitReport)),
  withExit(browserCode, readBrowser(browserReport)),
);
if (passed + failed === 0) console.error('\nNo test ran.');
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
// Repeated at the end, for people who only see the last lines of a long log.
for (const { name, message } of failures) console.log(`\nFAILED ${name}\n${message.slice(0, 1500)}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);

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
