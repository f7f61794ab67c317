import { run } from './run.mjs';
import { prepare } from './setup.mjs';

// The proofs that take hours: another seed each time, unless one is to be replayed.
const { FUZZ_CALLS = '100000', FUZZ_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

await prepare({ build: true });
console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_CALLS=${FUZZ_CALLS}`);
process.exitCode = await run('vitest', ['run', '--project', 'unit', 'test/fuzz.test.ts', 'import-kill'], {
  NODE_ENV: 'test',
  TEST_LONG: '1',
  FUZZ_CALLS,
  FUZZ_SEED,
});
