import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jpeg, png } from '#features/image/image.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { type ChosenFile, importDesk } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear('B1_a', 'unused'));

const size = { width: 30, height: 40 };
const picture = async (name: string, seed = 1, modified?: number): Promise<ChosenFile> => ({
  name,
  bytes: await jpeg(seed, size),
  ...(modified !== undefined && { modified }),
});
const empty = (name: string, bytes = 10): ChosenFile => ({ name, bytes: new Uint8Array(bytes) });
const messages = async (id: number, files: ChosenFile[]) =>
  (await desk.send(id, 'images', files)).json.results.files.map((file: { message: string | null }) => file.message);
const statuses = async (id: number, files: ChosenFile[]) =>
  (await desk.send(id, 'images', files)).json.results.files.map((file: { status: string }) => file.status);
/** The keys of images and thumbnails: four objects per image. */
const objects = async () => (await desk.keys('images/')).length;

describe('Choosing images', () => {
  test('answers for each which book it is for and where to upload it', async () => {
    const id = await desk.choose('B1', 'B1_a');
    const answer = await desk.send(id, 'images', [
      empty('B1_cover.jpg'),
      empty('B1_a_cover.JPG'),
      empty('B1_preview_2.jpg'),
      empty('B1_preview_1.jpg'),
    ]);
    expect(answer).toMatchObject({ status: 200, json: { results: { invalid: 0 } } });
    const file = (name: string, bid: string) => ({
      name,
      bid,
      status: 'waiting',
      key: expect.stringMatching(/^staging\/import\/\d+\/\d+\.jpg$/),
      message: null,
    });
    expect(answer.json.results.files).toEqual([
      file('B1_cover.jpg', 'B1'),
      file('B1_a_cover.JPG', 'B1_a'),
      file('B1_preview_2.jpg', 'B1'),
      file('B1_preview_1.jpg', 'B1'),
    ]);
    expect(new Set(answer.json.results.files.map((one: { key: string }) => one.key)).size).toBe(4);
    expect(await desk.files(id, 'images')).toEqual({ taken: 0, waiting: 4, refused: 0, problems: [] });
    expect((await desk.state(id)).step).toBe('images');
  });

  test.each([
    ['B1_cover.png', 'Only .jpg files are accepted here.'],
    ['B1_cover.jpeg', 'Only .jpg files are accepted here.'],
    ['cover of B1.jpg', 'The file name must look like bid_cover.jpg or bid_preview_1.jpg.'],
    ['B1_preview_0.jpg', 'The file name must look like bid_cover.jpg or bid_preview_1.jpg.'],
    ['unused_cover.jpg', 'No book in this import has the ID unused.'],
    ['B1_preview_101.jpg', 'A book can have up to 100 previews.'],
    ['nobody_cover.jpg', 'No book in this import has the ID nobody.'],
    ['b1_cover.jpg', 'No book in this import has the ID b1.'],
    ['B1_preview_2.jpg', 'B1_preview_1.jpg is missing. Previews of a book are replaced together, starting at 1.'],
  ])('%s is invalid: %s', async (name, message) => {
    const id = await desk.choose('B1', 'B2');
    const answer = await desk.send(id, 'images', [empty('B2_cover.jpg'), empty(name)]);
    expect(answer.json.results.invalid).toBe(1);
    expect(answer.json.results.files[1]).toEqual({ name, bid: null, status: 'invalid', key: null, message });
  });

  test('an empty file, one that is too large and a second one for a place are invalid', async () => {
    const id = await desk.choose('B1');
    const file = (name: string, bytes: number) => ({ name, size: bytes, modified: 1 });
    const files = [
      file('B1_cover.jpg', 0),
      file('B1_preview_1.jpg', (20 << 20) + 1),
      file('B1_preview_2.jpg', 20 << 20),
      file('B1_preview_2.jpg', 9),
      file('B1_preview_3.jpg', 2 ** 40),
    ];
    const { json } = await office.admin.post(`/api/v1/import/${id}/upload`, { step: 'images', files });
    expect(json.results.files.map((one: { message: string }) => one.message)).toEqual([
      'The file is empty.',
      'The file exceeds 20 MB.',
      expect.stringContaining('B1_preview_1.jpg is missing'),
      'Another file has the same book and position.',
      'The file exceeds 20 MB.',
    ]);
  });

  test('keeps nothing where one is invalid, and gives none an upload address', async () => {
    const id = await desk.choose('B1');
    const answer = await desk.send(id, 'images', [empty('B1_cover.jpg'), empty('B9_cover.jpg')]);
    expect(answer.json.results.files[0]).toMatchObject({ status: 'waiting', key: null });
    expect(await office.db.selectFrom('import_file').selectAll().execute()).toEqual([]);
    expect(await desk.acts()).toEqual(['import.books_chosen']);
  });

  test('answers in the language of the caller', async () => {
    const id = await desk.choose('B1');
    const file = { name: 'B9_cover.jpg', size: 1, modified: 1 };
    const answer = await office.admin.post(
      `/api/v1/import/${id}/upload`,
      { step: 'images', files: [file] },
      { cookie: `${office.admin.cookie}; lang=ko` },
    );
    expect(answer.json.results.files[0].message).toMatch(/[가-힣]/);
  });

  test.each<[string, object]>([
    ['no files', { step: 'images', files: [] }],
    ['another step', { step: 'sentences', files: [{ name: 'a', size: 1, modified: 1 }] }],
    ['a file without a size', { step: 'images', files: [{ name: 'B1_cover.jpg', modified: 1 }] }],
    ['a NUL byte in a name', { step: 'images', files: [{ name: 'B1\0_cover.jpg', size: 1, modified: 1 }] }],
  ])('with %s is malformed', async (_what, body) => {
    const id = await desk.choose('B1');
    expect((await office.admin.post(`/api/v1/import/${id}/upload`, body)).status).toBe(400);
  });

  test('accepts 20,000 names at once', async () => {
    const id = await desk.choose('B1', 'B2', 'B3');
    const files = ['B1', 'B2', 'B3', 'B4'].flatMap((bid) =>
      Array.from({ length: 5000 }, (_, n) => ({ name: `${bid}_preview_${n + 1}.jpg`, size: 9, modified: n })),
    );
    const { status, json } = await office.admin.post(`/api/v1/import/${id}/upload`, { step: 'images', files });
    expect(status).toBe(200);
    expect(json.results.files).toHaveLength(20_000);
    expect(json.results.invalid).toBe(20_000 - 3 * 100);
    const valid = files.filter(({ name }) => /^B[123]_preview_(\d{1,2}|100)\.jpg$/.test(name));
    const again = await office.admin.post(`/api/v1/import/${id}/upload`, { step: 'images', files: valid });
    expect(again.json.results.invalid).toBe(0);
    expect((await desk.files(id, 'images')).waiting).toBe(3 * 100);
  });
});

describe('Choosing the same files again', () => {
  test('keeps their keys and shows which are uploaded, and which are taken', async () => {
    const id = await desk.choose('B1', 'B2');
    const files = [await picture('B1_cover.jpg', 1), await picture('B2_cover.jpg', 2)];
    const first = await desk.send(id, 'images', files);
    await desk.upload(first, files.slice(0, 1));
    const second = await desk.send(id, 'images', files);
    const keys = first.json.results.files.map((one: { key: string }) => one.key);
    expect(second.json.results.files).toMatchObject([
      { status: 'uploaded', key: keys[0] },
      { status: 'waiting', key: keys[1] },
    ]);
    expect(await desk.take(id, 'images')).toEqual({ taken: 1, refused: [], waiting: ['B2_cover.jpg'] });
    expect((await desk.state(id)).step).toBe('images');
    const third = await desk.send(id, 'images', files);
    expect(third.json.results.files).toMatchObject([
      { status: 'taken', key: null },
      { status: 'waiting', key: keys[1] },
    ]);
  });

  test('with another size or time gives a new key and removes the earlier upload', async () => {
    const id = await desk.choose('B1');
    const [old, later] = [await picture('B1_cover.jpg', 1, 1000), await picture('B1_cover.jpg', 1, 2000)];
    const first = await desk.send(id, 'images', [old]);
    await desk.upload(first, [old]);
    expect(await desk.keys('staging/')).toHaveLength(1);
    const second = await desk.send(id, 'images', [later]);
    expect(second.json.results.files[0].status).toBe('waiting');
    expect(second.json.results.files[0].key).not.toBe(first.json.results.files[0].key);
    expect(await desk.keys('staging/')).toEqual([]);
    expect(await desk.take(id, 'images')).toMatchObject({ taken: 0, waiting: ['B1_cover.jpg'] });
    await desk.upload(second, [later]);
    expect(await desk.take(id, 'images')).toMatchObject({ taken: 1 });
    expect(await desk.files(id, 'images')).toMatchObject({ taken: 1, waiting: 0 });
  });

  test('under a name that differs in case replaces the previous one', async () => {
    const id = await desk.choose('B1');
    const [lower, upper] = [await picture('B1_cover.jpg', 1), await picture('B1_COVER.JPG', 2)];
    await desk.upload(await desk.send(id, 'images', [lower]), [lower]);
    expect(await desk.give(id, 'images', [upper])).toEqual({ taken: 1, refused: [], waiting: [] });
    expect(await desk.pictures()).toEqual(['B1 cover 1']);
    expect(await desk.keys('staging/')).toEqual([]);
    expect(await statuses(id, [lower])).toEqual(['waiting']);
  });

  test('takes all previews of a book again where one of them has changed', async () => {
    const id = await desk.choose('B1', 'B2');
    const one = await picture('B1_preview_1.jpg', 1);
    const two = await picture('B1_preview_2.jpg', 2);
    const other = await picture('B2_preview_1.jpg', 3);
    await desk.give(id, 'images', [one, two, other]);
    expect(await statuses(id, [one, two, other])).toEqual(['taken', 'taken', 'taken']);
    const changed = await picture('B1_preview_2.jpg', 4, 2000);
    expect(await statuses(id, [one, changed, other])).toEqual(['waiting', 'waiting', 'taken']);
    expect(await desk.give(id, 'images', [one, changed, other])).toMatchObject({ taken: 2, waiting: [] });
    expect(await desk.pictures()).toEqual(['B1 preview 1', 'B1 preview 2', 'B2 preview 1']);
  });
});

describe('Taking images', () => {
  test('makes them the pictures of their books in one act, and advances to the next step', async () => {
    const id = await desk.choose('B1', 'B2');
    const files = [
      await picture('B1_cover.jpg', 1),
      await picture('B1_preview_1.jpg', 2),
      await picture('B1_preview_2.jpg', 3),
      await picture('B2_cover.jpg', 4),
    ];
    expect(await desk.give(id, 'images', files)).toEqual({ taken: 4, refused: [], waiting: [] });
    expect(await desk.pictures()).toEqual(['B1 cover 1', 'B1 preview 1', 'B1 preview 2', 'B2 cover 1']);
    expect(await desk.keys('staging/')).toEqual([]);
    expect(await objects()).toBe(4 * 4);
    expect(await desk.state(id)).toMatchObject({ step: 'sentences' });
    expect(await desk.acts()).toEqual([
      'import.books_chosen',
      'import.files_chosen',
      'book_act.images_changed',
      'import.step_changed',
    ]);
    expect(await desk.books(id)).toMatchObject([
      { bid: 'B1', cover: 'valid', preview: 'valid', previews: 2 },
      { bid: 'B2', cover: 'valid', preview: 'unknown', previews: 0 },
    ]);
    expect((await office.admin.get('/audit/of/book/B2')).body).toShow('images changed');
  });

  test('replaces the cover, or the previews, and leaves the other alone', async () => {
    const id = await desk.choose('B1');
    const folders = async () => Object.fromEntries((await desk.images()).map(({ name, folder }) => [name, folder]));
    await desk.give(id, 'images', [await picture('B1_cover.jpg', 1), await picture('B1_preview_1.jpg', 2)]);
    const before = await folders();
    await desk.give(id, 'images', [await picture('B1_cover.jpg', 3, 2000)]);
    const after = await folders();
    expect(after['B1 preview 1']).toBe(before['B1 preview 1']);
    expect(after['B1 cover 1']).not.toBe(before['B1 cover 1']);
  });

  test("refuses damaged and non-JPEG files, with the reason in the caller's language, until fixed", async () => {
    const id = await desk.choose('B1', 'B2', 'B3', 'B1_a');
    const whole = await jpeg(1);
    const files = [
      { name: 'B1_cover.jpg', bytes: whole.subarray(0, 5000) },
      { name: 'B2_cover.jpg', bytes: await png(1, size) },
      { name: 'B3_cover.jpg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      await picture('B1_a_cover.jpg', 2),
    ];
    await desk.upload(await desk.send(id, 'images', files), files);
    const taken = await office.admin.put(
      `/api/v1/import/${id}/upload`,
      { step: 'images', bids: ['B1', 'B2', 'B3', 'B1_a'] },
      { cookie: `${office.admin.cookie}; lang=ko` },
    );
    expect(taken.json.results).toMatchObject({ taken: 1, waiting: [] });
    for (const { message } of taken.json.results.refused) expect(message).toMatch(/[가-힣]/);
    const problems = [
      { name: 'B1_cover.jpg', bid: 'B1', message: 'The image is damaged or incomplete.' },
      { name: 'B2_cover.jpg', bid: 'B2', message: 'Only JPEG images are accepted here.' },
      { name: 'B3_cover.jpg', bid: 'B3', message: expect.stringMatching(/image/i) },
    ];
    expect(await desk.files(id, 'images')).toEqual({ taken: 1, waiting: 0, refused: 3, problems });
    expect(await desk.books(id, 'invalid')).toMatchObject([
      { bid: 'B1', cover: 'invalid', problems: [{ name: 'B1_cover.jpg', message: problems[0]?.message }] },
      { bid: 'B2', cover: 'invalid' },
      { bid: 'B3', cover: 'invalid' },
    ]);
    expect([await desk.keys('staging/'), await objects()]).toEqual([[], 4]);
    expect((await desk.state(id)).step).toBe('images');

    const good = [await picture('B1_cover.jpg', 3), await picture('B2_cover.jpg', 4), await picture('B3_COVER.jpg', 5)];
    expect(await desk.give(id, 'images', good)).toEqual({ taken: 3, refused: [], waiting: [] });
    expect(await desk.files(id, 'images')).toEqual({ taken: 4, waiting: 0, refused: 0, problems: [] });
    expect(await desk.books(id, 'invalid')).toEqual([]);
    expect((await desk.state(id)).step).toBe('sentences');
  });

  test('waits for all previews of a book, however often it is asked', async () => {
    const id = await desk.choose('B1', 'B2');
    const one = await picture('B1_preview_1.jpg', 1);
    const two = await picture('B1_preview_2.jpg', 2);
    const other = await picture('B2_preview_1.jpg', 3);
    const all = [one, two, other];
    await desk.upload(await desk.send(id, 'images', all), [one]);
    expect(await desk.take(id, 'images')).toMatchObject({ taken: 0, waiting: all.map(({ name }) => name) });
    await desk.upload(await desk.send(id, 'images', all), [one, { ...two, bytes: await png(1, size) }, other]);
    const named = ['B1_preview_1.jpg'];
    expect(await desk.take(id, 'images')).toMatchObject({ taken: 1, refused: [{ name: two.name }], waiting: named });
    // The rejected one is still missing.
    expect(await desk.take(id, 'images')).toEqual({ taken: 0, refused: [], waiting: named });
    expect([await desk.pictures(), await objects()]).toEqual([['B2 preview 1'], 4]);
    expect(await desk.give(id, 'images', [two])).toEqual({ taken: 2, refused: [], waiting: [] });
    expect(await desk.pictures()).toEqual(['B1 preview 1', 'B1 preview 2', 'B2 preview 1']);
  });

  test('takes each file once when two ask at the same moment', async () => {
    const id = await desk.choose('B1', 'B2', 'B3');
    const files: ChosenFile[] = [];
    for (const bid of ['B1', 'B2', 'B3'])
      for (const [n, name] of ['cover', 'preview_1', 'preview_2'].entries())
        files.push(await picture(`${bid}_${name}.jpg`, n + 1));
    await desk.upload(await desk.send(id, 'images', files), files);
    const answers = await Promise.all([1, 2, 3].map(() => desk.take(id, 'images')));
    expect(answers.map(({ taken }) => taken).toSorted((a, b) => a - b)).toEqual([0, 0, 9]);
    expect(answers.flatMap(({ refused }) => refused)).toEqual([]);
    expect(await desk.pictures()).toHaveLength(9);
    expect([await desk.keys('staging/'), await objects()]).toEqual([[], 9 * 4]);
    expect((await desk.acts()).filter((act) => act === 'book_act.images_changed')).toHaveLength(1);
  });

  test('skips a book that was deleted meanwhile', async () => {
    const id = await desk.choose('B1', 'B2');
    const files = [await picture('B1_cover.jpg', 1), await picture('B2_cover.jpg', 2)];
    await desk.upload(await desk.send(id, 'images', files), files);
    await office.admin.post('/book/delete/B1');
    expect(await desk.take(id, 'images')).toEqual({ taken: 1, refused: [], waiting: [] });
    expect(await desk.pictures()).toEqual(['B2 cover 1']);
    expect((await desk.state(id)).step).toBe('sentences');
    expect(await desk.books(id)).toMatchObject([{ bid: 'B2' }]);
    expect(await messages(id, files.slice(0, 1))).toEqual(['No book in this import has the ID B1.']);
  });
});

test('chosen files that were not taken can be discarded, with their uploads', async () => {
  const id = await desk.choose('B1', 'B2');
  const [cover, damaged] = [
    await picture('B1_cover.jpg', 1),
    { ...(await picture('B2_cover.jpg')), bytes: Buffer.of(1) },
  ];
  await desk.give(id, 'images', [cover, damaged]);
  const waiting = await picture('B1_preview_1.jpg', 3);
  await desk.upload(await desk.send(id, 'images', [waiting]), [waiting]);
  const forget = () => office.admin.delete(`/api/v1/import/${id}/upload`, { step: 'images' });
  expect(await forget()).toMatchObject({ status: 200 });
  expect(await desk.files(id, 'images')).toEqual({ taken: 1, waiting: 0, refused: 0, problems: [] });
  expect([await desk.keys('staging/'), await desk.pictures()]).toEqual([[], ['B1 cover 1']]);
  const acts = await desk.acts();
  expect(acts).toContain('import.files_forgotten');
  expect(await forget()).toMatchObject({ status: 200 });
  expect(await desk.acts()).toEqual(acts);
});
