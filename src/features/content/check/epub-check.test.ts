import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { type MadeEpub, madeEpub } from '../epub/epub.factory.ts';

let office: Office;
let n = 0;
let bid = '';

beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  n += 1;
  bid = `B${n}`;
  await office.admin.post('/api/v1/book', { books: [bookRow(n)], create_missing: true });
});

const metadata = `<dc:identifier id="uid">urn:lantern:1</dc:identifier><dc:title>The Lantern</dc:title>
<dc:language>en</dc:language><meta property="dcterms:modified">2024-05-01T00:00:00Z</meta>`;
const page = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head>
<body>
${body}
</body></html>`;
const nav = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title>
</head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav></body></html>`;

/** An EPUB without a fault, except for those requested. */
const sound = ({ parts, ...over }: MadeEpub = {}) =>
  madeEpub({
    metadata,
    manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>`,
    ...over,
    parts: {
      'OPS/nav.xhtml': nav,
      'OPS/one.xhtml': page('<p>It was dark.</p>'),
      'OPS/images/the cover.png': undefined,
      ...parts,
    },
  });

async function upload(bytes: Uint8Array<ArrayBuffer>, to = bid): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'book.epub');
  expect((await office.admin.upload(`/api/v1/book/${to}/epub`, form)).status).toBe(200);
}
const report = async (of = bid) => (await office.admin.get(`/api/v1/book/${of}/epub_report`)).json.results;
const checked = (of = bid) =>
  vi.waitUntil(
    async () => {
      const found = await report(of);
      return found.status === 'waiting' ? undefined : found;
    },
    { timeout: 30_000, interval: 100 },
  );
/** The books of the list with these filters. */
const found = async (query: string) =>
  (await office.admin.get(`/book/export?as=csv&${query}`)).body
    .split('\n')
    .slice(1)
    .flatMap((row) => /^"?([\w-]+)/.exec(row)?.[1] ?? []);

describe('The report on an EPUB', () => {
  test('is none without an EPUB, and there is nothing to check', async () => {
    expect(await report()).toMatchObject({ status: 'none', checked_at: 0, tool: null, messages: [] });
    expect((await office.admin.post(`/api/v1/book/${bid}/epub_report`)).status).toBe(404);
    expect((await office.admin.get('/api/v1/book/nowhere/epub_report')).status).toBe(404);
  });

  test('of a sound one is passed, by a named tool at a time', async () => {
    await upload(sound());
    const { status, tool, messages, checked_at, mended } = await checked();
    expect({ status, messages, mended }).toEqual({ status: 'passed', messages: [], mended: [] });
    expect(tool).toMatch(/^epubcheck-ts \d/);
    expect(checked_at).toBeGreaterThan(0);
  });

  test('names the file and the line of an error, and the corrected file shows what was mended', async () => {
    await upload(sound({ parts: { 'OPS/one.xhtml': page('<p>It was dark. <img src="lost.png" alt=""/></p>') } }));
    const first = await checked();
    expect(first.status).toBe('failed');
    expect(first.messages).toContainEqual({
      severity: 'error',
      id: 'RSC-007',
      text: expect.stringContaining('lost.png'),
      path: 'OPS/one.xhtml',
      line: 3,
    });
    await upload(sound());
    const second = await checked();
    expect(second).toMatchObject({ status: 'passed', messages: [] });
    expect(second.mended).toEqual(first.messages);
  });

  test('never keeps a book from being published', async () => {
    await upload(sound({ parts: { 'OPS/one.xhtml': '<html><unclosed>' } }));
    expect((await checked()).status).toBe('failed');
    expect((await office.admin.put('/api/v1/book', { bids: [bid] })).status).toBe(200);
  });

  test('goes with the file', async () => {
    await upload(sound());
    await checked();
    await office.admin.delete(`/api/v1/book/${bid}/epub`);
    expect(await report()).toMatchObject({ status: 'none', mended: [] });
  });

  test('is made anew on request, which history names', async () => {
    await upload(sound());
    const { checked_at } = await checked();
    office.clock.advance(5000);
    expect((await office.admin.post(`/api/v1/book/${bid}/epub_report`)).json.results).toEqual({ success: true });
    expect((await checked()).checked_at).toBeGreaterThanOrEqual(checked_at);
    const history = (await office.admin.get(`/audit/of/book/${bid}`)).body;
    expect(history).toContain('EPUB check requested');
    expect(history).toContain('EPUB checked');
  });

  test('of a file that was replaced while it was being checked is that of the new one', async () => {
    await upload(sound({ parts: { 'OPS/one.xhtml': '<html><unclosed>' } }));
    await upload(sound());
    expect((await checked()).status).toBe('passed');
  });
});

describe('The list of books', () => {
  test('can be filtered by the state of the check, and shows it', async () => {
    await upload(sound());
    await checked();
    expect(await found(`epub_check=passed&search_val=${bid}`)).toEqual([bid]);
    expect(await found(`epub_check=failed&search_val=${bid}`)).toEqual([]);
    expect(await found(`epub_check=none&search_val=${bid}`)).toEqual([]);
    await office.admin.delete(`/api/v1/book/${bid}/epub`);
    expect(await found(`epub_check=none&search_val=${bid}`)).toEqual([bid]);
    for (const file of ['/book/export?as=csv&', '/api/v1/book/onix?'])
      expect(await office.admin.get(`${file}epub_check=perhaps`)).toMatchObject({
        status: 400,
        json: { error: { fields: { epub_check: expect.any(String) } } },
      });
    expect((await office.admin.get('/book?epub_check=none')).body.includes('EPUB check')).toBe(true);
  });
});

describe('Accessibility metadata', () => {
  test('of EPUB 3 and 2 is in the report, and shown in the words of the display guide', async () => {
    const meta = (property: string, value: string) => `<meta property="${property}">${value}</meta>`;
    const more = [
      meta('schema:accessMode', 'textual'),
      meta('constructor', 'a name that every object has'),
      meta('schema:accessMode', 'visual'),
      meta('schema:accessModeSufficient', 'visual, textual'),
      meta('schema:accessModeSufficient', 'textual'),
      meta('schema:accessibilityFeature', 'tableOfContents'),
      meta('schema:accessibilityFeature', 'displayTransformability'),
      meta('schema:accessibilityHazard', 'none'),
      meta('dcterms:conformsTo', 'EPUB Accessibility 1.1 - WCAG 2.1 Level AA'),
      meta('schema:accessibilitySummary', 'All pictures are described.'),
      '<meta name="schema:accessibilityFeature" content="alternativeText"/>',
    ];
    await upload(sound({ metadata: metadata + more.join('') }));
    expect((await checked()).accessibility).toEqual({
      modes: ['textual', 'visual'],
      sufficient: ['textual,visual', 'textual'],
      features: ['tableOfContents', 'displayTransformability', 'alternativeText'],
      hazards: ['none'],
      conforms_to: ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
      certified_by: null,
      summary: 'All pictures are described.',
      fixed_layout: false,
    });
    const { body } = await office.admin.get(`/book/${bid}/content`);
    for (const words of [
      'Appearance can be modified',
      'Readable in read aloud or dynamic braille',
      'Has alternative text',
      'This publication meets accepted accessibility standards',
      'Table of contents to all chapters of the text via links',
      'No hazards',
      'All pictures are described.',
    ])
      expect(body.includes(words), words).toBe(true);
  });
});

describe('The official checker', () => {
  let folder: string;
  let other: Office;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'checker-'));
  });
  afterAll(async () => {
    await other?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const officeWith = async (script: string) => {
    const command = path.join(folder, `checker-${crypto.randomUUID()}.sh`);
    await writeFile(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await other?.close();
    other = await startOffice({ jobs: true, environment: { EPUBCHECK_COMMAND: `sh ${command}` } });
    await other.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
    const form = new FormData();
    form.append('file', new Blob([sound()]), 'book.epub');
    await other.admin.upload('/api/v1/book/B1/epub', form);
    return vi.waitUntil(
      async () => {
        const { results } = (await other.admin.get('/api/v1/book/B1/epub_report')).json;
        return results.status === 'waiting' ? undefined : results;
      },
      { timeout: 30_000, interval: 100 },
    );
  };

  test('is run by the operator’s command, and its report is taken over', async () => {
    const made = {
      checker: { checkerVersion: '5.1.0' },
      messages: [
        { ID: 'OPF-053', severity: 'WARNING', message: 'A date', locations: [{ path: 'OPS/package.opf', line: 4 }] },
        { ID: 'HTM-010', severity: 'USAGE', message: 'Not reported', locations: [] },
        { ID: 'PKG-012', severity: 'WARNING', message: 'A name', locations: [{ path: 'book.epub', line: -1 }] },
      ],
    };
    await writeFile(path.join(folder, 'made.json'), JSON.stringify(made));
    const taken = await officeWith(`test -s "$1" && cp ${folder}/made.json "$3"`);
    expect(taken).toMatchObject({ status: 'warnings', tool: 'EPUBCheck 5.1.0' });
    expect(taken.messages).toEqual([
      { severity: 'warning', id: 'OPF-053', text: 'A date', path: 'OPS/package.opf', line: 4 },
      { severity: 'warning', id: 'PKG-012', text: 'A name', path: null, line: null },
    ]);
  });

  test('that does not run is replaced by the built-in one', async () => {
    expect(await officeWith('exit 1')).toMatchObject({
      status: 'passed',
      tool: expect.stringMatching(/^epubcheck-ts/),
    });
    expect(await readFile(path.join(folder, 'made.json'), 'utf8')).toContain('OPF-053');
  });
});
