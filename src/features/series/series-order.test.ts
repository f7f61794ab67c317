import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { seriesDesk } from './series.fixture.ts';

let office: Office;
const desk = seriesDesk(() => office);
const { addSeries, addManySeries, order, places, trail } = desk;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(desk.clear);

const url = '/api/v1/series/difficulty';
const refused = 'Could not update the sequence of the series.';

/** The current key of the order, as the page passes it to its screen. */
const currentKey = async (): Promise<string> => {
  const { json } = await office.admin.put(url, []);
  return json.error.details.key;
};

test('an order that names every series once is saved, with the part that changed in the trail', async () => {
  const [a = 0, b = 0, c = 0, d = 0] = await addManySeries(4);
  expect(await office.admin.put(url, [a, c, b, d])).toMatchObject({
    status: 200,
    json: { results: { success: true } },
  });
  expect(await order()).toEqual([a, c, b, d]);
  expect(await places()).toEqual([1, 2, 3, 4]);
  expect((await trail()).at(-1)).toMatchObject({
    entity: 'series',
    entity_id: 'order',
    action: 'series.reordered',
    actor: 'ada',
    before: { from: 2, ids: [b, c] },
    after: { from: 2, ids: [c, b] },
  });
});

test('the same order again is accepted, changes nothing and leaves no trace', async () => {
  const ids = await addManySeries(3);
  const before = (await trail()).length;
  expect((await office.admin.put(url, ids)).status).toBe(200);
  expect((await trail()).length).toBe(before);
});

test('an order with a missing, deleted or repeated series is refused with the differences', async () => {
  const [a = 0, b = 0, c = 0] = await addManySeries(3);
  const conflict = { added: [], removed: [], repeated: [], moved: null };
  const cases = [
    { body: [c, a], details: { ...conflict, added: [{ id: b, title: 'Series 2' }] } },
    { body: [c, b, a, 999], details: { ...conflict, removed: [999] } },
    { body: [c, b, a, c], details: { ...conflict, repeated: [c] } },
    { body: [c, b, b], details: { ...conflict, added: [{ id: a, title: 'Series 1' }], repeated: [b] } },
    { body: [], details: { added: [{ id: a }, { id: b }, { id: c }] } },
  ];
  for (const { body, details } of cases) {
    expect(await office.admin.put(url, body)).toMatchObject({
      status: 409,
      json: { error: { message: refused, details } },
    });
  }
  expect(await order()).toEqual([a, b, c]);
  expect((await trail()).filter((entry) => entry.action === 'series.reordered')).toEqual([]);
});

test('an order that is not a list of numbers is malformed', async () => {
  const ids = await addManySeries(2);
  for (const body of [ids.map(String), { sequence: ids }, [1.5], [0], null]) {
    expect((await office.admin.put(url, body)).status).toBe(400);
  }
});

test('an order that started from an outdated one is refused, naming who changed it and when', async () => {
  const [a = 0, b = 0, c = 0] = await addManySeries(3);
  const loaded = await currentKey();
  const ben = await office.signIn('ben', true);
  office.clock.set('2026-03-02T10:30:00Z');
  expect((await ben.put(`${url}?base=${loaded}`, [c, a, b])).status).toBe(200);
  const answer = await office.admin.put(`${url}?base=${loaded}`, [b, a, c]);
  expect(answer).toMatchObject({
    status: 409,
    json: { error: { message: refused, details: { moved: { name: 'ben', at: Date.UTC(2026, 2, 2, 10, 30) / 1000 } } } },
  });
  expect(await order()).toEqual([c, a, b]);
  const { key } = answer.json.error.details;
  expect((await office.admin.put(`${url}?base=${key}`, [b, a, c])).status).toBe(200);
  expect(await order()).toEqual([b, a, c]);
});

test('of several orders from the same start sent at once, one is saved and the others are refused', async () => {
  const [a = 0, b = 0, c = 0] = await addManySeries(3);
  const loaded = await currentKey();
  const wishes = [
    [c, b, a],
    [b, a, c],
    [c, a, b],
    [a, c, b],
  ];
  const answers = await Promise.all(wishes.map((wish) => office.admin.put(`${url}?base=${loaded}`, wish)));
  expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  expect(await order()).toEqual(wishes[answers.findIndex((answer) => answer.status === 200)]);
  expect(await places()).toEqual([1, 2, 3]);
});

test('orders sent at once without a start are saved one after the other, never mixed', async () => {
  const [a = 0, b = 0, c = 0] = await addManySeries(3);
  const wishes = [
    [c, b, a],
    [b, a, c],
    [c, a, b],
  ];
  const answers = await Promise.all(wishes.map((wish) => office.admin.put(url, wish)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(wishes).toContainEqual(await order());
  expect((await trail()).filter((entry) => entry.action === 'series.reordered')).toHaveLength(3);
});

test('an order sent while series are added and deleted is saved or refused, and places stay consecutive', async () => {
  const ids = await addManySeries(6);
  const reversed = ids.toReversed();
  const answers = await Promise.all([
    office.admin.put(url, reversed),
    office.admin.post('/api/v1/series', { title: 'Newcomer' }),
    office.admin.put(url, reversed),
    office.admin.delete(`/api/v1/series/${ids[2]}`),
    office.admin.put(url, reversed),
  ]);
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  expect([answers[1]?.status, answers[3]?.status]).toEqual([200, 200]);
  const now = await order();
  expect(await places()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(new Set(now)).toEqual(new Set([...ids.filter((id) => id !== ids[2]), answers[1]?.json.results.ser_idx]));
});

test('a series added meanwhile is refused by name, and accepted once it is in the order', async () => {
  const ids = await addManySeries(2);
  const newcomer = await addSeries('Newcomer');
  const answer = await office.admin.put(url, ids.toReversed());
  expect(answer.json.error.details.added).toEqual([{ id: newcomer, title: 'Newcomer' }]);
  const merged = [...ids.toReversed(), newcomer];
  expect((await office.admin.put(`${url}?base=${answer.json.error.details.key}`, merged)).status).toBe(200);
  expect(await order()).toEqual(merged);
});

test('fifteen hundred series are put in order by one request', async () => {
  await office.db
    .insertInto('series')
    .values(Array.from({ length: 1500 }, (_, n) => ({ title: `Series ${n + 1}`, position: n + 1 })))
    .execute();
  const wanted = (await order()).toReversed();
  expect((await office.admin.put(url, wanted)).status).toBe(200);
  expect(await order()).toEqual(wanted);
});
