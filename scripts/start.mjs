import path from 'node:path';
import { nodePath, root, run } from './run.mjs';
import { prepare } from './setup.mjs';

await prepare({ build: true });
process.exitCode = await run(nodePath(), ['src/main.ts', ...process.argv.slice(2)], {
  NODE_ENV: 'production',
  // Otherwise each start would compile the same modules again.
  NODE_COMPILE_CACHE: path.join(root, '.cache/compiled'),
});
