import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#kernel/db/database.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { seriesTitle } from './series.factory.ts';
import { seriesDesk } from './series.fixture.ts';

let office: Office;
const desk = seriesDesk(() => office);
const { addSeries, addManySeries, addManyLevels, addBook, order, places, trail } = desk;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(desk.clear);

const url = '/api/v1/series';

test('a series is added from a form at the end of the order', async () => {
  await addManySeries(2);
  const answer = await office.admin.form(url, { title: ' Bright Readers ' });
  expect(answer).toMatchObject({ status: 200, json: { results: { ser_idx: expect.any(Number) } } });
  expect((await office.admin.get(url)).json.results.at(-1)).toEqual({
    ser_idx: answer.json.results.ser_idx,
    title: 'Bright Readers',
  });
  expect(await places()).toEqual([1, 2, 3]);
  expect((await trail()).at(-1)).toMatchObject({ action: 'series.created', after: { title: 'Bright Readers' } });
});

test('a series without a title, or with one in use, is refused at its field', async () => {
  await addSeries('Bright Readers');
  expect(await office.admin.post(url, { title: ' ' })).toMatchObject({
    status: 400,
    json: { error: { fields: { title: 'Required.' } } },
  });
  expect(await office.admin.post(url, { title: 'Bright Readers' })).toMatchObject({
    status: 409,
    json: { error: { code: 'series.title_taken', fields: { title: 'A series with this title already exists.' } } },
  });
  expect(await places()).toEqual([1]);
});

test('many series added at once get different places without a gap', async () => {
  const titles = Array.from({ length: 12 }, (_, n) => seriesTitle(n));
  const answers = await Promise.all([...titles, ...titles].map((title) => office.admin.post(url, { title })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(12);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(12);
  expect(await places()).toEqual(titles.map((_, n) => n + 1));
});

test('a series is renamed once; a repeat changes nothing, a stale version is refused', async () => {
  const id = await addSeries('Bright Readers');
  expect(await office.admin.put(`${url}/${id}`, { title: 'Brighter Readers', version: 1 })).toMatchObject({
    status: 200,
    json: { results: { success: true } },
  });
  expect((await office.admin.put(`${url}/${id}`, { title: 'Brighter Readers', version: 2 })).status).toBe(200);
  expect(await office.admin.put(`${url}/${id}`, { title: 'Dull Readers', version: 1 })).toMatchObject({
    status: 409,
    json: { error: { code: 'error.stale', details: { version: 2, record: { title: 'Brighter Readers' } } } },
  });
  expect((await trail()).map((entry) => entry.action)).toEqual(['series.created', 'series.updated']);
});

test('renaming to a title in use, or renaming a deleted series, is refused', async () => {
  const [id = 0] = await addManySeries(2);
  expect(await office.admin.put(`${url}/${id}`, { title: seriesTitle(2) })).toMatchObject({
    status: 409,
    json: { error: { code: 'series.title_taken' } },
  });
  expect((await office.admin.put(`${url}/999999`, { title: 'Any' })).status).toBe(404);
});

test('deleting a series deletes its levels, closes the gap, and keeps what was deleted in the trail', async () => {
  const [first = 0, second = 0, third = 0] = await addManySeries(3);
  await addManyLevels(second, 2);
  expect(await office.admin.delete(`${url}/${second}`)).toMatchObject({ json: { results: { success: true } } });
  expect(await order()).toEqual([first, third]);
  expect(await places()).toEqual([1, 2]);
  expect((await trail()).at(-1)).toMatchObject({
    entity_id: String(second),
    action: 'series.deleted',
    before: { title: 'Series 2', position: 2, levels: ['Level 1', 'Level 2'] },
  });
  expect((await office.admin.delete(`${url}/${second}`)).status).toBe(404);
});

test('a series with books is not deleted; the refusal says how many and names the first', async () => {
  const id = await addSeries('Bright Readers');
  const [level = 0] = await addManyLevels(id, 1);
  for (const title of ['Ant', 'Bee', 'Cat', 'Dog']) await addBook(id, level, title);
  expect(await office.admin.delete(`${url}/${id}`)).toMatchObject({
    status: 409,
    json: {
      error: {
        code: 'series.in_use',
        message: 'The series cannot be deleted. It has 4 books: Ant, Bee, Cat ….',
      },
    },
  });
  expect(await order()).toEqual([id]);
  expect(await desk.levelOrder(id)).toEqual([level]);
});

test('the uses of a series are shown before it is deleted, so that nobody confirms in vain', async () => {
  const id = await addSeries('Bright Readers');
  const [level = 0] = await addManyLevels(id, 1);
  const uses = async () => (await office.admin.get(`/api/v1/reference/series/${id}`)).json.results;
  expect(await uses()).toMatchObject({ count: 0, first: [], reasons: [] });
  for (const title of ['Ant', 'Bee', 'Cat', 'Dog']) await addBook(id, level, title);
  expect(await uses()).toMatchObject({ count: 4, first: [{ label: 'Ant', kind: 'Book' }, {}, {}] });
  expect((await office.staff.get(`/api/v1/reference/series/${id}`)).status).toBe(403);
});

test.each(['series', 'level', 'category', 'age_group', 'customer', 'collection', 'event', 'code_batch'])(
  'the uses of a %s are refused for an id that no such record can have',
  async (of) => {
    for (const id of ['x', '1.5', '99999999999'])
      expect(await office.admin.get(`/api/v1/reference/${of}/${id}`)).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid.input', fields: { id: expect.any(String) } } },
      });
  },
);

test.each(['book', 'code'])('the uses of a %s are found by any text, of which there may be none', async (of) => {
  expect((await office.admin.get(`/api/v1/reference/${of}/x`)).json.results).toMatchObject({ count: 0, first: [] });
});

test('deleting a series waits for a book that is being added to it, and the book keeps its series', async () => {
  const id = await addSeries('Bright Readers');
  const [level = 0] = await addManyLevels(id, 1);
  const add = (trx: Database) => addBook(id, level, 'Ant', trx);
  const [deletion] = await whileLocked(office.db, add, [() => office.admin.delete(`${url}/${id}`)]);
  expect(deletion).toMatchObject({ status: 409, json: { error: { code: 'series.in_use' } } });
  expect(await order()).toEqual([id]);
});

test('the page lists every series in its order with its levels and books, and can expand one', async () => {
  const [first = 0, second = 0] = await addManySeries(2);
  const [level = 0] = await addManyLevels(second, 3);
  await addBook(second, level, 'Ant');
  await office.admin.put(`${url}/difficulty`, [second, first]);
  const page = await office.admin.get(`/series?open=${second}`);
  expect(page.status).toBe(200);
  const rows = page.body.slice(page.body.indexOf('id="series_list"'), page.body.indexOf('</ol>'));
  const texts = rows
    .split('<li')
    .slice(1)
    .map((row) =>
      row
        .replace(/^[^>]*>|<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  expect(texts[0]).toContain('1 Series 2 3 levels 1 book');
  expect(texts[1]).toBe('2 Series 1 0 levels 0 books');
  expect(rows).toContain('aria-expanded="true"');
});

test('the fragment for a new series is bare HTML, and the whole page when a person navigates to it', async () => {
  await addSeries('Bright Readers');
  const fragment = await office.admin.get('/series/create', { 'sec-fetch-mode': 'cors' });
  expect(fragment.body).toShow('New series');
  expect(fragment.body).not.toShow('<html');
  const page = await office.admin.get('/series/create', { 'sec-fetch-mode': 'navigate' });
  expect(page.body).toShow('data-fragment="/series/create"');
  expect(page.body).toShow('series_list');
});

test('the palette finds a series ignoring case and accents, but only by whole Korean syllables', async () => {
  const id = await addSeries('José Ñandú');
  await addSeries('각시');
  const find = async (text: string) => {
    const { json } = await office.admin.get(`/api/v1/search?text=${encodeURIComponent(text)}`);
    return json.results.filter((hit: { kind: string }) => hit.kind === 'Series');
  };
  expect(await find('se nandu')).toEqual([
    {
      label: 'José Ñandú',
      detail: '#1',
      href: `/series?open=${id}`,
      kind: 'Series',
      icon: 'series',
      acts: [
        { label: 'Add to collection', href: `/collection/add/series/${id}`, dialog: true },
        { label: 'Comments', href: `/thread/of/series/${id}`, dialog: true },
      ],
    },
  ]);
  expect(await find('가')).toEqual([]);
  expect(await find('각')).toMatchObject([{ label: '각시' }]);
  expect(await find('%')).toEqual([]);
});
