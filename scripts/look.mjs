import { findBrowser } from './browser.mjs';
import { nodePath, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: true });
const browser = await findBrowser();
const env = { NODE_ENV: 'production', ...(browser && { CHROMIUM_PATH: browser }) };
process.exitCode = await run(nodePath(), ['look/run.ts', ...process.argv.slice(2)], env);
