import { findBrowser } from './browser.mjs';
import { run } from './run.mjs';
import { prepare } from './setup.mjs';

// The tests that take hours, with a random seed each time unless FUZZ_SEED replays one.
const { FUZZ_CALLS = '100000', FUZZ_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

await prepare({ build: true });
console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_CALLS=${FUZZ_CALLS}`);
const long = { NODE_ENV: 'test', TEST_LONG: '1', FUZZ_CALLS, FUZZ_SEED };
const races = [
  'kill',
  'contents-model',
  'moments-model',
  'changes-model',
  'due-together',
  'import-undo-many',
  'release-model',
  'redeem-race',
  'redeem-acts',
  'portal-changes',
  'statement-acts',
];
const files = [
  'test/fuzz',
  ...races,
  'test/image',
  'test/compose',
  'test/patroni',
  'test/upgrade',
  'test/growth',
  'test/engines',
];
const unitCode = await run('vitest', ['run', '--project', 'unit', ...files], long);
const browser = await findBrowser();
const env = { TEST_LONG: '1', ...(browser && { CHROMIUM_PATH: browser }) };
const browserCode =
  unitCode > 128
    ? unitCode
    : await run('playwright', ['test', 'import-steps', 'accessibility', 'look.spec', 'typed-early', 'reader'], env);
process.exitCode = unitCode || browserCode;
