import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { cursorsIn, eventsIn, type Heard, listenTo } from '#test/event-client.ts';

const offices: Office[] = [];
const addresses: string[] = [];
let office: Office;
let key: string;
beforeAll(async () => {
  for (const _ of [1, 2]) {
    const [beside] = offices;
    const one = await startOffice({ jobs: true, ...(beside && { beside }) });
    offices.push(one);
    addresses.push(await one.server.listen({ port: 0, host: '127.0.0.1' }));
  }
  [office] = offices as [Office];
  key = (await makeKey()).key;
});
afterAll(async () => {
  for (const one of offices.toReversed()) await one.close();
});

const makeKey = async (body: object = {}): Promise<{ key: string; key_idx: number }> =>
  (await office.admin.post('/api/v1/api_key', { name: 'City portal', scope: 'read', ...body })).json.results;

const follow = (query = '?from=now', { at = addresses[0], last = '', by = key } = {}) =>
  listenTo(`${at}/portal/v1/changes${query}`, { last, headers: { authorization: `Bearer ${by}` } });

/** The events a reader receives for these acts. A series added at the end marks that nothing else will follow. */
async function heardOf(act: () => Promise<unknown>, query?: string): Promise<string[]> {
  const heard = await follow(query);
  await act();
  const { ser_idx } = (await office.admin.post('/api/v1/series', { title: `End ${crypto.randomUUID()}` })).json.results;
  await expect.poll(() => eventsIn(heard).at(-1)).toEqual({ kind: 'series', id: String(ser_idx) });
  heard.leave();
  return eventsIn(heard)
    .slice(0, -1)
    .map(({ kind, id }) => `${kind} ${id}`);
}

const done = async (answer: Promise<{ status: number; body: string }>) => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(body);
};

const books = (published: boolean, ...bids: string[]) =>
  done(office.admin.put('/api/v1/book', { selection: { ids: bids }, published }));

let isbn = 500;
const addBook = (bid: string) =>
  done(office.admin.post('/api/v1/book', { books: [bookRow(isbn++, { bid })], create_missing: true }));

describe('The stream of a portal', () => {
  test('reports changes in the terms of a portal, in order, and nothing internal', async () => {
    const { admin } = office;
    const made = async (url: string, body: object): Promise<number[]> =>
      Object.values((await admin.post(url, body)).json.results);
    const ids: Record<string, number | undefined> = {};
    const heard = await heardOf(async () => {
      [ids['series']] = await made('/api/v1/series', { title: 'Told' });
      await made('/api/v1/level', { ser_idx: ids['series'], title: 'One' });
      [ids['category']] = await made('/api/v1/category', { title: 'Told' });
      [ids['group']] = await made('/api/v1/age_group', { title: 'Told' });
      await addBook('told');
      await books(true, 'told');
      await done(admin.put('/api/v1/roadmap', { target_group: ids['group'], target_row: 0, bids: ['told'] }));
      const item = { gui_id: 'told', title: 'Item', link_title: 'Item', start: '1', length: '2' };
      await done(admin.form('/api/v1/extra/series_guide', item));
      await done(admin.post('/api/v1/collection', { cid: 'told', title: 'Told', is_public: 'O' }));
      const { cidx } = (await admin.get('/api/v5/collection/told')).json.results.collection;
      await done(admin.put('/api/v1/collection/advertisement', { cidx, adsOn: true }));
      await done(admin.put('/api/v1/setting/book.import_maintenance', { value: false }));
      await makeKey();
      await made('/api/v1/customer', { cust_id: 'TOLD', name: 'Told' });
      await office.signIn('carla', true);
    });
    expect(new Set(heard)).toEqual(
      new Set([
        `series ${ids['series']}`,
        `category ${ids['category']}`,
        `age_group ${ids['group']}`,
        // Imported rows are reported as a change of many, even if there is only one.
        'series null',
        'book null',
        'book told',
        `roadmap ${ids['group']}`,
        'series_guide told',
        'collection told',
        'advertised null',
      ]),
    );
    expect(heard.indexOf('book told')).toBeLessThan(heard.indexOf(`roadmap ${ids['group']}`));
  });

  test('reports a book while it is published, and once more when it no longer is', async () => {
    const { admin } = office;
    const change = (title: string) => done(admin.put('/api/v1/book/shy', { title }));
    const word = (text: string) => done(admin.form('/api/v1/book/shy/word', { word: text }));
    await addBook('shy');
    const of = async (act: () => Promise<unknown>) => (await heardOf(act)).filter((one) => one === 'book shy').length;
    expect(await of(() => change('A draft'))).toBe(0);
    expect(await of(() => word('draft'))).toBe(0);
    expect(await of(() => books(true, 'shy'))).toBe(1);
    expect(await of(() => change('Known'))).toBe(1);
    expect(await of(() => word('known'))).toBe(1);
    expect(await of(() => books(false, 'shy'))).toBe(1);
    expect(await of(() => change('A draft again'))).toBe(0);
    await books(true, 'shy');
    expect(await of(() => done(admin.form('/book/delete/shy', {})))).toBe(1);
    await addBook('shy');
    expect(await of(() => done(admin.form('/book/delete/shy', {})))).toBe(0);
  });

  test('reports a collection while it is public, and once more when it is private or deleted', async () => {
    const { admin } = office;
    const of = async (act: () => Promise<unknown>) =>
      (await heardOf(act)).filter((one) => one === 'collection secret').length;
    const change = (body: object) => done(admin.put('/api/v5/collection/secret', body));
    const remove = async () => {
      const { cidx } = (await admin.get('/api/v5/collection/secret')).json.results.collection;
      await done(admin.delete('/api/v5/collection/secret', { cidx }));
    };
    expect(await of(() => done(admin.post('/api/v1/collection', { cid: 'secret', title: 'Secret' })))).toBe(0);
    expect(await of(() => change({ title: 'Still secret' }))).toBe(0);
    expect(await of(() => change({ is_public: 'O' }))).toBe(1);
    expect(await of(() => change({ title: 'Known' }))).toBe(1);
    expect(await of(() => change({ is_public: 'X' }))).toBe(1);
    expect(await of(() => change({ title: 'Secret again' }))).toBe(0);
    await change({ is_public: 'O' });
    expect(await of(remove)).toBe(1);
  });

  test('has only the kinds that are asked for, and refuses unknown ones', async () => {
    const { admin } = office;
    const act = () => done(admin.post('/api/v1/category', { title: crypto.randomUUID() }));
    expect(await heardOf(act, '?from=now&kinds=series')).toEqual([]);
    expect(await heardOf(act, '?from=now&kinds=category,series')).toHaveLength(1);
    const { answer } = await follow('?kinds=staff');
    expect(answer.status).toBe(400);
  });

  test('requires a key with the read scope', async () => {
    expect((await follow('', { by: 'lib_unknown' })).answer.status).toBe(401);
    const redeemer = await makeKey({ scope: 'redeem' });
    expect((await follow('', { by: redeemer.key })).answer.status).toBe(403);
  });

  test('says that a place is gone, and a reader can then follow from now', async () => {
    const gone = await follow('', { last: '00000000-7' });
    expect(gone.answer.status).toBe(410);
    const anew = await follow('?from=now');
    await expect.poll(() => cursorsIn(anew).length).toBeGreaterThan(0);
    anew.leave();
  });

  test('ends when its key is revoked, at any instance, and other keys continue', async () => {
    const { key_idx, key: mine } = await makeKey();
    const heard = await Promise.all(addresses.map((at) => follow('?from=now', { at, by: mine })));
    const other = await follow('?from=now');
    await done(office.admin.delete(`/api/v1/api_key/${key_idx}`));
    // Takes a second on an idle machine.
    for (const one of heard) await expect.poll(() => one.ended).toBe(true);
    expect((await follow('', { by: mine })).answer.status).toBe(401);
    expect(other.ended).toBe(false);
    other.leave();
  });

  test('ends when its key expires', async () => {
    const now = office.clock.now().getTime() / 1000;
    const { key: brief } = await makeKey({ expires_at: now + 60 });
    const heard = await follow('?from=now', { by: brief });
    office.clock.advance(60_000);
    await expect.poll(() => heard.ended).toBe(true);
  });
});

// The long tests use a hundred thousand; see CONTRIBUTING.md.
const count = process.env['TEST_LONG'] ? 100_000 : 4000;

/** Keeps reading at one instance or another, disconnecting again and again in the middle of an event. */
async function readRestlessly(instances: number, last: string): Promise<string[]> {
  const found: string[] = [];
  let cursor = last;
  while (found.length < count) {
    const heard: Heard = await follow('', { at: addresses[Math.floor(Math.random() * instances)], last: cursor });
    const patience = Math.random() * 400;
    const wanted = found.length + Math.random() * 3000;
    for (let ms = 0; ms < patience && !heard.ended; ms += 10) {
      await sleep(10);
      if (found.length + (heard.text.match(/^data/gm)?.length ?? 0) >= wanted) break;
    }
    heard.leave();
    // A truncated event does not count: its id is not yet the reader's position.
    const text = heard.text.slice(0, heard.text.lastIndexOf('\n\n') + 2);
    found.push(...eventsIn({ text }).map(({ kind, id }) => `${kind} ${id}`));
    cursor = cursorsIn({ text }).at(-1) ?? cursor;
  }
  return found;
}

test.each([
  ['one instance', 1],
  ['two instances', 2],
])(`a reader reconnecting at random to %s gets ${count} changes once each, in order`, async (_, instances) => {
  const start = await follow('?from=now');
  await expect.poll(() => cursorsIn(start).length).toBeGreaterThan(0);
  start.leave();
  const [last = ''] = cursorsIn(start);
  const reading = readRestlessly(instances, last);
  const each = 20;
  const writers = offices.slice(0, instances).flatMap((one) => [one, one]);
  await Promise.all(
    writers.map(async ({ app }, writer) => {
      for (let n = writer; n < count / each; n += writers.length) {
        await app.work.write(systemCaller('test'), async (ctx) => {
          for (let m = 0; m < each; m++) ctx.changed('series', n * each + m);
        });
      }
    }),
  );
  const committed = await office.db
    .selectFrom('change')
    .select(['kind', 'id'])
    .where('change_idx', '>', Number(last.split('-')[1]))
    .orderBy('change_idx')
    .execute();
  expect(committed).toHaveLength(count);
  expect(await reading).toEqual(committed.map(({ kind, id }) => `${kind} ${id}`));
});
