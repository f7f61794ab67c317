import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jpeg } from '#features/image/image.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk, sentenceCsv } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

// ISBNs other than those of the existing books.
const row = (n: number, over: Record<string, string> = {}) => importRow(1000 + n, { bid: `N${n}`, ...over });
const stage = async (rows: Record<string, string>[]): Promise<number> => {
  const id = await desk.stage(rows);
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, update: true });
  return id;
};
const cover = async (bid: string, seed = 1) => ({
  name: `${bid}_cover.jpg`,
  bytes: await jpeg(seed, { width: 30, height: 40 }),
});
const goTo = (id: number, step: string) => office.admin.put(`/api/v1/import/${id}/step`, { step });
/** The responses of the calls of the later steps. */
const tryAll = async (id: number) => {
  const at = `/api/v1/import/${id}`;
  const files = [{ name: 'B1_cover.jpg', size: 9, modified: 1 }];
  return [
    await goTo(id, 'images'),
    await office.admin.post(`${at}/upload`, { step: 'images', files }),
    await office.admin.post(`${at}/upload`, { step: 'audio', files: [{ ...files[0], name: 'B1_sun.mp3' }] }),
    await office.admin.put(`${at}/upload`, { step: 'images', bids: ['B1'] }),
    await office.admin.delete(`${at}/upload`, { step: 'audio' }),
    await desk.sheet(id, sentenceCsv([['B1', 'sun', 'The sun rises.', 'Y']])),
    await office.admin.put(`${at}/sentence/drop`, { rows: 'rejected', dropped: true }),
    await office.admin.put(`${at}/sentence/2`, { cells: { word: 'sun' } }),
    await office.admin.post(`${at}/sentence/apply`),
    await office.admin.delete(`${at}/sentence`),
  ].map(({ status, json }) => `${status} ${json.error?.code}`);
};

describe('While no books are loaded', () => {
  test('every step after the first is refused with IMPR-12', async () => {
    const id = await stage([row(1)]);
    const answers = await tryAll(id);
    expect(new Set(answers)).toEqual(new Set(['409 IMPR-12']));
    const { json } = await goTo(id, 'audio');
    expect(json.error.message).toBe('Apply the book data first, or choose books. The other steps need the book IDs.');
    expect(await desk.state(id)).toMatchObject({ status: 'ready', step: 'isbn' });
    expect(await desk.books(id)).toEqual([]);
  });

  test('an import that does not exist is not found', async () => {
    expect(new Set(await tryAll(4711))).toEqual(new Set(['404 import.not_found']));
    expect((await office.admin.get('/api/v1/import/4711/book')).status).toBe(404);
    expect((await office.admin.get('/api/v1/import/4711/upload?step=audio')).status).toBe(404);
    expect((await office.admin.get('/api/v1/import/4711/sentence')).status).toBe(404);
  });
});

describe('Loading books', () => {
  test('by applying a sheet loads all of its books, also the unchanged ones, but none that was left out', async () => {
    await desk.apply(await stage([row(1), row(2)]));
    const id = await stage([row(1), row(2, { genre: 'Myth' }), row(3), row(4, { bid: '' })]);
    await office.admin.put(`/api/v1/import/${id}/drop`, { rows: 'rejected', dropped: true });
    expect(await desk.apply(id)).toMatchObject({
      status: 'applied',
      step: 'images',
      counts: { new: 1, changed: 1, unchanged: 1, dropped: 1 },
    });
    expect((await desk.books(id)).map(({ row_no, bid, data }: Record<string, unknown>) => [row_no, bid, data])).toEqual(
      [
        [2, 'N1', 'valid'],
        [3, 'N2', 'valid'],
        [4, 'N3', 'valid'],
      ],
    );
    const made = await office.admin.get(`/api/v1/import/${id}/new`);
    expect(made.json.results.bids.toSorted()).toEqual(['N2', 'N3']);
  });

  test('by choosing existing ones starts an import at its second step', async () => {
    const { status, json } = await office.admin.post('/api/v1/import/book', { bids: ['B2', ' B1 ', 'B2'] });
    expect(status).toBe(200);
    const id = json.results.import_idx;
    expect(await desk.state(id)).toMatchObject({
      status: 'applied',
      source: 'books',
      step: 'images',
      row_count: 2,
      counts: { new: 0, changed: 0, unchanged: 2, rejected: 0 },
      created_by: 'ada',
    });
    expect(await desk.books(id)).toMatchObject([{ bid: 'B2' }, { bid: 'B1' }]);
    expect((await office.admin.get(`/api/v1/import/${id}/new`)).json.results.bids).toEqual(['B2', 'B1']);
    expect(await desk.acts()).toEqual(['import.books_chosen']);
    expect((await office.admin.get('/book/import')).status).toBe(200);
    expect((await office.admin.post(`/api/v1/import/${id}/undo`)).json.error.code).toBe('import.not_applied');
  });

  test('that do not exist names them and creates nothing', async () => {
    const answer = await office.admin.post('/api/v1/import/book', { bids: ['B1', 'nobody', 'b2'] });
    expect(answer).toMatchObject({
      status: 404,
      json: { error: { code: 'import.books_unknown', message: '2 book IDs are not in the library: nobody, b2' } },
    });
    expect(await office.db.selectFrom('import').selectAll().execute()).toEqual([]);
    expect(await office.db.selectFrom('import_book').selectAll().execute()).toEqual([]);
  });

  test.each([{ bids: [] }, { bids: [''] }, { bids: ['x'.repeat(65)] }, { bids: 'B1' }, {}])(
    'with %j is malformed',
    async (body) => {
      expect((await office.admin.post('/api/v1/import/book', body)).status).toBe(400);
    },
  );
});

describe('The steps', () => {
  test('advance with each success, and repeating one does not move them back', async () => {
    const id = await stage([row(1)]);
    expect(await desk.apply(id)).toMatchObject({ step: 'images' });
    const files = [await cover('N1')];
    await desk.upload(await desk.send(id, 'images', files), files);
    await desk.take(id, 'images', ['N1']);
    expect((await desk.state(id)).step).toBe('sentences');
    await desk.write(id, ['N1', 'sun', 'The sun rises.', 'Y']);
    expect((await desk.state(id)).step).toBe('audio');
    const audio = [{ name: 'N1_sun.mp3', bytes: silentMp3() }];
    await desk.upload(await desk.send(id, 'audio', audio), audio);
    await desk.take(id, 'audio', ['N1']);
    expect((await desk.state(id)).step).toBe('done');
    expect(await desk.books(id)).toMatchObject([
      { data: 'valid', cover: 'valid', preview: 'unknown', audio: 'valid', targeted: 1, voiced: 1, problems: [] },
    ]);

    const again = [await cover('N1', 2)];
    await desk.upload(await desk.send(id, 'images', again), again);
    expect(await desk.take(id, 'images', ['N1'])).toMatchObject({ taken: 1 });
    await desk.write(id, ['N1', 'moon', 'The moon is out.', 'N']);
    expect((await desk.state(id)).step).toBe('done');
  });

  test('can be skipped and returned to, but not back to the book data', async () => {
    const id = await desk.choose('B1');
    expect((await goTo(id, 'audio')).json.results.step).toBe('audio');
    expect((await goTo(id, 'audio')).status).toBe(200);
    expect((await goTo(id, 'images')).json.results.step).toBe('images');
    for (const step of ['isbn', 'six', '']) expect((await goTo(id, step)).status, step).toBe(400);
    expect(await desk.acts()).toEqual(['import.books_chosen', 'import.step_changed', 'import.step_changed']);
    expect((await desk.state(id)).done_steps).toEqual(['isbn']);
    // Success moves the wizard on even if earlier steps were skipped; skipped steps do not count as done.
    await desk.write(id, ['B1', 'sun', 'The sun rises.', 'Y']);
    expect(await desk.state(id)).toMatchObject({ step: 'audio', done_steps: ['isbn', 'sentences'] });
    expect((await office.admin.get('/book/import')).body).toShow('In step: Audio');
  });
});

describe('The books of an import', () => {
  test('are filtered by what they lack', async () => {
    const id = await desk.choose('B1', 'B2', 'B3');
    await desk.write(id, ['B1', 'sun', 'The sun rises.', 'Y'], ['B2', 'sun', 'The sun sets.', 'N']);
    const damaged = { ...(await cover('B2')), bytes: Buffer.from('no picture') };
    await desk.give(id, 'images', [await cover('B1'), damaged, { ...(await cover('B3')), name: 'B3_preview_1.jpg' }]);
    const bids = async (filter: string) => (await desk.books(id, filter)).map(({ bid }: { bid: string }) => bid);
    expect(await bids('all')).toEqual(['B1', 'B2', 'B3']);
    expect(await bids('no_cover')).toEqual(['B2', 'B3']);
    expect(await bids('no_preview')).toEqual(['B1', 'B2']);
    expect(await bids('no_audio')).toEqual(['B1']);
    expect(await bids('invalid')).toEqual(['B2']);
    expect(await bids('nonsense')).toEqual(['B1', 'B2', 'B3']);
    expect(await desk.books(id)).toMatchObject([
      { bid: 'B1', title: 'Book 1', cover: 'valid', preview: 'unknown', audio: 'unknown' },
      { bid: 'B2', cover: 'invalid', preview: 'unknown', audio: 'unknown', problems: [{ name: 'B2_cover.jpg' }] },
      { bid: 'B3', cover: 'unknown', preview: 'valid', previews: 1, audio: 'unknown' },
    ]);
  });

  test('are paged', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => row(n));
    const id = await stage(rows);
    await desk.apply(id);
    const page = async (n: number) => (await office.admin.get(`/api/v1/import/${id}/book?page=${n}`)).json.results;
    const [first, second] = [await page(1), await page(2)];
    expect([first.total, second.total]).toEqual([120, 120]);
    expect(second.books[0].row_no).toBe(first.books.at(-1).row_no + 1);
    expect((await page(50)).books).toEqual([]);
  });
});

test('undoing after all steps leaves nothing of its books, and its steps are refused', async () => {
  const id = await stage([row(1), row(2)]);
  await desk.apply(id);
  const files = [await cover('N1'), { ...(await cover('N1')), name: 'N1_preview_1.jpg' }];
  await desk.upload(await desk.send(id, 'images', files), files);
  await desk.take(id, 'images', ['N1']);
  await desk.write(id, ['N1', 'sun', 'The sun rises.', 'Y'], ['N2', 'sun', 'The sun sets.', 'Y']);
  const audio = [{ name: 'N1_sun.mp3', bytes: silentMp3() }];
  await desk.upload(await desk.send(id, 'audio', audio), audio);
  await desk.take(id, 'audio', ['N1']);
  expect(await office.admin.post(`/api/v1/import/${id}/undo`)).toMatchObject({
    json: { results: { status: 'undone', kept: [] } },
  });
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from book where bid like 'N%') + (select count(*) from word) + (select count(*) from sentence)
      + (select count(*) from book_image) as left`.execute(office.db);
  expect(Number(rows[0]?.left)).toBe(0);
  expect(new Set(await tryAll(id))).toEqual(new Set(['409 IMPR-12']));
  expect(await desk.books(id)).toEqual([]);
  expect(await desk.files(id, 'images')).toEqual({ taken: 0, waiting: 0, refused: 0, problems: [] });
  expect([await desk.keys('images/'), await desk.keys('audios/'), await desk.keys('staging/')]).toEqual([[], [], []]);
});
