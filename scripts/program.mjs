// Runs a program of the project with the Node it needs: `node scripts/program.mjs NAME ARGUMENTS`.
import { findBrowser } from './browser.mjs';
import { fail, nodeFlags, nodePath, production, run } from './run.mjs';
import { prepare } from './setup.mjs';

const programs = {
  start: { build: true, args: ['dist/server/main.js'], env: production },
  dev: {
    // --watch tracks modules that Node itself has loaded: server files restart the process, while Vite replaces views
    // in place.
    args: ['--watch', '--watch-preserve-output', 'src/main.ts'],
    // With stack traces, which a terminal is otherwise spared.
    env: { NODE_ENV: 'development', LOG_LEVEL: process.env.LOG_LEVEL || 'info' },
  },
  example: { build: true, args: ['examples/run.ts'], env: production },
  backup: { build: true, args: ['dist/server/backup.js', 'backup'] },
  restore: { build: true, args: ['dist/server/backup.js', 'restore'] },
  maintenance: { build: true, args: ['dist/server/operations.js', 'maintenance'] },
  secret: { build: true, args: ['dist/server/operations.js', 'secret'] },
  verify: { build: true, args: ['dist/server/verify.js'] },
  export: { build: true, args: ['dist/server/moving.js', 'export'] },
  import: { build: true, args: ['dist/server/moving.js', 'import'] },
  purge: { build: true, args: ['dist/server/purge.js'] },
  doctor: { build: true, args: ['dist/server/doctor.js'] },
  office: { args: ['clients/office/src/office.ts'] },
  generate: { build: true, args: ['test/generate.ts'] },
  bench: { build: true, browser: true, args: ['bench/run.ts'], env: production },
  faults: { build: true, args: ['faults/run.ts'], env: { NODE_ENV: 'production' } },
  look: { build: true, browser: true, args: ['look/run.ts'], env: { NODE_ENV: 'production' } },
};

const [name, ...rest] = process.argv.slice(2);
const { build = false, browser = false, args, env } = programs[name] ?? fail(`There is no program “${name}”.`);
await prepare({ build });
const chromium = browser && (await findBrowser());
process.exitCode = await run(nodePath(), [...nodeFlags, ...args, ...rest], {
  ...env,
  ...(chromium && { CHROMIUM_PATH: chromium }),
});
