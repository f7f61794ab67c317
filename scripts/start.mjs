import { nodePath, production, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: true });
process.exitCode = await run(nodePath(), ['src/main.ts', ...process.argv.slice(2)], production);
