import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { nodePath, root, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: true });
const browser = await findBrowser();
const env = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: path.join(root, '.cache/compiled'),
  ...(browser && { CHROMIUM_PATH: browser }),
};
process.exitCode = await run(nodePath(), ['bench/run.ts', ...process.argv.slice(2)], env);
