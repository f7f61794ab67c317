import { nodePath, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: false });
// --watch tracks modules that Node itself has loaded: server files restart the process, while Vite replaces views in
// place.
const args = ['--watch', '--watch-preserve-output', 'src/main.ts'];
// With stack traces, which a terminal is otherwise spared.
const environment = { NODE_ENV: 'development', LOG_LEVEL: process.env.LOG_LEVEL || 'info' };
process.exitCode = await run(nodePath(), [...args, ...process.argv.slice(2)], environment);
