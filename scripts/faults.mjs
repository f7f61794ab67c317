import { nodePath, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: true });
process.exitCode = await run(nodePath(), ['faults/run.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' });
