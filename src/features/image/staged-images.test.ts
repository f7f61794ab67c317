import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { lockFilesAgainstSweep } from '#kernel/storage/file-owners.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { untilWaiting } from '#test/while-locked.ts';
import { fileForm, jpeg, png } from './image.fixture.ts';
import { insertImages } from './images.store.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  const books = [1, 2, 3].map((n) => bookRow(n));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
});
afterAll(() => office.close());

const stage = (name: string, bytes: Buffer) => office.storage.put(`staging/${name}`, Readable.from([bytes]));
const staged = async () => {
  const keys = [];
  for await (const { key } of office.storage.list('staging/')) keys.push(key);
  return keys;
};
const pictures = () =>
  office.db
    .selectFrom('book_image as i')
    .innerJoin('book as b', 'b.bidx', 'i.bidx')
    .select(['b.bid', 'i.kind', 'i.place', 'i.file_name'])
    .orderBy('b.bid')
    .orderBy('i.kind')
    .orderBy('i.place')
    .execute();

describe('temporary credentials', () => {
  const request = (...files: object[]) => office.admin.post('/api/v1/upload/grant', { files });
  const post = (grant: { url: string; fields: Record<string, string> }, bytes: Buffer) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(grant.fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(bytes)]), 'x');
    return office.stranger.upload(grant.url, form);
  };

  test('let a browser upload one file of this name and size, until they expire', async () => {
    const bytes = await jpeg();
    const { json } = await request({ key: 'staging/B1_cover.jpg', size: bytes.length });
    const [grant] = json.results.grants;
    expect(grant.expires_at).toBe(Math.floor(office.clock.now().getTime() / 1000) + 900);
    expect((await post(grant, Buffer.concat([bytes, Buffer.alloc(1)]))).status).toBe(413);
    expect((await post(grant, bytes)).status).toBe(204);
    expect(await staged()).toEqual(['staging/B1_cover.jpg']);
    office.clock.advance(15 * 60_000);
    expect((await post(grant, bytes)).status).toBe(403);
    await office.storage.remove('staging/B1_cover.jpg');
  });

  test('are refused for other keys and sizes', async () => {
    for (const key of [
      'images/book/x/cover.jpg',
      'staging/B1_cover.png',
      'staging/../x.jpg',
      'staging/B1_preview_0.jpg',
    ])
      expect((await request({ key, size: 1 })).json.error.code, key).toBe('storage.bad_key');
    expect((await request({ key: 'staging/B1_cover.jpg', size: 21 << 20 })).status).toBe(413);
    expect((await request({ key: 'staging/B1_cover.jpg', size: 0 })).status).toBe(400);
    expect((await request()).status).toBe(400);
  });
});

describe('PUT /api/v1/image', () => {
  const take = (update: object) => office.admin.put('/api/v1/image', { update });

  test('makes staged files the pictures of their books, in one act, and removes them from staging', async () => {
    await stage('B1_cover.jpg', await jpeg(1));
    await stage('B1_preview_1.jpg', await jpeg(2));
    await stage('B1_preview_2.jpg', await jpeg(3));
    await stage('B2_cover.jpg', await jpeg(4));
    const { status, json } = await take({ cover: ['B1', 'B2'], preview: { B1: 2 } });
    expect([status, json.results]).toEqual([200, { success: true, cover: 2, preview: 2 }]);
    expect(await pictures()).toEqual([
      { bid: 'B1', kind: 'cover', place: 1, file_name: 'B1_cover.jpg' },
      { bid: 'B1', kind: 'preview', place: 1, file_name: 'B1_preview_1.jpg' },
      { bid: 'B1', kind: 'preview', place: 2, file_name: 'B1_preview_2.jpg' },
      { bid: 'B2', kind: 'cover', place: 1, file_name: 'B2_cover.jpg' },
    ]);
    expect(await staged()).toEqual([]);
    const history = (await office.admin.get('/audit/of/book/B2')).body;
    expect(history).toContain('images changed');
    const acts = await office.db.selectFrom('audit').select('action').where('action', 'like', '%images%').execute();
    expect(acts).toEqual([{ action: 'book_act.images_changed' }]);
  });

  test('names every file that is missing, damaged or not a JPEG, and changes nothing', async () => {
    const before = await pictures();
    await stage('B1_cover.jpg', await jpeg(5));
    await stage('B2_cover.jpg', await png(6));
    await stage('B3_cover.jpg', (await jpeg(7)).subarray(0, 5000));
    const { status, json } = await take({ cover: ['B1', 'B2', 'B3'], preview: { B3: 1 } });
    expect(status).toBe(200);
    expect(json.results).toMatchObject({ success: false, error_msg: '3 files cannot be used. Nothing was changed.' });
    const messages = Object.fromEntries(
      json.results.rows.map((row: { file: string; message: string }) => [row.file, row.message]),
    );
    expect(messages).toEqual({
      'B2_cover.jpg': 'Only JPEG images are accepted here.',
      'B3_cover.jpg': 'The image is damaged or incomplete.',
      'B3_preview_1.jpg': 'This file was not uploaded.',
    });
    expect(await pictures()).toEqual(before);
    expect(await staged()).toHaveLength(3);
  });

  test('of a book that does not exist is refused as a whole', async () => {
    const { status, json } = await take({ cover: ['B1', 'nobody'] });
    expect([status, json.error.code]).toEqual([404, 'book.some_not_found']);
    expect((await take({ preview: { B1: 0 } })).status).toBe(400);
    expect((await take({ other: [] })).status).toBe(400);
  });
});

describe('The sweep', () => {
  const day = 24 * 3_600_000;
  const keysBelow = async (prefix: string) => {
    const keys = [];
    for await (const { key } of office.storage.list(prefix)) keys.push(key);
    return keys;
  };

  test('removes unreferenced files after a day, and nothing else', async () => {
    office.clock.set(new Date().toISOString());
    const eve = await office.signIn('eve', true);
    await eve.upload('/api/v1/book/B3/cover', fileForm('book_cover', { 'old.jpg': await jpeg(8) }));
    await eve.upload('/api/v1/book/B3/cover', fileForm('book_cover', { 'new.jpg': await jpeg(9) }));
    await office.storage.put('exports/x.csv', Readable.from([Buffer.from('nobody owns it')]));
    expect(await sweepUnreferencedFiles(office.app)).toBe(0);
    office.clock.advance(day + 60_000);
    const left = await staged();
    expect(await sweepUnreferencedFiles(office.app)).toBe(left.length + 4);
    expect(await staged()).toEqual([]);
    const kept = (await keysBelow('images/book/')).map((key) => key.split('/').at(-1));
    expect(kept).not.toContain('old.jpg');
    expect(kept).toContain('new.jpg');
    expect(await keysBelow('exports/')).toEqual(['exports/x.csv']);
  });

  test('waits for a transaction that is about to refer to an old file', async () => {
    office.clock.set(new Date().toISOString());
    const folder = 'images/book/00000000-0000-4000-8000-000000000000';
    await office.storage.put(`${folder}/kept.jpg`, Readable.from([await jpeg(10)]));
    office.clock.advance(2 * day);
    const [kept, sweepPending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const referring = office.app.work.write(systemCaller('test'), async (ctx) => {
      await lockFilesAgainstSweep(ctx);
      kept.resolve();
      await sweepPending.promise;
      const { bidx } = await ctx.db.selectFrom('book').select('bidx').where('bid', '=', 'B3').executeTakeFirstOrThrow();
      const image = { folder, file_name: 'kept.jpg', width: 1, height: 1, size: 1 };
      await insertImages(ctx.db, [{ ...image, bidx, kind: 'preview', place: 1 }]);
    });
    await kept.promise;
    const sweeping = sweepUnreferencedFiles(office.app);
    await untilWaiting(office.db);
    sweepPending.resolve();
    await Promise.all([referring, sweeping]);
    expect(await office.storage.stat(`${folder}/kept.jpg`)).not.toBeNull();
  });
});
