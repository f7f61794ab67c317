import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { importDesk } from '#features/import/import.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { type Answer, type Office, startOffice } from './app.ts';

/*
 * The whole product on a pool of one connection: code that takes a second one while a transaction holds the first
 * deadlocks with itself, and the response is eventually 503.
 */
let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true, poolSize: 1 });
});
afterAll(() => office.close());
const desk = importDesk(() => office);

const ok = async (answer: Promise<Answer>) => {
  const { status, body, json } = await answer;
  expect([status, body.slice(0, 300)]).toEqual([200, expect.anything()]);
  return json?.results;
};

test('books, their parts and the lists they refer to need one connection at a time', async () => {
  const { admin } = office;
  const { age_group: group } = await ok(admin.form('/api/v1/age_group', { title: 'Ages 3 to 5' }));
  await ok(admin.put(`/api/v1/age_group/${group}`, { title: 'Ages 3 to 6' }));
  await ok(admin.form('/api/v1/category', { title: 'Animals' }));
  const { ser_idx: series } = await ok(admin.form('/api/v1/series', { title: 'Lanterns' }));
  const { lev_idx: level } = await ok(admin.form('/api/v1/level', { ser_idx: String(series), title: 'One' }));
  await ok(admin.put(`/api/v2/level/${series}`, { sequence: [level] }));
  await ok(admin.put('/api/v1/series/difficulty', [series]));
  await ok(admin.post('/api/v1/book', { books: [bookRow(1), bookRow(2)], create_missing: true }));
  await ok(admin.put('/api/v1/book/import', { books: [bookRow(1, { title: 'Changed' })] }));
  await ok(admin.put('/api/v1/book/B1', { title: 'Again' }));
  const { word_idx: word } = await ok(admin.form('/api/v1/book/B1/word', { word: 'sun' }));
  const sentence = new FormData();
  const fields = { bid: 'B1', word_idx: word, word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'Y' };
  for (const [name, value] of Object.entries(fields)) sentence.append(name, String(value));
  sentence.append('audio', new File([new Uint8Array(silentMp3())], 'voice.mp3'));
  const { sent_idx: sent } = await ok(admin.upload('/api/v1/sentence', sentence));
  await ok(admin.form(`/api/v1/sentence/${sent}`, { sentence: 'The sun sets.' }));
  await ok(
    admin.post('/api/v1/sentence', { sentences: [{ bid: 'B2', word: 'moon', sentence: 'M.', mdr_targeted: 'N' }] }),
  );
  const pictures = { 'a.jpg': await jpeg(1, { width: 40, height: 50 }) };
  await ok(admin.upload('/api/v1/book/B1/cover', fileForm('book_cover', pictures)));
  await ok(admin.upload('/api/v1/book/B1/preview', fileForm('book_preview', pictures)));
  await ok(admin.put('/api/v1/book', { bids: ['B1', 'B2'] }));
  await ok(admin.put('/api/v1/book', { bids: ['B1'], published: false }));
  await ok(admin.delete(`/api/v1/sentence/${sent}`));
  await ok(admin.delete(`/api/v1/book/B1/word/${word}`));
  await ok(admin.post('/book/delete/B2'));
});

test('an import from its sheet to its undo needs one connection at a time', async () => {
  const rows = [101, 102].map((n) => importRow(n));
  const bids = rows.map((row) => row['bid'] ?? '');
  const form = new FormData();
  form.append('file', new Blob([importCsv(rows)]), 'books.csv');
  const { import_idx: id } = await ok(office.admin.upload('/api/v1/import', form));
  await ok(office.admin.put(`/api/v1/import/${id}`, { create_missing: true }));
  await ok(office.admin.put(`/api/v1/import/${id}/row/2`, { cells: { title: 'Corrected' } }));
  await ok(office.admin.post(`/api/v1/import/${id}/apply`));
  await expect.poll(async () => (await desk.state(id)).status).toBe('applied');
  const covers = [{ name: `${bids[0]}_cover.jpg`, bytes: await jpeg(2, { width: 40, height: 50 }) }];
  await desk.upload(await desk.send(id, 'images', covers), covers);
  expect((await desk.take(id, 'images', bids)).taken).toBe(1);
  await ok(desk.write(id, [bids[0] ?? '', 'sun', 'The sun rises.', 'Y']));
  const audio = [{ name: `${bids[0]}_sun.mp3`, bytes: silentMp3() }];
  await desk.upload(await desk.send(id, 'audio', audio), audio);
  expect((await desk.take(id, 'audio', bids)).taken).toBe(1);
  await ok(office.admin.post(`/api/v1/import/${id}/undo`));
});

test('every page of the menu, exports and the sign-in need one connection at a time', async () => {
  const pages = [
    '/book',
    '/series',
    '/category',
    '/agegroup',
    '/book/import',
    '/staff',
    '/audit',
    '/settings',
    '/settings/keys',
    '/book/B1',
    '/book/B1/history',
  ];
  for (const page of pages) await ok(office.admin.get(page));
  await ok(office.admin.get('/agegroup/create', { 'sec-fetch-mode': 'navigate' }));
  await ok(office.admin.get('/book/export?as=csv'));
  expect((await office.stranger.form('/login', { id: 'nobody', password: 'none' })).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 20 }, () => office.admin.get('/book')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
