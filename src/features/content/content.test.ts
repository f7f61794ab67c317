import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { assembled, patched, renamed, sections, zipOf } from '#kernel/archive/archive.fixture.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, startOffice } from '#test/app.ts';
import { type MadeEpub, madeEpub } from './epub/epub.factory.ts';

let office: Office;
let n = 0;
let bid = '';
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'content-'));
  office = await startOffice({ environment: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await office.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  n += 1;
  bid = `B${n}`;
  await office.admin.post('/api/v1/book', { books: [bookRow(n)], create_missing: true });
});

const send = (kind: 'epub' | 'zip', bytes: Uint8Array, name = `book.${kind}`, to = bid) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return office.admin.upload(`/api/v1/book/${to}/${kind}`, form);
};
const book = async () => (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results[0];
const contents = async () => (await office.admin.get(`/api/v1/book/${bid}/content`)).json.results;
const audits = () =>
  office.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'book')
    .where('entity_id', '=', bid)
    .orderBy('audit_idx')
    .execute();

/** Every file in the storage, complete or partial. */
/** The files that are at their addresses, or on the way there; those kept aside for an undo are not. */
async function storedFiles(): Promise<string[]> {
  const root = path.join(dataDir, 'files');
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile())
    .map((one) => path.join(path.relative(root, one.parentPath), one.name))
    .filter((file) => !file.startsWith('objects/aside/'));
}

const goodZip = zipOf({ 'page1.html': 'a page', 'audio/': '', 'audio/1.mp3': 'a sound' });

describe('an EPUB', () => {
  test('is stored, shows its metadata, and is named in the book', async () => {
    const { status, json } = await send('epub', madeEpub(), '../The Lantern.epub');
    expect([status, json.results.success]).toEqual([200, true]);
    expect(json.results.content).toMatchObject({
      kind: 'epub',
      file_name: 'The Lantern.epub',
      entries: 6,
      has_cover: true,
      uploaded_by: 'ada',
      epub: {
        title: 'The Lantern',
        creators: ['Ada Penrose'],
        language: 'en',
        identifier: 'urn:lantern:1',
        publisher: 'Quill & Co.',
        date: '2024-05-01',
        direction: null,
        spine: 1,
        manifest: 3,
        tocCount: 3,
        toc: [
          { title: 'Part One', depth: 0 },
          { title: 'A lamp', depth: 1 },
          { title: 'Part Two', depth: 0 },
        ],
      },
    });
    expect((await contents()).epub).toEqual(json.results.content);
    const { epub_path, epub_content_id, version } = await book();
    expect([epub_content_id, version]).toEqual(['urn:lantern:1', 2]);
    expect(epub_path).toMatch(/^contents\/[\w-]{36}\.epub$/);
    expect((await audits()).at(-1)).toMatchObject({
      action: 'book.uploaded',
      before: { epub_path: null },
      after: { epub_path, file_name: 'The Lantern.epub' },
    });
  });

  test('gives its cover, and is downloaded only by a signed address that expires', async () => {
    const bytes = madeEpub();
    await send('epub', bytes, 'Lämp.epub');
    const cover = await office.admin.get(`/api/v1/book/${bid}/content/cover`);
    expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/png']);
    const { epub_path } = await book();
    expect((await office.stranger.get(`/contents/${epub_path}`)).status).toBe(404);
    const { status, headers } = await office.admin.get(`/api/v1/book/${bid}/epub`);
    const link = String(headers.location);
    expect(status).toBe(303);
    const fetched = await office.stranger.get(link);
    expect([fetched.status, fetched.headers['content-length']]).toEqual([200, String(bytes.length)]);
    expect(fetched.headers['content-disposition']).toContain("filename*=UTF-8''L%C3%A4mp.epub");
    office.clock.advance(61_000);
    expect((await office.stranger.get(link)).status).toBe(403);
  });

  test('that replaces another removes it once the change is committed', async () => {
    await send('epub', madeEpub());
    const before = (await book()).epub_path;
    await send('epub', madeEpub({ metadata: '<dc:title>Second</dc:title>', manifest: '' }));
    const after = await book();
    expect(after.epub_path).not.toBe(before);
    // A package without an identifier keeps the existing one.
    expect(after.epub_content_id).toBe('urn:lantern:1');
    const files = (await storedFiles()).filter((file) => file.includes('contents'));
    expect(files.some((file) => file.includes(path.basename(before, '.epub')))).toBe(false);
    expect((await contents()).epub).toMatchObject({ has_cover: false, epub: { title: 'Second', tocCount: 0 } });
  });

  test('of a right-to-left book says so, with its title in the other script', async () => {
    const metadata = `<dc:title id="t">Le titre</dc:title><meta refines="#t" property="alternate-script">عنوان</meta>`;
    const spine = '<spine page-progression-direction="rtl"><itemref idref="one"/></spine>';
    const { json } = await send('epub', madeEpub({ metadata, spine }));
    expect(json.results.content.epub).toMatchObject({ title: 'Le titre', altTitle: 'عنوان', direction: 'rtl' });
    const page = (await office.admin.get(`/book/${bid}/content`)).body;
    expect(page).toShow('Right to left');
    expect(page).toShow('<ol dir="rtl"');
  });

  test('of version 2 has its cover by name and its contents from toc.ncx', async () => {
    const ncx = `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
      <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><docTitle><text>Not this</text></docTitle><navMap>
      <navPoint><navLabel><text>One</text></navLabel><navPoint><navLabel><text>One a</text></navLabel></navPoint></navPoint>
      </navMap></ncx>`;
    const epub = madeEpub({
      metadata: '<dc:title>Old</dc:title><meta name="cover" content="pic"/>',
      manifest: `<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
        <item id="pic" href="images/the%20cover.png" media-type="image/png"/>`,
      spine: '<spine toc="n"/>',
      parts: { 'OPS/toc.ncx': ncx },
    });
    expect((await send('epub', epub)).json.results.content).toMatchObject({
      has_cover: true,
      epub: {
        toc: [
          { title: 'One', depth: 0 },
          { title: 'One a', depth: 1 },
        ],
      },
    });
  });

  const page = (body: string) =>
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Cover</title></head><body>${body}</body></html>`;
  const drawing = (attribute: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 6 8"><title>The cover</title><image width="6" height="8" ${attribute}="images/the%20cover.png"/></svg>`;
  const image = '<item id="pic" href="images/the%20cover.png" media-type="image/png"/>';
  const withPage = (type: string, marks: string) =>
    `${image}<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/><item id="c" href="cover" media-type="${type}" ${marks}/>`;
  const spine = (first: string) => `<spine><itemref idref="${first}"/><itemref idref="one"/></spine>`;
  const xhtml = 'application/xhtml+xml';
  const guide = '<guide><reference type="cover" href="cover"/></guide>';

  test.each<[string, MadeEpub, string, boolean]>([
    [
      'a drawing around it is the first page',
      { manifest: withPage(xhtml, 'properties="svg"'), spine: spine('c') },
      page(drawing('xlink:href')),
      true,
    ],
    [
      'a drawing is marked as the cover',
      { manifest: withPage('image/svg+xml', 'properties="cover-image"') },
      drawing('href'),
      true,
    ],
    [
      'a page is named as the cover',
      { metadata: '<dc:title>Old</dc:title><meta name="cover" content="c"/>', manifest: withPage(xhtml, '') },
      page(`<p>The Lantern</p>${drawing('xlink:href')}`),
      true,
    ],
    [
      'the guide names its page',
      { manifest: withPage(xhtml, ''), spine: `${spine('one')}${guide}` },
      page('<img src="images/the%20cover.png" alt=""/>'),
      true,
    ],
    [
      'a picture stands in the text of the first page',
      { manifest: withPage(xhtml, ''), spine: spine('c') },
      page('<p>It was dark.</p><img src="images/the%20cover.png" alt=""/>'),
      false,
    ],
    [
      'the first page is not well-formed',
      { manifest: withPage(xhtml, ''), spine: spine('c') },
      '<html><body><img src="images/the%20cover.png">',
      false,
    ],
    [
      'the drawing shows a picture from elsewhere',
      { manifest: withPage(xhtml, ''), spine: spine('c') },
      page('<img src="https://x.example/a.png" alt=""/>'),
      false,
    ],
  ])('finds its cover where %s', async (_, epub, cover, isFound) => {
    const answer = await send('epub', madeEpub({ ...epub, parts: { 'OPS/cover': cover } }));
    expect(answer.json.results.content).toMatchObject({ has_cover: isFound });
    const found = await office.admin.get(`/api/v1/book/${bid}/content/cover`);
    expect([found.status, found.headers['content-type']]).toMatchObject(
      isFound ? [200, 'image/png'] : [404, expect.any(String)],
    );
  });

  test('with a cover that is not a picture offers none', async () => {
    const parts = { 'OPS/images/the cover.png': '<svg onload="alert(1)"/>' };
    expect((await send('epub', madeEpub({ parts }))).json.results.content.has_cover).toBe(false);
    expect((await office.admin.get(`/api/v1/book/${bid}/content/cover`)).status).toBe(404);
  });
});

describe('a content zip', () => {
  test('is stored with its size and entries, and the book can be supported on mobile', async () => {
    const { status, json } = await send('zip', goodZip);
    expect(status).toBe(200);
    expect(json.results.content).toMatchObject({
      kind: 'zip',
      size: goodZip.length,
      entries: 2,
      unpacked: 13,
      epub: null,
    });
    expect((await book()).content_zip_url).toMatch(/^contents\/[\w-]{36}\.zip$/);
    expect((await contents()).epub).toBeNull();
  });

  test('and the EPUB are deleted separately, and only once', async () => {
    await send('zip', goodZip);
    await send('epub', madeEpub());
    expect((await office.admin.delete(`/api/v1/book/${bid}/zip`)).json).toEqual({
      results: { success: true, act_idx: expect.any(Number) },
    });
    expect((await office.admin.delete(`/api/v1/book/${bid}/zip`)).status).toBe(404);
    expect(await book()).toMatchObject({ content_zip_url: null, epub_content_id: 'urn:lantern:1' });
    await office.admin.put(`/api/v1/book/${bid}`, { epub_path: 'https://elsewhere.example/book.epub' });
    await office.admin.delete(`/api/v1/book/${bid}/epub`);
    // Values typed since are kept.
    expect(await book()).toMatchObject({ epub_content_id: null, epub_path: 'https://elsewhere.example/book.epub' });
    expect((await audits()).at(-1)).toMatchObject({ action: 'book.content_removed' });
  });

  test('sent four times at once is stored once', async () => {
    const before = (await storedFiles()).length;
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('zip', goodZip)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await storedFiles()).length).toBe(before + 1);
  });
});

describe('Undo', () => {
  const actOf = async (answer: ReturnType<typeof send>): Promise<number> => (await answer).json.results.act_idx;
  const download = async (kind: 'epub' | 'zip') => {
    const { headers } = await office.admin.get(`/api/v1/book/${bid}/${kind}`);
    return (await office.server.inject({ url: String(headers['location']) })).statusCode;
  };

  test('brings a replaced and a deleted EPUB back with what the book says of it, the last act first', async () => {
    const first = await actOf(send('epub', madeEpub(), 'first.epub'));
    const [before, file] = [await book(), (await contents()).epub];
    const second = await actOf(send('epub', madeEpub({ metadata: '<dc:title>Second</dc:title>', manifest: '' })));
    const third = await actOf(office.admin.delete(`/api/v1/book/${bid}/epub`));
    expect(await office.admin.undo(second)).toMatchObject({
      status: 409,
      json: { error: { code: 'undo.changed_since' } },
    });
    for (const act of [third, second]) expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 1 });
    const { epub_path, epub_content_id } = await book();
    expect([epub_path, epub_content_id]).toEqual([before.epub_path, before.epub_content_id]);
    expect((await contents()).epub).toEqual(file);
    expect(await download('epub')).toBe(200);
    expect((await office.admin.undo(first)).status).toBe(200);
    expect([(await book()).epub_path, (await contents()).epub]).toEqual([null, null]);
  });

  test('keeps an address that was typed since, and another file', async () => {
    const act = await actOf(send('zip', goodZip));
    await office.admin.put(`/api/v1/book/${bid}`, { content_zip_url: 'https://elsewhere.example/book.zip' });
    expect((await office.admin.undo(act)).status).toBe(200);
    expect((await book()).content_zip_url).toBe('https://elsewhere.example/book.zip');
    const gone = await actOf(send('zip', goodZip));
    await send('zip', goodZip, 'other.zip');
    expect((await office.admin.undo(gone)).status).toBe(409);
    expect((await contents()).zip).toMatchObject({ file_name: 'other.zip' });
  });
});

test('deleting a book deletes its files', async () => {
  await send('zip', goodZip);
  await send('epub', madeEpub());
  const { epub_path, content_zip_url } = await book();
  await office.admin.post(`/book/delete/${bid}`);
  const files = (await storedFiles()).join('\n');
  for (const key of [epub_path, content_zip_url]) expect(files).not.toContain(path.parse(key).name);
});

describe('a refused file leaves nothing: no file, no row, no change of the book', () => {
  let before: string[];
  beforeEach(async () => {
    before = await storedFiles();
  });
  afterEach(async () => {
    expect(await storedFiles()).toEqual(before);
    expect(await contents()).toEqual({ epub: null, zip: null });
    expect(await book()).toMatchObject({ version: 1, epub_path: null, content_zip_url: null });
  });

  const doctype = '<!DOCTYPE package [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const opf = 'OPS/package.opf';
  const whole = madeEpub();
  const listed = sections(Buffer.from(whole));
  const part = (name: string, text: string | undefined) => madeEpub({ parts: { [name]: text } });
  const hostile: [what: string, bytes: Uint8Array, code: string][] = [
    ['no zip', Buffer.from('%PDF-1.7 is something else'), 'not_zip'],
    ['nothing', new Uint8Array(), 'not_zip'],
    ['cut off', whole.slice(0, whole.length - 40), 'truncated'],
    ['encrypted', patched(Buffer.from(whole), opf, (copy, at) => copy.writeUInt16LE(1, at + 8)), 'encrypted'],
    ['a name that leads outside', renamed(zipOf({ mimetype: 'x', abcd: 'x' }), 'abcd', '../x'), 'unsafe_name'],
    [
      'a lying size',
      patched(Buffer.from(whole), 'OPS/one.xhtml', (copy, at) => copy.writeUInt32LE(9, at + 24)),
      'damaged',
    ],
    ['listed in part', assembled(listed.entries, listed.directory, 1), 'hidden'],
    ['a bomb', zipOf({ zeros: new Uint8Array(16 << 20) }), 'bomb'],
    ['no mimetype', part('mimetype', undefined), 'not_epub'],
    ['another mimetype', part('mimetype', 'application/zip'), 'not_epub'],
    ['a long mimetype', part('mimetype', 'application/epub+zip'.repeat(1000)), 'not_epub'],
    ['no container', part('META-INF/container.xml', undefined), 'part_missing'],
    ['a container that names nothing', part('META-INF/container.xml', '<container/>'), 'xml_bad'],
    ['no package', part(opf, undefined), 'part_missing'],
    ['a package that is none', part(opf, '<html/>'), 'xml_bad'],
    ['a package cut off', part(opf, '<package><metadata>'), 'xml_bad'],
    ['a package with entities of its own', part(opf, `${doctype}<package>&b;</package>`), 'xml_unsafe'],
    [
      'a package with a document type',
      part(opf, '<!DOCTYPE package SYSTEM "file:///etc/passwd"><package/>'),
      'xml_unsafe',
    ],
    [
      'a package in another encoding',
      madeEpub({ parts: { [opf]: Buffer.from('<package>\u00e9</package>', 'latin1') } }),
      'xml_bad',
    ],
    [
      'contents with entities of their own',
      part('OPS/nav.xhtml', `${doctype.replace('package', 'html')}<html/>`),
      'xml_unsafe',
    ],
    [
      'a package larger than any',
      part(opf, `<package>${Array.from({ length: 600_000 }, (_, i) => `<a x="${i}"/>`).join('')}</package>`),
      'xml_bad',
    ],
    [
      'rights management',
      part(
        'META-INF/encryption.xml',
        '<encryption><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></encryption>',
      ),
      'encrypted',
    ],
  ];

  test.each(hostile)('an EPUB that is %s', async (_what, bytes, code) => {
    const { status, json } = await send('epub', bytes);
    expect([status, json.error.code]).toEqual([422, `book.zip_${code}`]);
    expect(json.error.message).toMatch(/^Unable to open compressed file: /);
  });

  test('a content zip that is not a zip, in the language of the sender', async () => {
    const form = new FormData();
    form.append('file', new Blob(['no zip']), 'a.zip');
    const request = new Request('http://office', { method: 'POST', body: form });
    const { json } = await office.admin.send({
      method: 'POST',
      url: `/api/v1/book/${bid}/zip`,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        cookie: `${office.admin.cookie}; lang=ko`,
      },
    });
    expect(json.error.message).toBe('압축 파일을 열 수 없습니다: zip 파일이 아닙니다.');
  });

  test('a form without a file, JSON, or a book that does not exist', async () => {
    expect((await office.admin.upload(`/api/v1/book/${bid}/zip`, new FormData())).status).toBe(400);
    expect((await office.admin.post(`/api/v1/book/${bid}/zip`, { file: 'x' })).status).toBe(415);
    expect((await send('zip', goodZip, 'a.zip', 'none')).status).toBe(404);
    expect((await office.admin.get('/api/v1/book/none/content')).status).toBe(404);
    expect((await office.admin.get(`/api/v1/book/${bid}/zip`)).status).toBe(404);
  });
});

test('obfuscated fonts are accepted: any reader can undo that', async () => {
  const encryption = '<encryption><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></encryption>';
  expect((await send('epub', madeEpub({ parts: { 'META-INF/encryption.xml': encryption } }))).status).toBe(200);
});

test('the sweep removes files without a reference, and keeps those of books with their covers', async () => {
  await send('epub', madeEpub());
  await send('zip', goodZip);
  const before = await storedFiles();
  for await (const { key } of office.storage.list('aside/')) await office.storage.remove(key);
  await office.app.storage.put('contents/left-by-a-killed-process.zip', Readable.from([goodZip]));
  office.clock.set(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString());
  expect(await sweepUnreferencedFiles(office.app)).toBe(1);
  expect(await storedFiles()).toEqual(before);
});
