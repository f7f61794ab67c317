import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';
import { sourcesIn } from './stamps.mjs';

/**
 * The bill of materials (CycloneDX) of what is shipped: the packages that a server loads, those that are built into the
 * screens, and all that these need. From the lock file, so no network is needed.
 */
export function billOfMaterials(product) {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const bill = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }));
  const shipped = shippedPackages();
  const isShipped = (ref) => shipped.has(ref);
  bill.components = bill.components.filter((one) => isShipped(one['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isShipped(ref) || ref === bill.metadata.component['bom-ref'])
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter(isShipped) }));
  // npm names it after the folder it is in.
  bill.metadata.component.name = product;
  return bill;
}

/** The packages that the product's files name, apart from tests: the screens are built from some of them. */
export function namedPackages() {
  const files = sourcesIn('src').filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/(\.test|\.fixture|contract-tests)\.tsx?$/.test(file),
  );
  const named =
    /^(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?'([^'.#][^']*)'|import\('([^'.#][^']*)'\)|@import '([^'.#][^']*)'/gm;
  const all = files.flatMap((file) =>
    [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(named)].map(([, ...names]) =>
      names.find((one) => one !== undefined),
    ),
  );
  return new Set(all.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')));
}

// Serves the screens from their sources.
const onlyInDevelopment = new Set(['vite']);

/** `name@version` of each package that is shipped. */
function shippedPackages() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { dependencies, devDependencies } = packages[''];
  const built = [...namedPackages()].filter((name) => name in devDependencies && !onlyInDevelopment.has(name));
  const found = new Set();
  const follow = (name, from) => {
    const at = folderOf(packages, name, from);
    if (at === undefined || found.has(at)) return;
    found.add(at);
    const {
      dependencies: needs,
      optionalDependencies: may,
      peerDependencies: peers,
      peerDependenciesMeta,
    } = packages[at];
    for (const need of Object.keys({ ...needs, ...may, ...peers }))
      if (!peerDependenciesMeta?.[need]?.optional) follow(need, at);
  };
  for (const name of [...Object.keys(dependencies), ...built]) follow(name, '');
  return new Set([...found].map((at) => `${at.slice(at.lastIndexOf('node_modules/') + 13)}@${packages[at].version}`));
}

/** Where a package that another one needs is installed: beside it, or further up. */
function folderOf(packages, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (at === '') return undefined;
  }
}
