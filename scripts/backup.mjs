import { nodePath, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: false });
process.exitCode = await run(nodePath(), ['src/backup/run.ts', 'backup', ...process.argv.slice(2)]);
