import { findBrowser } from './browser.mjs';
import { nodePath, production, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: true });
const browser = await findBrowser();
const env = { ...production, ...(browser && { CHROMIUM_PATH: browser }) };
process.exitCode = await run(nodePath(), ['bench/run.ts', ...process.argv.slice(2)], env);
