import fs from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { root, run } from './run.mjs';
import { prepare } from './setup.mjs';
import { sourcesIn } from './stamps.mjs';

// The tests that take hours, with a random seed each time unless FUZZ_SEED replays one.
const { FUZZ_CALLS = '100000', FUZZ_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

await prepare({ build: true });
console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_CALLS=${FUZZ_CALLS}`);
const long = { NODE_ENV: 'test', TEST_LONG: '1', FUZZ_CALLS, FUZZ_SEED };
// Those that say how much of them is left for this run, and the calls of the fuzzer.
const isLong = (file) =>
  file.endsWith('.test.ts') && fs.readFileSync(path.join(root, file), 'utf8').includes("'TEST_LONG'");
const files = ['test/fuzz', ...[...sourcesIn('src'), ...sourcesIn('test')].filter(isLong)];
const unitCode = await run('vitest', ['run', '--project=!check', ...files], long);
const browser = await findBrowser();
const env = { TEST_LONG: '1', ...(browser && { CHROMIUM_PATH: browser }) };
const browserCode =
  unitCode > 128
    ? unitCode
    : await run('playwright', ['test', 'import-steps', 'accessibility', 'look.spec', 'typed-early', 'reader'], env);
process.exitCode = unitCode || browserCode;
