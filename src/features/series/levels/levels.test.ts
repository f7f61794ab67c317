import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { levelTitle } from '../series.factory.ts';
import { seriesDesk } from '../series.fixture.ts';

let office: Office;
const desk = seriesDesk(() => office);
const { addSeries, addLevel, addManyLevels, addBook, levelOrder, levelPlaces, trail } = desk;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(desk.clear);

const url = '/api/v1/level';

test('a level is added from a form at the end of its series', async () => {
  const [one, two] = [await addSeries('One'), await addSeries('Two')];
  await addManyLevels(one, 2);
  const answer = await office.admin.form(url, { ser_idx: String(one), title: ' Advanced ' });
  expect(answer).toMatchObject({ status: 200, json: { results: { lev_idx: expect.any(Number) } } });
  expect((await office.admin.get(`${url}?ser_idx=${one}`)).json.results.at(-1)).toEqual({
    lev_idx: answer.json.results.lev_idx,
    title: 'Advanced',
  });
  expect(await levelPlaces(one)).toEqual([1, 2, 3]);
  expect(await levelOrder(two)).toEqual([]);
  expect((await trail()).at(-1)).toMatchObject({
    entity: 'level',
    action: 'level.created',
    after: { ser_idx: one, title: 'Advanced' },
  });
});

test('a level needs a series: without one the answer is BOOK-41, for a missing one 404', async () => {
  const chosen = { status: 422, json: { error: { code: 'BOOK-41', message: 'Select a series first.' } } };
  expect(await office.admin.post(url, { title: 'Any' })).toMatchObject(chosen);
  expect(await office.admin.form(url, { ser_idx: '', title: 'Any' })).toMatchObject(chosen);
  expect(await office.admin.post(url, { ser_idx: 999, title: 'Any' })).toMatchObject({
    status: 404,
    json: { error: { code: 'series.not_found', fields: { ser_idx: 'This series no longer exists.' } } },
  });
  expect((await office.admin.get(`${url}?ser_idx=999`)).status).toBe(404);
  expect((await office.admin.get(url)).status).toBe(400);
});

test('a title is unique in a series, even when several are added at once; other series may use it', async () => {
  const [one, two] = [await addSeries('One'), await addSeries('Two')];
  const answers = await Promise.all([1, 2, 3].map(() => office.admin.post(url, { ser_idx: one, title: 'A' })));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find((answer) => answer.status === 409)?.json.error).toMatchObject({
    code: 'series.level_title_taken',
    fields: { title: 'This series already has a level with this title.' },
  });
  expect((await office.admin.post(url, { ser_idx: two, title: 'A' })).status).toBe(200);
});

test('a level is renamed once; a repeat changes nothing, a stale version or a title in use is refused', async () => {
  const series = await addSeries('One');
  const [id = 0] = await addManyLevels(series, 2);
  expect(await office.admin.put(`${url}/${id}`, { title: 'Beginner', version: 1 })).toMatchObject({
    status: 200,
    json: { results: { success: true } },
  });
  expect((await office.admin.put(`${url}/${id}`, { title: 'Beginner', version: 2 })).status).toBe(200);
  expect(await office.admin.put(`${url}/${id}`, { title: 'Other', version: 1 })).toMatchObject({
    status: 409,
    json: { error: { code: 'error.stale', details: { version: 2, record: { title: 'Beginner' } } } },
  });
  expect(await office.admin.put(`${url}/${id}`, { title: levelTitle(2) })).toMatchObject({
    status: 409,
    json: { error: { code: 'series.level_title_taken' } },
  });
  expect((await office.admin.put(`${url}/999999`, { title: 'Any' })).status).toBe(404);
  expect((await trail()).filter((entry) => entry.action === 'level.updated')).toHaveLength(1);
});

test('deleting a level closes the gap; the second time it is not found', async () => {
  const series = await addSeries('One');
  const [a = 0, b = 0, c = 0] = await addManyLevels(series, 3);
  expect(await office.admin.delete(`${url}/${b}`)).toMatchObject({ json: { results: { success: true } } });
  expect(await levelOrder(series)).toEqual([a, c]);
  expect(await levelPlaces(series)).toEqual([1, 2]);
  expect((await office.admin.delete(`${url}/${b}`)).status).toBe(404);
  expect((await trail()).at(-1)).toMatchObject({ action: 'level.deleted', before: { title: 'Level 2' } });
});

test('a level with books is not deleted; the refusal says how many and names them', async () => {
  const series = await addSeries('One');
  const [level = 0] = await addManyLevels(series, 1);
  await addBook(series, level, 'Ant');
  expect(await office.admin.delete(`${url}/${level}`)).toMatchObject({
    status: 409,
    json: { error: { message: 'A level of this series is still used. It has 1 book: Ant.' } },
  });
  expect(await levelOrder(series)).toEqual([level]);
});

test('the screen gets the levels with their number of books and a version key of their order', async () => {
  const series = await addSeries('One');
  const [a = 0, b = 0] = await addManyLevels(series, 2);
  await addBook(series, b, 'Ant');
  const { results } = (await office.admin.get(`/api/v1/series/${series}/level`)).json;
  expect(results.levels).toEqual([
    { lev_idx: a, title: 'Level 1', version: 1, books: 0 },
    { lev_idx: b, title: 'Level 2', version: 1, books: 1 },
  ]);
  expect((await office.admin.put(`/api/v2/level/${series}?base=${results.base}`, { sequence: [b, a] })).status).toBe(
    200,
  );
  expect((await office.admin.put(`/api/v2/level/${series}?base=${results.base}`, { sequence: [a, b] })).status).toBe(
    409,
  );
});

test('the levels of a series are put in order, with the part that changed in the history of the series', async () => {
  const series = await addSeries('One');
  const [a = 0, b = 0, c = 0] = await addManyLevels(series, 3);
  expect(await office.admin.put(`/api/v2/level/${series}`, { sequence: [b, a, c] })).toMatchObject({
    status: 200,
    json: { results: { success: true } },
  });
  expect(await levelOrder(series)).toEqual([b, a, c]);
  expect(await levelPlaces(series)).toEqual([1, 2, 3]);
  expect((await trail()).at(-1)).toMatchObject({
    entity: 'series',
    entity_id: String(series),
    action: 'series.levels_reordered',
    before: { from: 1, ids: [a, b] },
    after: { from: 1, ids: [b, a] },
  });
});

test('an order that does not name each level of the series once is refused, and nothing changes', async () => {
  const [series, other] = [await addSeries('One'), await addSeries('Two')];
  const [a = 0, b = 0] = await addManyLevels(series, 2);
  const foreign = await addLevel(other, 'Foreign');
  const cases = [
    { sequence: [b], details: { added: [{ id: a, title: 'Level 1' }], removed: [] } },
    { sequence: [b, a, foreign], details: { added: [], removed: [foreign] } },
    { sequence: [b, a, b], details: { repeated: [b] } },
  ];
  for (const { sequence, details } of cases) {
    expect(await office.admin.put(`/api/v2/level/${series}`, { sequence })).toMatchObject({
      status: 409,
      json: { error: { message: 'Could not update the sequence of the series level.', details } },
    });
  }
  expect(await levelOrder(series)).toEqual([a, b]);
  expect(await levelOrder(other)).toEqual([foreign]);
  expect((await office.admin.put('/api/v2/level/999999', { sequence: [] })).status).toBe(404);
  expect((await office.admin.put(`/api/v2/level/${series}`, { sequence: ['x'] })).status).toBe(400);
});

test('levels ordered, added and deleted at the same moment keep consecutive places', async () => {
  const series = await addSeries('One');
  const ids = await addManyLevels(series, 5);
  const sequence = ids.toReversed();
  const answers = await Promise.all([
    office.admin.put(`/api/v2/level/${series}`, { sequence }),
    office.admin.post(url, { ser_idx: series, title: 'Newcomer' }),
    office.admin.delete(`${url}/${ids[0]}`),
    office.admin.put(`/api/v2/level/${series}`, { sequence }),
    office.admin.post(url, { ser_idx: series, title: 'Another' }),
    office.admin.delete(`${url}/${ids[3]}`),
  ]);
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  expect(await levelPlaces(series)).toEqual([1, 2, 3, 4, 5]);
});

test('a series deleted while levels are added to it leaves no level behind, and causes no server error', async () => {
  for (const n of [1, 2, 3]) {
    const series = await addSeries(`Series ${n}`);
    const answers = await Promise.all([
      office.admin.post(url, { ser_idx: series, title: 'A' }),
      office.admin.delete(`/api/v1/series/${series}`),
      office.admin.post(url, { ser_idx: series, title: 'B' }),
    ]);
    expect(answers.filter((answer) => ![200, 404].includes(answer.status))).toEqual([]);
  }
  expect(await office.db.selectFrom('level').select('lev_idx').execute()).toEqual([]);
});

test('the fragments name the series of a new level, and the level to be renamed', async () => {
  const series = await addSeries('Bright Readers');
  const level = await addLevel(series, 'Advanced');
  const fragment = (path: string) => office.admin.get(path, { 'sec-fetch-mode': 'cors' });
  expect((await fragment(`/series/level/create?ser_idx=${series}`)).body).toShow('Bright Readers');
  expect((await fragment('/series/level/create')).body).toShow('name="ser_idx"');
  expect((await fragment('/series/level/create?ser_idx=999')).status).toBe(404);
  expect((await fragment(`/series/level/update/${level}`)).body).toShow('value="Advanced"');
  expect((await fragment('/series/level/update/999')).status).toBe(404);
  const page = await office.admin.get(`/series/level/create?ser_idx=${series}`, { 'sec-fetch-mode': 'navigate' });
  expect(page.body).toShow(`data-fragment="/series/level/create?ser_idx=${series}"`);
});
