// Adds lock entries for optional packages of other platforms, which npm may omit when it writes the lock file, although
// `npm ci` rejects a lock file without them; and the checksums of all entries that have none.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const file = path.join(root, 'package-lock.json');
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const libraries = { gnu: 'glibc', musl: 'musl' };

let added = 0;
for (const [where, owner] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] || lock.packages[`${where}/${key}`]) continue;
    lock.packages[key] = entryOf(name, version, owner);
    added += 1;
  }
}
let checked = 0;
for (const [where, entry] of Object.entries(lock.packages)) {
  if (where === '' || entry.link || entry.integrity) continue;
  entry.integrity = integrityOf(
    where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length),
    entry.version,
  );
  checked += 1;
}
const { '': project, ...packages } = lock.packages;
const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries([['', project], ...sorted]);
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries and ${checked} checksums added`);

/** A package's name contains its platform: `@scope/tool-linux-x64-musl`. */
function entryOf(name, version, owner) {
  const parts = name.replace(/^.*\//, '').split('-');
  const os = systems.filter((system) => parts.includes(system));
  const libc = Object.entries(libraries).flatMap(([part, library]) => (parts.includes(part) ? [library] : []));
  return {
    version,
    cpu: processors.filter((processor) => parts.includes(processor)),
    ...(owner.dev && { dev: true }),
    ...(libc.length > 0 && os[0] === 'linux' && { libc }),
    optional: true,
    os,
  };
}

/** The checksum by which npm recognizes a package, as the registry states it. */
function integrityOf(name, version) {
  const said = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' }).trim();
  if (said === '') throw new Error(`The registry has no checksum of ${name}@${version}.`);
  return said;
}
