import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '../../scripts/client-packages.mjs';
import { published, startPortal } from './portal-desk.ts';

let it: Awaited<ReturnType<typeof startPortal>>;
let folder: string;
beforeAll(async () => {
  it = await startPortal();
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-'));
});
afterAll(async () => {
  await it.office.close();
  await rm(folder, { recursive: true, force: true });
});

const start = promisify(execFile);
const tsc = path.resolve('node_modules/typescript/bin/tsc');

const page = `import { MemoryStore, mirror, Portal, PortalError, type Book, type ListedCollection } from 'library-portal';

const portal = new Portal({ url: process.argv[2] ?? '', key: process.argv[3] ?? '' });
for await (const collection of portal.advertised({ fields: ['title', 'books'] })) {
  const { title, books = [] }: ListedCollection = collection;
  console.log(title, books.map((book) => book.title).join());
}
const book: Book | null = await portal.book('none');
const short: { bid: string; title: string } | null = await portal.book('none', { fields: ['title'] });
// @ts-expect-error It was not asked for.
void short?.summary;
// @ts-expect-error There is no such field.
void portal.books({ fields: ['titel'] });
await portal.books({ updatedSince: -1 }).all().catch((error: unknown) => {
  if (error instanceof PortalError) console.log(error.status, book);
});
const gone = new AbortController();
const copy = mirror(portal, { store: new MemoryStore(), languages: ['ko'], onChange: () => gone.abort() });
await copy.follow({ signal: gone.signal });
for await (const { cid, languages } of copy.collections('ko')) console.log(cid, languages.title);
`;

test('the office serves its client without a key, and says whether it is the same', async () => {
  const answer = await fetch(`${it.url}/client/portal.tgz`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/gzip');
  const packed = Buffer.from(await answer.arrayBuffer());
  await writeFile(path.join(folder, 'portal.tgz'), packed);
  const tag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${it.url}/client/portal.tgz`, { headers: { 'if-none-match': tag } });
  expect(again.status).toBe(304);
  // Anybody who builds these sources gets these bytes. It fails where the sources are newer than the last build.
  await buildClient('portal', path.join(folder, 'built'));
  expect(packed.equals(await readFile(path.join(folder, 'built.tgz')))).toBe(true);
});

test('in an empty folder without a registry, it is installed, a page on it compiles strictly and shows the library', async () => {
  const series = await it.desk.addSeries('First Steps');
  const level = await it.desk.addLevel(series, 'Level 1');
  await it.desk.addBooks(series, level, 2, published);
  const { cidx } = await it.desk.add('shown', { is_public: 'O' });
  await it.desk.put('shown', 'series', series);
  await it.desk.advertise(cidx, true);
  const site = path.join(folder, 'site');
  await mkdir(site);
  await writeFile(path.join(site, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(site, 'page.ts'), page);
  await writeFile(path.join(site, 'process.d.ts'), 'declare const process: { argv: string[] };');
  const npm = ['install', '--offline', '--no-audit', '--no-fund', '--cache', path.join(folder, 'cache')];
  await start('npm', [...npm, '../portal.tgz'], { cwd: site });
  const installed = JSON.parse(await readFile(path.join(site, 'node_modules/library-portal/package.json'), 'utf8'));
  expect(installed.dependencies).toBeUndefined();
  expect(installed.version).toBe(JSON.parse(await readFile('package.json', 'utf8')).version);
  const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
  for (const module of ['nodenext', 'esnext']) {
    const resolution = module === 'esnext' ? 'bundler' : 'nodenext';
    const args = [tsc, ...strict, '--module', module, '--moduleResolution', resolution, 'page.ts', 'process.d.ts'];
    const { stdout } = await start(process.execPath, args, { cwd: site }).catch((error) => error);
    expect(stdout).toBe('');
  }
  const { stdout } = await start(process.execPath, ['page.js', it.url, it.key], { cwd: site });
  expect(stdout.trim().split('\n')).toEqual([
    `Title of shown Book b${level}-1,Book b${level}-2`,
    '400 null',
    'shown en',
  ]);
});

/** The blocks of code of a language under a heading of a document, as they stand there. */
function blocksIn(document: string, heading: string, language: string): string[] {
  const [, after = ''] = document.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
}

test('the steps of docs/portal.md, word for word from an empty folder, show the advertised collections', async () => {
  const document = (await readFile('docs/portal.md', 'utf8')).replaceAll('https://office.example', it.url);
  const [install = ''] = blocksIn(document, 'Start here', 'sh');
  const [shop = ''] = blocksIn(document, 'Start here', 'ts');
  const [ask = ''] = blocksIn(document, 'Keys', 'sh');
  const site = path.join(folder, 'from-the-docs');
  await mkdir(site);
  const env = { ...process.env, READ_KEY: it.key, npm_config_cache: path.join(folder, 'cache') };
  await start('sh', ['-e', '-c', install], { cwd: site, env });
  await writeFile(path.join(site, 'page.mjs'), shop);
  const { stdout } = await start(process.execPath, ['page.mjs'], { cwd: site, env });
  expect(stdout).toContain('Title of shown');
  const { stdout: books } = await start('sh', ['-e', '-c', ask.replace('lib_…', it.key)], { cwd: site, env });
  expect(JSON.parse(books).results.length).toBe(2);
});
