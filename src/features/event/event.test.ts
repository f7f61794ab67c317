import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import type { EventBody } from './event.contract.ts';
import { eventBody } from './event.factory.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const start = '2026-03-02T09:00:00Z';
const now = Date.parse(start) / 1000;
const url = '/api/v1/event';

beforeEach(async () => {
  office.clock.set(start);
  for (const table of ['registration', 'event', 'code', 'collection', 'collection_cid', 'audit', 'change'] as const)
    await office.db.deleteFrom(table).execute();
  for (const cid of ['C1', 'C2']) await office.admin.post('/api/v1/collection', { cid, title: `Title of ${cid}` });
  await office.db.deleteFrom('audit').execute();
});

const add = async (n: number, over: EventBody = {}): Promise<number> => {
  const { json } = await office.admin.post(url, eventBody(n, over));
  return json.results?.event_idx;
};
const get = async (id: number) => (await office.admin.get(`${url}/${id}`)).json.results;
const put = (id: number, body: object) => office.admin.put(`${url}/${id}`, body);
const pause = (id: number, body: object) => office.admin.put(`${url}/${id}/pause`, body);
const join = (code: string, learner_id: string) => office.admin.post('/api/v1/code/redeem', { code, learner_id });
const trail = () =>
  office.db.selectFrom('audit').select(['entity_id', 'action', 'before', 'after']).orderBy('audit_idx').execute();
const codes = async () =>
  (await office.db.selectFrom('code').select('code').orderBy('code').execute()).map((row) => row.code);

async function props(address: string, headers = {}) {
  const { status, body } = await office.admin.get(address, headers);
  expect(status).toBe(200);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}

describe('An event', () => {
  test('is added with its code in capitals and without dashes, with an audit row', async () => {
    const id = await add(1, { code: ' summ-er26-abcd ' });
    expect(await get(id)).toMatchObject({
      name: 'Event 1',
      cid: 'C1',
      collection: 'Title of C1',
      code: 'SUMMER26ABCD',
      participants: 0,
      status: 'in_progress',
      version: 1,
      updated_by: 'ada',
    });
    expect(await trail()).toMatchObject([
      {
        entity_id: String(id),
        action: 'event.created',
        after: { code: 'SUMMER26ABCD', until: '2026-03-03T09:00:00Z' },
      },
    ]);
  });

  test('has its code as it was chosen; a call is warned of one that readers or spreadsheets take for another', async () => {
    const { json } = await office.admin.post(url, { ...eventBody(1), code: 'summer0o1i26' });
    expect(json.results.warnings).toEqual([
      { field: 'code', message: 'Easily misread: 0, O, 1, I. People type 0 for O and 1 for I or L.' },
    ]);
    const path = `${url}/${json.results.event_idx}`;
    expect((await office.admin.get(path)).json.results.code).toBe('SUMMER0O1I26');
    const numbered = (await office.admin.put(path, { code: '5234329933E5' })).json.results;
    expect(numbered.warnings).toMatchObject([{ field: 'code' }]);
    expect((await office.admin.put(path, { code: 'SUNNYDAYS234' })).json.results).not.toHaveProperty('warnings');
    expect((await office.admin.put(path, { name: 'Sunny' })).json.results).not.toHaveProperty('warnings');
  });

  test('needs only its name, collection, code and times', async () => {
    const { name, cid, code, from, until } = eventBody(1);
    const { json } = await office.admin.post(url, { name, cid, code, from, until });
    expect(await get(json.results.event_idx)).toMatchObject({ length: 0, participant_limit: 0, group: '' });
  });

  test.each(['', 'ABCDEFGHJKM', 'ABCDEFGHJKMNP', 'ÄBCDEFGHJKMN', 'ABCDEFGHJKM!'])(
    'with the invalid code “%s” is refused',
    async (code) => {
      const message = 'A code has exactly 12 characters: A–Z and 0–9.';
      expect(await office.admin.post(url, eventBody(1, { code }))).toMatchObject({
        status: 400,
        json: { error: { fields: { code: message } } },
      });
      expect(await trail()).toEqual([]);
    },
  );

  test.each([
    ['an end before its beginning', { until: now - 7200 }, 422, 'until'],
    ['an unknown collection', { cid: 'NOPE' }, 422, 'cid'],
    ['a forced expiry before its end', { forced_expire: true, forced_expired_date: now }, 422, 'forced_expired_date'],
    ['a negative limit', { participant_limit: -1 }, 400, 'participant_limit'],
    ['no name', { name: ' ' }, 400, 'name'],
  ])('with %s is refused at that field', async (_what, over, status, field) => {
    const answer = await office.admin.post(url, eventBody(1, over));
    expect(answer).toMatchObject({ status, json: { error: { fields: { [field]: expect.any(String) } } } });
    expect(await codes()).toEqual([]);
  });

  test('has a unique code, even when two are added at the same moment', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => office.admin.post(url, eventBody(n, { code: 'AAAABBBBCCCC' }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error).toMatchObject({
      message: 'The Code is duplicate',
      fields: { code: 'The Code is duplicate' },
    });
    await office.db.insertInto('code').values({ code: 'DDDDEEEEFFFF', issued_at: now }).execute();
    expect((await office.admin.post(url, eventBody(4, { code: 'ddddeeeeffff' }))).status).toBe(409);
  });

  test('is changed in some fields, once; repeating it leaves no trace', async () => {
    const id = await add(1);
    expect(await put(id, { name: 'Fair', group: '' })).toMatchObject({
      json: { results: { success: true, version: 2 } },
    });
    expect(await put(id, { name: 'Fair' })).toMatchObject({ status: 200, json: { results: { version: 2 } } });
    expect((await trail()).slice(1)).toMatchObject([
      { action: 'event.updated', before: { name: 'Event 1', group: 'Spring' }, after: { name: 'Fair', group: '' } },
    ]);
  });

  test('gets another code as long as nobody has joined; the old one is free again', async () => {
    const id = await add(1);
    await put(id, { code: 'NEWCODE00001' });
    expect(await codes()).toEqual(['NEWCODE00001']);
    expect((await join('NEWCODE00001', 'mia')).status).toBe(200);
    for (const [body, message] of [
      [{ code: 'NEWCODE00002' }, 'Readers have joined with this code, so it cannot be changed.'],
      [{ cid: 'C2' }, 'Readers have joined this event, so its collection cannot be changed.'],
    ] as const)
      expect(await put(id, body)).toMatchObject({ status: 409, json: { error: { message } } });
    expect((await put(id, { code: 'newcode00001', cid: 'C1', name: 'Still' })).status).toBe(200);
  });

  test('can have no limit below its participants, but none at all, or exactly as many', async () => {
    const id = await add(1);
    await join('EVENT0000001', 'mia');
    await join('EVENT0000001', 'noa');
    expect(await put(id, { participant_limit: 1 })).toMatchObject({
      status: 422,
      json: { error: { message: '2 readers have joined already: the limit cannot be lower.' } },
    });
    expect((await put(id, { participant_limit: 2 })).status).toBe(200);
    expect((await put(id, { participant_limit: 0 })).status).toBe(200);
  });

  test('with forced expiry ends its registrations a week later by default', async () => {
    const id = await add(1, { forced_expire: true });
    expect(await get(id)).toMatchObject({ forced_expired_date: eventBody(1).until + 7 * 86_400 });
    await put(id, { forced_expired_date: eventBody(1).until + 60 });
    expect(await get(id)).toMatchObject({ forced_expired_date: eventBody(1).until + 60 });
    await put(id, { forced_expire: false });
    expect(await get(id)).toMatchObject({ forced_expire: false, forced_expired_date: 0 });
  });

  test('changed over a newer version is refused with who saved it', async () => {
    const id = await add(1);
    await put(id, { name: 'Mine', version: 1 });
    for (const answer of [await put(id, { name: 'Yours', version: 1 }), await pause(id, { paused: true, version: 1 })])
      expect(answer).toMatchObject({ status: 409, json: { error: { code: 'error.stale', details: { name: 'ada' } } } });
  });

  test('moved to another collection at that moment is neither changed over it nor unknown to who joins', async () => {
    const id = await add(1);
    const { cidx } = await office.db
      .selectFrom('collection')
      .select('cidx')
      .where('cid', '=', 'C2')
      .executeTakeFirstOrThrow();
    const move = (trx: Office['db']) =>
      trx.updateTable('event').set({ cidx, version: 2 }).where('event_idx', '=', id).execute();
    const calls = [() => put(id, { name: 'Mine', version: 1 }), () => join('EVENT0000001', 'mia')];
    expect(await whileLocked(office.db, move, calls)).toMatchObject([
      { status: 409, json: { error: { code: 'error.stale' } } },
      { status: 200, json: { results: { cid: 'C2' } } },
    ]);
  });

  test('is paused and resumed; the act is undone from the notice, but not once the event has changed', async () => {
    const id = await add(1);
    const { act_idx } = (await pause(id, { paused: true })).json.results;
    expect(await get(id)).toMatchObject({ paused: true, status: 'canceled' });
    expect((await pause(id, { paused: true })).json.results).toMatchObject({ act_idx: null, version: 2 });
    expect((await office.admin.get(`/api/v1/act/${act_idx}`)).json.results).toMatchObject({
      undo: { back: 1, kept: 0 },
    });
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await get(id)).toMatchObject({ paused: false, status: 'in_progress' });
    expect((await trail()).map(({ action }) => action)).toEqual(['event.created', 'event.paused', 'event.undone']);
    const again = (await pause(id, { paused: true })).json.results.act_idx;
    await pause(id, { paused: false });
    expect((await office.admin.undo(again)).json.results).toMatchObject({ back: 0, kept: 1 });
    const { lines } = (await office.admin.get(`/api/v1/audit/of/event/${id}`)).json.results;
    expect(lines[0]).toMatchObject({ action: 'undone' });
    expect(lines.map(({ action }: { action: string }) => action)).toContain('paused');
  });

  test('paused twice stays paused when the first pause is undone; undone in turn, it goes on', async () => {
    const id = await add(1);
    const first = (await pause(id, { paused: true })).json.results.act_idx;
    await pause(id, { paused: false });
    const second = (await pause(id, { paused: true })).json.results.act_idx;
    const undo = async (act: number) => (await office.admin.undo(act)).json.results;
    expect((await office.admin.get(`/api/v1/act/${first}`)).json.results.undo).toMatchObject({ back: 0, kept: 1 });
    expect(await undo(first)).toMatchObject({ back: 0, kept: 1 });
    expect(await get(id)).toMatchObject({ paused: true });
    expect(await undo(second)).toMatchObject({ back: 1, kept: 0 });
    const third = (await pause(id, { paused: true })).json.results.act_idx;
    const fourth = (await pause(id, { paused: false })).json.results.act_idx;
    expect(await undo(fourth)).toMatchObject({ back: 1, kept: 0 });
    expect(await undo(third)).toMatchObject({ back: 1, kept: 0 });
    expect(await get(id)).toMatchObject({ paused: false });
  });

  test('has its earlier values restored from its history, its times too', async () => {
    const id = await add(1);
    await put(id, { name: 'Fair', until: now + 10 * 86_400, forced_expire: true });
    const [newest] = (await office.admin.get(`/api/v1/audit/of/event/${id}`)).json.results.lines;
    const { audit_idx } = newest;
    expect((await office.admin.put(`/api/v1/audit/of/event/${id}/restore`, { audit_idx })).status).toBe(200);
    const { until } = eventBody(1);
    expect(await get(id)).toMatchObject({ name: 'Event 1', until, forced_expire: false, forced_expired_date: 0 });
  });

  test('is deleted once, together with its code; not while it has participants', async () => {
    const [empty, joined] = [await add(1), await add(2)];
    await join('EVENT0000002', 'mia');
    expect(await office.admin.delete(`${url}/${empty}`)).toMatchObject({ json: { results: { success: true } } });
    expect(await office.admin.delete(`${url}/${empty}`)).toMatchObject({ status: 404 });
    expect(await office.admin.delete(`${url}/${joined}`)).toMatchObject({
      status: 409,
      json: { error: { message: 'Event participant cannot delete this event' } },
    });
    expect(await codes()).toEqual(['EVENT0000002']);
  });

  test('has the sentence of the catalogue in the question before it is deleted, in the words of the reader', async () => {
    const joined = await add(2);
    await join('EVENT0000002', 'mia');
    const referring = async (query = '') => (await office.admin.get(`/api/v1/reference/event/${joined}${query}`)).json;
    expect(await referring()).toMatchObject({
      results: { count: 1, refusals: ['Event participant cannot delete this event'] },
    });
    expect((await referring('?lang=ko')).results.refusals).toEqual(['참여자가 있는 이벤트는 삭제할 수 없습니다']);
  });

  test('keeps its collection from being deleted, and the refusal names it', async () => {
    await add(1);
    const answer = await office.admin.delete('/api/v5/collection/C1', {});
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.json.error)).toContain('Event 1');
  });
});

describe('The list of events', () => {
  beforeEach(async () => {
    await add(1, { name: 'Summer fair', participant_limit: 1 });
    await add(2, { name: 'Autumn fair', from: now + 3600, until: now + 7200, group: 'Autumn', cid: 'C2' });
    await add(3, { name: 'Old fair', from: now - 7200, until: now - 3600, group: '' });
    await pause(await add(4, { name: '가을 축제' }), { paused: true });
    await join('EVENT0000001', 'mia');
  });
  const names = async (query: string): Promise<string[]> =>
    (await props(`/event?sort=name&${query}`)).found.rows.map(({ name }: { name: string }) => name);

  test.each([
    ['status=waiting', ['Autumn fair']],
    ['status=in_progress', ['Summer fair']],
    ['status=completed', ['Old fair']],
    ['status=canceled', ['가을 축제']],
    ['group=Autumn', ['Autumn fair']],
    ['places=full', ['Summer fair']],
    ['places=free&status=waiting', ['Autumn fair']],
    ['search_val=fair+summer', ['Summer fair']],
    ['search_val=event-0000-003', ['Old fair']],
    ['search_val=가을', ['가을 축제']],
    ['search_val=nothing', []],
    ['status=nonsense&search_val=FAIR', ['Autumn fair', 'Old fair', 'Summer fair']],
  ])('under %s shows the right events', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('has the rows of a pasted list of codes, and names the others', async () => {
    const list = 'event-0000-003,EVENT0000001\nEVENT0000009';
    const { found } = await props(`/event?sort=name&${new URLSearchParams({ search_val: list })}`);
    expect(found.rows.map(({ name }: { name: string }) => name)).toEqual(['Old fair', 'Summer fair']);
    expect(found).toMatchObject({ total: 2, missing: ['EVENT0000009'] });
    expect((await props('/event?search_val=fair+summer')).found).not.toHaveProperty('missing');
  });

  test('are also asked for by the English name of their status, and by no other', async () => {
    const of = async (status: string) => office.admin.get(`${url}?${new URLSearchParams({ status })}`);
    const found = async (status: string) => (await of(status)).json.results.map(({ name }: { name: string }) => name);
    expect(await found('In progress')).toEqual(['Summer fair']);
    expect(await found('Canceled')).toEqual(['가을 축제']);
    expect(await found('')).toHaveLength(4);
    expect(await of('nonsense')).toMatchObject({
      status: 400,
      json: { error: { fields: { status: expect.any(String) } } },
    });
  });

  test('offers the groups in use, and is in the same order as the API call', async () => {
    expect((await props('/event')).choices.groups).toEqual(['Autumn', 'Spring']);
    const { results, total } = (await office.admin.get(`${url}?sort=until.desc&size=25`)).json;
    expect(total).toBe(4);
    expect(results[0]).toMatchObject({ name: '가을 축제', status: 'canceled' });
  });

  test('is exported as it is filtered and sorted, in office time', async () => {
    const { body } = await office.admin.get('/event/export?search_val=fair&sort=name');
    const lines = body.trim().split(/\r?\n/);
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe(
      'Summer fair,EVENT0000001,C1,Title of C1,In progress,2026-03-02 17:00,2026-03-03 18:00,30,,1,1,Spring',
    );
  });

  test('is in the finder by name and by code, and the start page shows what is full or ends soon', async () => {
    for (const text of ['summer', 'EVENT-0000-001'])
      expect(JSON.stringify((await office.admin.get(`/api/v1/search?text=${text}`)).json)).toContain('Summer fair');
    const { body } = await office.admin.get('/');
    expect(body).toShow('1 running event is full');
    expect(body).toShow('1 event ends within 14 days');
  });
});

describe('The clock', () => {
  const statusAt = async (id: number, time: string) => {
    office.clock.set(time);
    // The earlier session would have expired by then.
    const admin = await office.signIn('ada', true);
    return (await admin.get(`${url}/${id}`)).json.results.status;
  };

  test.each([
    ['Asia/Seoul', '2026-06-01T00:00:00+09:00', '2026-06-02T00:00:00+09:00'],
    ['America/New_York', '2026-03-08T00:00:00-05:00', '2026-03-09T00:00:00-04:00'],
    ['Europe/Istanbul', '2026-06-01T00:00:00+03:00', '2026-06-02T00:00:00+03:00'],
  ])('in %s lets an event begin with its first second and end with its last', async (_zone, from, until) => {
    const seconds = (time: string) => Date.parse(time) / 1000;
    const id = await add(1, { from: seconds(from), until: seconds(until) });
    const before = (time: string) => new Date(Date.parse(time) - 1).toISOString();
    expect(await statusAt(id, before(from))).toBe('waiting');
    expect(await statusAt(id, from)).toBe('in_progress');
    expect(await statusAt(id, before(until))).toBe('in_progress');
    expect(await statusAt(id, until)).toBe('completed');
  });
});

describe('Undo', () => {
  const undo = (act: number) => office.admin.undo(act);

  test('takes a new event away with its code, unless somebody has joined', async () => {
    const made = async (n: number) => (await office.admin.post(url, eventBody(n))).json.results;
    const [one, two] = [await made(1), await made(2)];
    await join((await get(two.event_idx)).code, 'L1');
    expect((await undo(one.act_idx)).status).toBe(200);
    expect((await office.admin.get(`${url}/${one.event_idx}`)).status).toBe(404);
    expect(await codes()).toHaveLength(1);
    expect((await undo(two.act_idx)).status).toBe(409);
  });

  test('brings a deleted event back under its number, with its code; not when another event has the code', async () => {
    const id = await add(1, { participant_limit: 7, group: 'Fair' });
    await pause(id, { paused: true });
    const event = await get(id);
    const remove = async () => (await office.admin.delete(`${url}/${id}`)).json.results.act_idx;
    expect((await undo(await remove())).status).toBe(200);
    expect(await get(id)).toEqual(event);
    expect((await join(event.code, 'L1')).status).toBe(422);
    const act = await remove();
    await add(2, { code: event.code });
    expect((await undo(act)).status).toBe(409);
    expect(await codes()).toEqual([event.code]);
  });
});
