import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';

// The headless shell is the same browser without windows: it uses a fifth less CPU.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplication = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The path of a Chromium for the browser tests, installed if necessary; undefined means Playwright's own. */
export async function findBrowser() {
  const found = findInstalled();
  if (found) return found;
  console.log('No Chromium found (nor in CHROMIUM_PATH); installing one for the browser tests …');
  return (await installByApt()) ? findInstalled() : installByPlaywright();
}

/** Runs it with --version: on some systems the name is only a stub that refers to another package. */
function findInstalled() {
  const candidates = [process.env.CHROMIUM_PATH, ...names, macApplication].filter(Boolean);
  return candidates.map(whereIs).find((file) => file && spawnSync(file, ['--version']).status === 0);
}

function whereIs(program) {
  if (program.includes('/')) return program;
  return spawnSync('which', [program], { encoding: 'utf8' }).stdout?.trim();
}

async function installByApt() {
  if (process.getuid?.() !== 0 || !whereIs('apt-get')) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], env);
  const packages = ['chromium-headless-shell', 'fonts-noto-cjk'];
  return (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)) === 0;
}

async function installByPlaywright() {
  const code = await run('playwright', ['install', 'chromium']);
  if (code !== 0) console.error('Could not install a browser. Set CHROMIUM_PATH to a Chromium or Chrome binary.');
}
