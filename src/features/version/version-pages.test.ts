import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
const { add, put, take } = desk;
let series: number;
let level: number;
let books: number[];
beforeEach(async () => {
  await desk.clear();
  series = await desk.addSeries('Foxes');
  level = await desk.addLevel(series, 'First');
  books = await desk.addBooks(series, level, 2);
});

const newest = async (cid: string): Promise<number> => (await desk.versions(cid))[0].ver_idx;
const update = (cid: string, body: object) => office.admin.put(`/api/v5/collection/${cid}`, body);
const page = async (url: string) => {
  const { status, body } = await office.admin.get(url, { accept: 'text/html' });
  return { status, body };
};
/** The props that a page or fragment is rendered with. */
const props = async (url: string) => {
  const { body } = await page(url);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');
};

describe('The page of the versions of a collection', () => {
  test('counts the versions of each collection from 1, also where one restored another', async () => {
    await add('other');
    await add('c');
    const first = await newest('c');
    await update('c', { is_public: 'O' });
    await office.admin.post(`/api/v5/collection/c/version/${first}/restore`, { reason: 'back' });
    const { versions, restored } = await props('/collection/c/versions');
    const numbers = versions.rows.map((row: Record<string, unknown>) => [row['number'], row['restores_number']]);
    expect(numbers).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    expect(restored).toMatchObject({ number: 3, restores: 1 });
    expect(versions.rows[2].ver_idx).toBe(first);
    const { body } = await page('/collection/c/versions');
    expect([...body.matchAll(/<code[^>]*>#<!-- -->(\d+)<\/code>/g)].map(([, number]) => number)).toEqual([
      '3',
      '2',
      '1',
    ]);
    expect(body).toShow('Version 3 restored version 1.');
    expect(body).toShow(`href="/collection/c/versions?to=${first}" aria-label="Compare: Version 1"`);
    expect((await page(`/collection/version/${first}`)).body).toShow('Memo of version 1');
    expect((await page(`/collection/c/versions/${first}/restore`)).body).toShow('Restore version 1');
  });

  test('compares the newest with the one before, or any two, in readable words', async () => {
    const owner = await desk.addCustomer('OWNER');
    await add('c', { multi_lang_data: { en: { description: '<p>The fox jumps over the dog.</p>' } } });
    const one = await newest('c');
    const description = '<p>The fox <strong>leaps</strong> over the dog.</p>';
    await update('c', {
      is_public: 'O',
      owned_by: [owner],
      prices: [{ currency: 'USD', price: '2.50' }],
      multi_lang_data: { en: { description } },
    });
    await put('c', 'series', series, 'spring');
    const last = await props('/collection/c/versions');
    expect(last.compared.comparison).toMatchObject({
      values: [],
      contents: { added: 1, removed: 0, rows: [{ title: 'Foxes', href: `/series?open=${series}`, isAdded: true }] },
    });
    const { compared, versions } = await props(`/collection/c/versions?from=${one}`);
    expect(compared.comparison).toMatchObject({
      values: [
        { label: 'Public', before: 'Not public', after: 'Public' },
        { label: 'Owners', before: 'None', after: 'OWNER' },
      ],
      prices: { before: [], after: [{ currency: 'USD', price: '2.50' }] },
      texts: [
        {
          locale: 'en',
          field: 'description',
          pieces: [
            { kind: 'same', text: 'The fox ' },
            { kind: 'old', text: 'jumps' },
            { kind: 'new', text: 'leaps' },
            { kind: 'same', text: ' over the dog.' },
          ],
        },
      ],
    });
    expect(versions).toMatchObject({ total: 3, newest: await newest('c') });
    expect((await page(`/collection/c/versions?from=${one}&lang=ko`)).body).toShow('비공개');
    expect((await page('/collection/c/versions?from=999999')).status).toBe(404);
  });

  test('has nothing to compare while there is one version', async () => {
    await add('c');
    expect(await props('/collection/c/versions')).toMatchObject({ compared: null, restored: null });
  });

  test('shows pictures, an added language, and deleted records as the version kept them', async () => {
    await add('c');
    await put('c', 'book', books[0] ?? 0);
    const filled = await newest('c');
    await take('c', 'book', books[0] ?? 0);
    const form = fileForm('collection_image', { 'cover.jpg': await jpeg() });
    expect((await office.admin.upload('/api/v1/collection/c/image/cover', form)).status).toBe(200);
    await office.admin.put('/api/v5/collection/c/localize/ko', { title: '여우' });
    await office.db
      .deleteFrom('book')
      .where('bidx', '=', books[0] ?? 0)
      .execute();
    const { comparison } = (await props(`/collection/c/versions?from=${filled}`)).compared;
    expect(comparison).toMatchObject({
      images: [{ kind: 'cover', before: null, after: expect.stringContaining('/thumb/strip.jpg') }],
      texts: [{ locale: 'ko', field: 'title', pieces: [{ kind: 'new', text: '여우' }] }],
      contents: { removed: 1, rows: [{ title: `b${level}-1`, href: null, isAdded: false }] },
    });
  });

  test('counts contents as a whole and shows a page of them', async () => {
    await add('c');
    const many = await desk.addBooks(series, await desk.addLevel(series, 'Many'), 250);
    const items = many.map((content_idx) => ({ content_type: 'book', content_idx }));
    await office.admin.put('/api/v5/collection/c/contents', { add: items });
    const { comparison } = (await props('/collection/c/versions?page=3')).compared;
    expect([comparison.contents.added, comparison.contents.rows.length]).toEqual([250, 50]);
    expect((await desk.versions('c'))[0].summary).toEqual({ contents: { added: 250 } });
  });
});

describe('The dialog that restores a version', () => {
  test('says what would change and what is gone, and the page then offers to undo it', async () => {
    const owner = await desk.addCustomer('GONE');
    await add('c', { owned_by: [owner], prices: [{ currency: 'USD', price: '1' }] });
    const then = await newest('c');
    await update('c', { owned_by: [], prices: [{ currency: 'USD', price: '2' }] });
    await office.admin.delete(`/api/v1/customer/${owner}`);
    const before = await newest('c');
    const dialog = await props(`/collection/c/versions/${then}/restore`);
    expect(dialog).toMatchObject({
      gone: { count: 1, first: [{ kind: 'customer', id: owner, label: 'GONE' }] },
      comparison: { values: [], prices: { before: [{ price: '2' }], after: [{ price: '1' }] } },
    });
    const [named] = (await props(`/collection/c/versions?from=${then}&to=${before}`)).compared.comparison.values;
    expect(named).toMatchObject({ before: 'GONE (deleted)', after: 'None' });
    const { version } = dialog.collection;
    expect((await desk.restore('c', then, { version, reason: 'was right' })).status).toBe(200);
    expect((await desk.trail('c')).at(-1)).toMatchObject({ action: 'collection.restored', reason: 'was right' });
    const { restored } = await props('/collection/c/versions');
    expect(restored).toEqual({ number: 3, restores: 1 });
    expect((await desk.restore('c', then, { version })).status).toBe(409);
  });

  test('opens from a list that says whether a change locked, unlocked or advertised the collection', async () => {
    const { cidx } = await add('c', { is_public: 'O' });
    for (const lock of [true, false]) await desk.lock(cidx, lock);
    for (const adsOn of [true, false]) await office.admin.put('/api/v1/collection/advertisement', { cidx, adsOn });
    const { body } = await office.admin.get('/collection/c/versions');
    const table = body.slice(body.lastIndexOf('<tbody'));
    const said = table.match(/(No longer advertised|Advertised|Unlocked|Locked|Created)(?=<)/g);
    expect(said).toEqual(['No longer advertised', 'Advertised', 'Unlocked', 'Locked', 'Created']);
  });

  test('does not offer contents of a locked collection', async () => {
    const { cidx } = await add('c');
    const empty = await newest('c');
    await put('c', 'level', level);
    await desk.lock(cidx, true);
    const { body } = await page(`/collection/c/versions/${empty}/restore`);
    expect(body).toShow('Unlock it to restore this version.');
    expect(body).not.toShow('type="submit"');
  });
});

describe('The memo of a version', () => {
  test('has a dialog, and a save over a newer one is refused with who saved it', async () => {
    await add('c');
    const ver = await newest('c');
    expect(await props(`/collection/version/${ver}`)).toEqual({
      cid: 'c',
      verIdx: ver,
      number: 1,
      memo: '',
      version: 1,
    });
    const save = (memo: string, version: number) =>
      office.admin.put(`/api/v1/collection/memo/${ver}`, { memo, version });
    expect((await save('for May', 1)).json.results).toMatchObject({ success: true, version: 2 });
    expect(await save('for June', 1)).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { name: 'ada', version: 2 } } },
    });
    expect((await office.staff.get(`/collection/version/${ver}`)).status).toBe(403);
  });

  test('that a colleague changed is shown and saved although its collection was deleted meanwhile', async () => {
    await add('c');
    const ver = await newest('c');
    const save = (memo: string, version: number) =>
      office.admin.put(`/api/v1/collection/memo/${ver}`, { memo, version });
    await save('for May', 1);
    await office.admin.delete('/api/v5/collection/c');
    expect((await save('for June', 1)).status).toBe(409);
    expect((await office.admin.get(`/api/v5/collection/c/version/${ver}`)).json.results).toMatchObject({
      memo: 'for May',
      memo_version: 2,
    });
    expect((await save('for June', 2)).status).toBe(200);
  });
});
