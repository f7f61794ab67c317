// Makes the files of a release: `npm run release [-- --tested]`. Publishing them is left to people.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { billOfMaterials } from './components.mjs';
import { fail, root, run } from './run.mjs';

const output = (program, args) => execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const readJson = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

const { version } = readJson('package.json');
const product = 'library-office';
const folder = path.join(root, 'release', version);

const notes = notesOf(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
requireReady();
if (!process.argv.includes('--tested')) await requireTested();

fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
const files = [writeNotes(), archiveSource(), listComponents(), buildImage()].filter(Boolean);
writeSums(files);
console.log(
  `\nRelease ${version} is in ${path.relative(process.cwd(), folder) || '.'}: ${files.join(', ')}, SHA256SUMS`,
);
console.log(`Then: git tag --sign v${version} && git push origin v${version}, and publish these files with it.`);

/** The section of a version, without its heading. Changes that no version has yet would be released without notes. */
function notesOf(changelog, of) {
  const [, ...sections] = changelog.split(/^## /m);
  const waiting = sections.find((one) => one.startsWith('Unreleased\n'))?.slice('Unreleased\n'.length);
  if (waiting?.trim()) return fail(`CHANGELOG.md has changes under “Unreleased”: move them to the section ${of}.`);
  const section = sections.find((one) => one.startsWith(`${of} `));
  if (!section) return fail(`CHANGELOG.md has no section “## ${of} (date)”.`);
  if (!/^\S+ \(\d{4}-\d{2}-\d{2}\)\n/.test(section)) return fail(`The section ${of} of CHANGELOG.md needs its date.`);
  return `${section.slice(section.indexOf('\n')).trim()}\n`;
}

/** What is released is what is committed, under one number. */
function requireReady() {
  const lock = readJson('package-lock.json');
  if (lock.version !== version || lock.packages[''].version !== version)
    fail(`package.json is at ${version}, package-lock.json is not: run npm install --package-lock-only.`);
  const changed = output('git', ['status', '--porcelain']).trim();
  if (changed) fail(`Commit or remove these first:\n${changed}`);
  if (
    output('git', ['tag', '--list', `v${version}`]).trim() &&
    output('git', ['tag', '--points-at', 'HEAD']).trim() !== `v${version}`
  )
    fail(`v${version} is released already, from another commit: choose the next number in package.json.`);
}

async function requireTested() {
  for (const script of ['check', 'test', 'test:process', 'test:browser', 'test:long']) {
    const code = await run('npm', ['run', script]);
    if (code !== 0) fail(`npm run ${script} has failed; nothing was released.`);
  }
}

function writeNotes() {
  fs.writeFileSync(path.join(folder, 'NOTES.md'), notes);
  return 'NOTES.md';
}

/** The source of a commit as an archive: always the same bytes. */
function archiveSource() {
  const file = `${product}-${version}.tar.gz`;
  output('git', ['archive', `--prefix=${product}-${version}/`, `--output=${path.join(folder, file)}`, 'HEAD']);
  return file;
}

function listComponents() {
  fs.writeFileSync(path.join(folder, 'bom.cdx.json'), `${JSON.stringify(billOfMaterials(product), null, 2)}\n`);
  return 'bom.cdx.json';
}

/** Built where a container engine runs; elsewhere it says so. */
function buildImage() {
  const engine = ['podman', 'docker'].find((one) => spawnSync(one, ['info'], { stdio: 'ignore' }).status === 0);
  if (!engine) {
    console.log(`\nNo image: neither podman nor docker runs here. Build it where one does, from the same commit:
podman build -f deploy/Containerfile -t ${product}:${version} .`);
    return undefined;
  }
  const image = `${product}:${version}`;
  const labels = [`version=${version}`, `revision=${output('git', ['rev-parse', 'HEAD']).trim()}`];
  const given = labels.flatMap((label) => ['--label', `org.opencontainers.image.${label}`]);
  execFileSync(engine, ['build', '-f', 'deploy/Containerfile', '-t', image, ...given, '.'], {
    cwd: root,
    stdio: 'inherit',
  });
  const file = `${product}-${version}.image.tar`;
  output(engine, ['save', '-o', path.join(folder, file), image]);
  return file;
}

/** As `sha256sum --check` reads them. */
function writeSums(written) {
  const lines = written.map((file) => {
    const hash = createHash('sha256').update(fs.readFileSync(path.join(folder, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}
