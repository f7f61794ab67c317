import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { seriesDesk } from './series.fixture.ts';

let office: Office;
let ben: Person;
const desk = seriesDesk(() => office);
const { addManySeries, addManyLevels, order, levelOrder, trail } = desk;
beforeAll(async () => {
  office = await startOffice();
  ben = await office.signIn('ben', true);
});
afterAll(() => office.close());
beforeEach(desk.clear);

const reorder = async (ids: number[], who: Person = office.admin): Promise<number> =>
  (await who.put('/api/v1/series/difficulty', ids)).json.results.act_idx;
const rename = async (id: number, title: string, who: Person = office.admin): Promise<number> =>
  (await who.put(`/api/v1/series/${id}`, { title })).json.results.act_idx;
const titles = async (): Promise<string[]> =>
  (await office.admin.get('/api/v1/series')).json.results.map((row: { title: string }) => row.title);
const hasBens = {
  status: 409,
  json: { error: { code: 'undo.changed_since', message: expect.stringMatching(/^ben has changed this since/) } },
};

describe('A new order of series', () => {
  test('is undone as a whole, once, with a row of its own in the trail', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await addManySeries(4);
    const act = await reorder([a, d, b, c]);
    expect(await office.admin.undo(act)).toMatchObject({
      status: 200,
      json: { results: { success: true, back: 1, kept: 0 } },
    });
    expect(await order()).toEqual([a, b, c, d]);
    expect((await trail()).at(-1)).toMatchObject({
      entity_id: 'order',
      action: 'series.undone',
      before: { from: 2, ids: [d, b, c] },
      after: { from: 2, ids: [b, c, d] },
    });
    expect(await office.admin.undo(act)).toMatchObject({ status: 409, json: { error: { code: 'undo.already' } } });
  });

  test('that moved only a series that is gone since keeps nothing once it is undone', async () => {
    const [a = 0, b = 0] = await addManySeries(2);
    const act = await reorder([b, a]);
    const { ser_idx: c, act_idx: added } = (await office.admin.post('/api/v1/series', { title: 'Third' })).json.results;
    const moved = await reorder([b, c, a]);
    expect((await office.admin.undo(added)).status).toBe(200);
    expect((await office.admin.undo(moved)).status).toBe(200);
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await order()).toEqual([a, b]);
  });

  test('is undone around series that were added and deleted since, which stay as they are', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await addManySeries(4);
    const act = await reorder([d, c, b, a]);
    const late = await desk.addSeries('Late');
    await ben.delete(`/api/v1/series/${c}`);
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await order()).toEqual([a, b, d, late]);
    expect(await desk.places()).toEqual([1, 2, 3, 4]);
  });

  test('that somebody else changed since stays theirs, and the refusal says whose it is', async () => {
    const [a = 0, b = 0, c = 0] = await addManySeries(3);
    const act = await reorder([c, a, b]);
    await reorder([c, b, a], ben);
    expect(await office.admin.undo(act)).toMatchObject(hasBens);
    expect(await office.admin.get(`/api/v1/act/${act}`)).toMatchObject(hasBens);
    expect(await order()).toEqual([c, b, a]);
  });

  test('is undone beside a later one of other series, which is kept', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await addManySeries(4);
    const act = await reorder([b, a, c, d]);
    await reorder([b, a, d, c], ben);
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await order()).toEqual([a, b, d, c]);
  });

  test('can be undone after later ones were, the last one first', async () => {
    const [a = 0, b = 0, c = 0] = await addManySeries(3);
    const acts = [await reorder([b, a, c]), await reorder([c, b, a])];
    expect((await office.admin.undo(acts[0] ?? 0)).status).toBe(409);
    for (const act of acts.toReversed()) expect((await office.admin.undo(act)).status).toBe(200);
    expect(await order()).toEqual([a, b, c]);
  });

  test('that changes nothing is no act', async () => {
    const ids = await addManySeries(2);
    expect((await office.admin.put('/api/v1/series/difficulty', ids)).json.results).toEqual({ success: true });
  });

  test('asked for by two people at once is undone by one of them', async () => {
    const [a = 0, b = 0] = await addManySeries(2);
    const act = await reorder([b, a]);
    const answers = await Promise.all([office.admin.undo(act), ben.undo(act)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await order()).toEqual([a, b]);
  });
});

test('a new order of levels is undone, and its row names them as levels', async () => {
  const [series = 0] = await addManySeries(1);
  const [a = 0, b = 0] = await addManyLevels(series, 2);
  const { act_idx } = (await office.admin.put(`/api/v2/level/${series}`, { sequence: [b, a] })).json.results;
  expect((await office.admin.undo(act_idx)).status).toBe(200);
  expect(await levelOrder(series)).toEqual([a, b]);
  const [line] = (await office.admin.get(`/api/v1/audit/of/series/${series}`)).json.results.lines;
  expect(line).toMatchObject({ action: 'undone', undoable: false });
  expect(JSON.stringify(line.changes)).toContain('Level 1');
});

describe('A new title', () => {
  test('is undone from its notice or from the history', async () => {
    const [id = 0] = await addManySeries(1);
    const act = await rename(id, 'Lanterns');
    const [line] = (await office.admin.get(`/api/v1/audit/of/series/${id}`)).json.results.lines;
    expect(line).toMatchObject({ act, undoable: true, has_records: false });
    expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await titles()).toEqual(['Series 1']);
  });

  test('that somebody else changed since is kept, also if they came back to it', async () => {
    const [id = 0] = await addManySeries(1);
    const act = await rename(id, 'Lanterns');
    await rename(id, 'Boats', ben);
    expect(await office.admin.undo(act)).toMatchObject(hasBens);
    await rename(id, 'Lanterns', ben);
    expect(await office.admin.undo(act)).toMatchObject(hasBens);
    expect(await titles()).toEqual(['Lanterns']);
  });

  test('is not undone into one that another series has by now', async () => {
    const [id = 0] = await addManySeries(1);
    const act = await rename(id, 'Lanterns');
    await desk.addSeries('Series 1');
    expect(await office.admin.undo(act)).toMatchObject({
      status: 409,
      json: { error: { code: 'series.title_taken' } },
    });
    expect(await titles()).toEqual(['Lanterns', 'Series 1']);
  });

  test('is undone for a level too, and not for a deleted one', async () => {
    const [series = 0] = await addManySeries(1);
    const [level = 0] = await addManyLevels(series, 1);
    const put = async (title: string) =>
      (await office.admin.put(`/api/v1/level/${level}`, { title })).json.results.act_idx;
    expect((await office.admin.undo(await put('Beginner'))).status).toBe(200);
    const act = await put('Starter');
    await office.admin.delete(`/api/v1/level/${level}`);
    expect((await office.admin.undo(act)).status).toBeGreaterThanOrEqual(404);
  });
});

describe('A series', () => {
  const remove = async (id: number, seen?: string) =>
    office.admin.delete(`/api/v1/series/${id}${seen === undefined ? '' : `?seen=${encodeURIComponent(seen)}`}`);
  const levelsOf = async (id: number) =>
    (await office.admin.get(`/api/v1/level?ser_idx=${id}`)).json.results.map((row: { title: string }) => row.title);
  const lossesOf = async (id: number) => (await office.admin.get(`/api/v1/reference/series/${id}`)).json.results;

  test('that was deleted comes back at its place, with its levels in order and the ids of all', async () => {
    const [a = 0, b = 0, c = 0] = await addManySeries(3);
    const levels = await addManyLevels(b, 3);
    const { act_idx } = (await remove(b)).json.results;
    expect(await order()).toEqual([a, c]);
    expect(await office.admin.undo(act_idx)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0 } } });
    expect(await order()).toEqual([a, b, c]);
    expect(await levelOrder(b)).toEqual(levels);
    expect((await trail()).at(-1)).toMatchObject({ entity_id: String(b), action: 'series.undone' });
  });

  test('that came back leaves what was done to its levels before as easy to undo as it was', async () => {
    const series = await desk.addSeries('First');
    const [level = 0] = await addManyLevels(series, 1);
    const before = await levelsOf(series);
    const renamed = (await office.admin.put(`/api/v1/level/${level}`, { title: 'Renamed' })).json.results.act_idx;
    const { act_idx: gone } = (await remove(series)).json.results;
    expect((await office.admin.undo(gone)).status).toBe(200);
    expect((await office.admin.undo(renamed)).status).toBe(200);
    expect(await levelsOf(series)).toEqual(before);
  });

  test('that was deleted comes back at the end of a list that is shorter by now', async () => {
    const [a = 0, b = 0, c = 0] = await addManySeries(3);
    const { act_idx } = (await remove(c)).json.results;
    await remove(a);
    await office.admin.undo(act_idx);
    expect(await order()).toEqual([b, c]);
  });

  test('just added goes again with an undo, but stays once it has a level', async () => {
    const added = async (title: string) => (await office.admin.post('/api/v1/series', { title })).json.results;
    const first = await added('Lantern Street');
    expect(await office.admin.undo(first.act_idx)).toMatchObject({ status: 200 });
    expect(await titles()).toEqual([]);
    const second = await added('Lantern Street');
    await addManyLevels(second.ser_idx, 1);
    expect(await office.admin.undo(second.act_idx)).toMatchObject({
      status: 409,
      json: { error: { code: 'error.losses' } },
    });
    expect(await titles()).toEqual(['Lantern Street']);
  });

  test('says in figures what is deleted with it, and stays if that has changed by the time this is confirmed', async () => {
    const [id = 0] = await addManySeries(1);
    expect(await lossesOf(id)).toMatchObject({ figures: [] });
    await addManyLevels(id, 2);
    const { figures, seen } = await lossesOf(id);
    expect(figures).toEqual(['2 levels are deleted too.']);
    await office.admin.post('/api/v1/level', { ser_idx: id, title: 'Late' });
    expect(await remove(id, seen)).toMatchObject({
      status: 409,
      json: { error: { code: 'error.losses', details: { figures: ['3 levels are deleted too.'] } } },
    });
    expect(await remove(id, (await lossesOf(id)).seen)).toMatchObject({ status: 200 });
  });

  test('that is not named by a number has no figures', async () => {
    expect(await office.admin.get('/api/v1/reference/series/x')).toMatchObject({ status: 400 });
  });

  test('keeps a level that was deleted at its old place once the deletion is undone', async () => {
    const [id = 0] = await addManySeries(1);
    const [one = 0, two = 0, three = 0] = await addManyLevels(id, 3);
    const before = await levelsOf(id);
    const { act_idx } = (await office.admin.delete(`/api/v1/level/${two}`)).json.results;
    expect(await levelOrder(id)).toEqual([one, three]);
    expect(await office.admin.undo(act_idx)).toMatchObject({ status: 200 });
    expect(await levelOrder(id)).toEqual([one, two, three]);
    expect(await levelsOf(id)).toEqual(before);
  });

  test('that is gone does not get its level back', async () => {
    const [id = 0] = await addManySeries(1);
    const [level = 0] = await addManyLevels(id, 1);
    const { act_idx } = (await office.admin.delete(`/api/v1/level/${level}`)).json.results;
    await remove(id);
    expect(await office.admin.undo(act_idx)).toMatchObject({ status: 404 });
  });
});
