import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { zipOf } from '#kernel/archive/archive.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { madeEpub } from './epub/epub.factory.ts';
import type { ContentKind } from './files/content-keys.rules.ts';
import { stagedContentKey } from './files/content-keys.rules.ts';

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

const goodZip = zipOf({ 'page1.html': 'a page', 'audio/1.mp3': 'a sound' });
const request = (key: string, size: number) => office.admin.post('/api/v1/upload/grant', { files: [{ key, size }] });
const take = (kind: ContentKind, body: object, to = bid) => office.admin.put(`/api/v1/book/${to}/${kind}`, body);
const contents = async () => (await office.admin.get(`/api/v1/book/${bid}/content`)).json.results;
const history = async () => (await office.admin.get(`/audit/of/book/${bid}`)).body;

/** Uploads as a browser does, and returns the key. */
async function stage(kind: ContentKind, bytes: Uint8Array): Promise<string> {
  const key = stagedContentKey(kind);
  const [grant] = (await request(key, bytes.length)).json.results.grants;
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(grant.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'x');
  expect((await office.stranger.upload(grant.url, form)).status).toBe(204);
  return key;
}

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
const stagedNow = async () => (await storedFiles()).filter((file) => file.includes('staging'));

describe('A file uploaded with a grant', () => {
  test('becomes the EPUB of its book like one from a form, and the upload is removed', async () => {
    const bytes = madeEpub();
    const key = await stage('epub', bytes);
    const { status, json } = await take('epub', { key, file_name: '../The Lantern.epub' });
    expect([status, json.results.success]).toEqual([200, true]);
    expect(json.results.content).toMatchObject({
      file_name: 'The Lantern.epub',
      size: bytes.length,
      has_cover: true,
      uploaded_by: 'ada',
      epub: { title: 'The Lantern', tocCount: 3 },
    });
    expect((await contents()).epub).toEqual(json.results.content);
    const [book] = (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results;
    expect(book.epub_path).toMatch(/^contents\/[\w-]{36}\.epub$/);
    expect(await stagedNow()).toEqual([]);
    expect(await history()).toContain('The Lantern.epub');
  });

  test('becomes the content zip, replaces the previous one, and is named by its key without a name', async () => {
    await take('zip', { key: await stage('zip', goodZip), file_name: 'first.zip' });
    const before = await storedFiles();
    const key = await stage('zip', goodZip);
    expect((await take('zip', { key })).json.results.content).toMatchObject({
      file_name: path.posix.basename(key),
      entries: 2,
    });
    expect(await storedFiles()).toHaveLength(before.length);
  });

  test('is used once: a repeat does not find it, and the book keeps what it has', async () => {
    const key = await stage('zip', goodZip);
    expect((await take('zip', { key, file_name: 'a.zip' })).status).toBe(200);
    const { status, json } = await take('zip', { key, file_name: 'b.zip' });
    expect([status, json.error.code]).toEqual([404, 'book.content_not_uploaded']);
    expect(json.error.fields.key).toBe('The file was not received. Upload it again.');
    expect((await contents()).zip.file_name).toBe('a.zip');
  });

  test('used four times at once is stored once, whichever comes first', async () => {
    const key = await stage('zip', goodZip);
    const before = (await storedFiles()).length;
    const answers = await Promise.all([1, 2, 3, 4].map(() => take('zip', { key })));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    // One file has replaced the upload.
    expect((await storedFiles()).length).toBe(before);
  });

  test('stays the same when the upload is replaced afterwards', async () => {
    const key = stagedContentKey('zip');
    const [grant] = (await request(key, goodZip.length)).json.results.grants;
    const send = (bytes: Uint8Array) => {
      const form = new FormData();
      for (const [name, value] of Object.entries<string>(grant.fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(bytes)]), 'x');
      return office.stranger.upload(grant.url, form);
    };
    await send(goodZip);
    await take('zip', { key });
    expect((await send(Buffer.from('no zip'))).status).toBe(204);
    const link = String((await office.admin.get(`/api/v1/book/${bid}/zip`)).headers.location);
    expect((await office.stranger.get(link)).headers['content-length']).toBe(String(goodZip.length));
    await office.storage.remove(key);
  });
});

describe('Refused, and nothing is changed:', () => {
  test('wrong bytes, with the reason; the upload is removed too', async () => {
    const before = await storedFiles();
    const wrong: [ContentKind, Uint8Array, string][] = [
      ['zip', Buffer.from('%PDF-1.7 is something else'), 'book.zip_not_zip'],
      ['epub', goodZip, 'book.zip_not_epub'],
      ['epub', madeEpub().slice(0, -40), 'book.zip_truncated'],
    ];
    for (const [kind, bytes, code] of wrong) {
      const { status, json } = await take(kind, { key: await stage(kind, bytes) });
      expect([status, json.error.code]).toEqual([422, code]);
      expect(json.error.message).toMatch(/^Unable to open compressed file: /);
    }
    expect(await storedFiles()).toEqual(before);
    expect(await contents()).toEqual({ epub: null, zip: null });
  });

  test('a key without an upload, and one for another purpose', async () => {
    expect((await take('zip', { key: stagedContentKey('zip') })).status).toBe(404);
    await office.storage.put('staging/B1_cover.jpg', Readable.from([goodZip]));
    const other = await stage('zip', goodZip);
    await take('zip', { key: other });
    const [book] = (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results;
    const keys = [
      book.content_zip_url,
      'staging/B1_cover.jpg',
      'staging/content/../B1_cover.jpg',
      'staging/content/1.zip',
      stagedContentKey('epub'),
      '',
      1,
      undefined,
    ];
    for (const key of keys) {
      const { status, json } = await take('zip', { key });
      expect([status, Object.keys(json.error.fields)], String(key)).toEqual([400, ['key']]);
    }
    await office.storage.remove('staging/B1_cover.jpg');
  });

  test('more than a key and a name, and a book that does not exist; its upload waits for the right one', async () => {
    const key = await stage('zip', goodZip);
    expect((await take('zip', { key, size: 1 })).status).toBe(400);
    expect((await take('zip', { key, file_name: '' })).status).toBe(400);
    expect((await take('zip', { key }, 'none')).status).toBe(404);
    expect((await take('zip', { key })).status).toBe(200);
  });

  test('a grant for more than a file may have, or for a place that is not for uploads', async () => {
    expect((await request(stagedContentKey('epub'), (512 << 20) + 1)).json.error.code).toBe('storage.too_large');
    expect((await request(stagedContentKey('zip'), 2 ** 30 + 1)).status).toBe(413);
    expect((await request(stagedContentKey('zip'), 2 ** 30)).status).toBe(200);
    for (const key of ['staging/content/a.zip', 'contents/a.zip', stagedContentKey('zip').replace('.zip', '.html')])
      expect((await request(key, 1)).json.error.code, key).toBe('storage.bad_key');
  });
});
