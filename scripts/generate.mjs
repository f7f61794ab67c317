import { nodePath, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: false });
process.exitCode = await run(nodePath(), ['test/generate.ts']);
