import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { fail, nodePath, root, run } from './run.mjs';

/** The packages of `clients/` that the office serves. */
export const clients = fs.readdirSync(path.join(root, 'clients'));

/** Builds a client into a folder, and packs it in a file beside it, such as `dist/portal.tgz`: always the same bytes. */
export async function buildClient(client, folder = path.join(root, 'dist', client)) {
  const source = path.join(root, 'clients', client);
  fs.rmSync(folder, { recursive: true, force: true });
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const code = await run(nodePath(), [tsc, '--project', source, '--outDir', path.join(folder, 'dist')]);
  if (code !== 0) fail(`clients/${client} could not be built; the reason stands above.`);
  const names = fs
    .readdirSync(path.join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(path.join(folder, 'dist'), path.join(parentPath, name)))
    .map((name) => name.replaceAll(path.sep, '/'))
    .toSorted();
  // The compiler renames what the scripts import, not what the types do.
  for (const name of names.filter((one) => one.endsWith('.d.ts'))) {
    const file = path.join(folder, 'dist', name);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(from '\.\/[^']+)\.ts'/g, "$1.js'"));
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const own = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...own, version }, null, 2)}\n`);
  fs.copyFileSync(path.join(source, 'README.md'), path.join(folder, 'README.md'));
  const files = ['package.json', 'README.md', ...names.map((name) => `dist/${name}`)];
  const packed = archiveOf(files.map((name) => [`package/${name}`, fs.readFileSync(path.join(folder, name))]));
  fs.writeFileSync(`${folder}.tgz`, packed);
}

const block = 512;

/** A gzipped archive of files in the format `ustar` (POSIX 1003.1), without owners and with one time for all. */
function archiveOf(files) {
  const parts = files.flatMap(([name, content]) => [
    headerOf(name, content.length),
    content,
    Buffer.alloc(-content.length & (block - 1)),
  ]);
  const archive = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
  // The system that packed it, which is of no interest: unknown.
  archive[9] = 255;
  return archive;
}

function headerOf(name, size) {
  const header = Buffer.alloc(block);
  const put = (offset, text) => header.write(text, offset, 'latin1');
  const octal = (value, length) => value.toString(8).padStart(length - 1, '0');
  put(0, name);
  put(100, octal(0o644, 8));
  put(108, octal(0, 8));
  put(116, octal(0, 8));
  put(124, octal(size, 12));
  // 1985-10-26, which npm itself writes: zip archives know nothing before 1980.
  put(136, octal(499_162_500, 12));
  put(148, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\x0000');
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 7)}\0 `);
  return header;
}
