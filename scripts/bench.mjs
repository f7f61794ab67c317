import { nodePath, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: true });
const args = ['--import', './scripts/follow-parent.mjs', 'bench/run.ts', ...process.argv.slice(2)];
process.exitCode = await run(nodePath(), args, { NODE_ENV: 'production' });
