// Adds lock entries for optional packages of platforms that the registry in use does not provide: npm omits them when
// it writes the lock file, but `npm ci` rejects a lock file without them.
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
const { '': project, ...packages } = lock.packages;
const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries([['', project], ...sorted]);
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added`);

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
