import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowOf } from '#features/home/home.fixture.ts';
import type { AssistantRight } from '#kernel/work/actor.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { assistantDesk, connectAssistant, listen, rowsOf, type TestAssistant } from './assistant.fixture.ts';

let office: Office;
let origin = '';
let jun: Person;
let one: TestAssistant;
let sequence = 0;
let ser_idx = 0;
const opened: TestAssistant[] = [];
const desk = assistantDesk(
  () => office,
  () => origin,
);
const connect = async (may: readonly AssistantRight[], by?: Person) => {
  const assistant = await desk.connect(may, by);
  opened.push(assistant);
  return assistant;
};

beforeAll(async () => {
  office = await startOffice();
  origin = await listen(office);
  jun = await office.signIn('jun', true);
});
beforeEach(async () => {
  office.clock.advance(60_000);
  await office.db.deleteFrom('approval').execute();
  await rules({});
  ser_idx = must(await office.admin.post('/api/v1/series', { title: `Series ${++sequence}` })).ser_idx;
  one ??= await connect(['read', 'propose']);
});
afterAll(async () => {
  for (const assistant of opened) await assistant.close();
  await office.close();
});

const off = { release: false, codes_above: null, records_above: null, prices: false, delete_collection: false };
async function rules(value: object) {
  const stored = JSON.stringify({ ...off, proposals: false, ...value });
  await office.db
    .insertInto('setting')
    .values({ key: 'second_person', value: stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
    .execute();
}
const renamed = (title: string) => ({ params: { ser_idx }, body: { title } });
const rename = async (title = `Renamed ${sequence}`, by = one): Promise<number> =>
  (await by.propose('PUT /api/v1/series/{ser_idx}', renamed(title))).proposal;
const apply = (by: Person, proposal: number, version = 1) => by.post(`/api/v1/proposal/${proposal}/apply`, { version });
const read = async (proposal: number) => must(await office.admin.get(`/api/v1/proposal/${proposal}`));
const titleOf = async () =>
  must(await office.admin.get('/api/v1/series')).find((row: { ser_idx: number }) => row.ser_idx === ser_idx)?.title;

describe('The key of an assistant', () => {
  test('opens its door and nothing else, and no other key opens it', async () => {
    const authorization = `Bearer ${one.key}`;
    const answers = await Promise.all([
      office.stranger.get('/api/v1/series', { authorization }),
      office.stranger.get('/portal/v1/books', { authorization }),
      office.stranger.post('/portal/v1/redeem', {}, { authorization }),
      office.stranger.get('/portal/v1/opds', { authorization }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 403]);
    const { key } = must(await office.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'read' }));
    const knock = (headers: Record<string, string>) => office.stranger.post('/mcp', {}, headers);
    expect((await knock({ authorization: `Bearer ${key}` })).status).toBe(403);
    expect((await knock({})).status).toBe(401);
    expect((await office.admin.post('/mcp', {})).status).toBe(401);
    expect((await knock({ authorization, origin: 'https://evil.example' })).status).toBe(403);
  });

  test('has rights, which other keys do not have', async () => {
    const make = (body: object) => office.admin.post('/api/v1/api_key', { name: 'Helper', ...body });
    expect((await make({ scope: 'assistant' })).json.error.code).toBe('apikey.may_of_assistants');
    expect((await make({ scope: 'read', may: ['read'] })).json.error.code).toBe('apikey.may_of_assistants');
    expect((await make({ scope: 'assistant', may: ['write'] })).status).toBe(400);
  });

  test('shows and allows only the tools that its rights allow', async () => {
    const reader = await connect(['read']);
    const { tools } = await reader.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual('find read_record list history figures calendar docs'.split(' '));
    for (const [name, given] of [
      ['propose', { operation: 'POST /api/v1/series', body: { title: 'X' }, why: 'x' }],
      ['why_code_failed', { code: 'ABCD' }],
      ['learner', { ref: 'kim' }],
      ['statement', { cust_idx: 1 }],
    ] as const)
      expect((await reader.use(name, given)).error.code).toBe('assistant.missing_right');
    expect((await one.use('read_record', { kind: 'event', id: '1' })).error.code).toBe('assistant.missing_right');
    await expect(reader.client.callTool({ name: 'write', arguments: {} })).rejects.toThrow('no such tool');
  });

  test('speaks for nobody once its person is no administrator any more', async () => {
    const kim = await office.signIn('kim', true);
    const helper = await connect(['read'], kim);
    await office.db.updateTable('staff').set({ is_admin: false }).where('staff_id', '=', 'kim').execute();
    await expect(helper.use('list', { kind: 'series' })).rejects.toThrow('no longer an administrator');
  });

  test('has its key replaced by its own person: the old one opens nothing, and its proposals stay its own', async () => {
    const kim = await office.signIn('kim', true);
    await office.db.updateTable('staff').set({ is_admin: true }).where('staff_id', '=', 'kim').execute();
    const helper = await connect(['read', 'propose'], kim);
    const { proposal } = await helper.propose('POST /api/v1/category', { body: { title: 'Of the old key' } });
    const url = `/api/v1/api_key/${helper.keyIdx}/replace`;
    expect((await office.admin.post(url, {})).json.error.code).toBe('apikey.not_own');
    expect((await kim.post(url, { expires_at: 1 })).json.error.code).toBe('apikey.expired_already');
    const portal = must(await kim.post('/api/v1/api_key', { name: 'Portal', scope: 'read' }));
    const refused = await kim.post(`/api/v1/api_key/${portal.key_idx}/replace`, {});
    expect(refused.json.error.code).toBe('apikey.not_replaced');
    expect((await kim.post('/api/v1/api_key/999/replace', {})).status).toBe(404);

    const { key } = must(await kim.post(url, {}));
    await expect(helper.use('proposals')).rejects.toThrow();
    const renewed = await connectAssistant(origin, { key, keyIdx: helper.keyIdx });
    const { proposals } = await renewed.use('proposals');
    expect(proposals.map(({ prop_idx: idx }: { prop_idx: number }) => idx)).toContain(proposal);
    const rows = await office.db.selectFrom('audit').selectAll().where('entity', '=', 'api_key').execute();
    const [row] = rows
      .filter(({ entity_id: id }) => id === String(helper.keyIdx))
      .toSorted((a, b) => b.audit_idx - a.audit_idx);
    expect([row?.action, row?.actor, Object(row?.after).prefix]).toEqual(['api_key.updated', 'kim', key.slice(0, 10)]);
    expect(JSON.stringify(rows)).not.toContain(key);
    await renewed.close();
  });

  test('is used sixty times a minute at most, whichever instance answers', async () => {
    const other = await startOffice({ beside: office });
    try {
      const busy = await connect(['read']);
      const headers = { authorization: `Bearer ${busy.key}`, accept: 'application/json, text/event-stream' };
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list', arguments: { kind: 'series' } },
      };
      const use = (at: Office) => at.stranger.post('/mcp', body, headers);
      for (let n = 0; n < 60; n++) expect((await use(n % 2 ? office : other)).status).toBe(200);
      const refused = await use(other);
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      office.clock.advance(60_000);
      expect((await use(other)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

describe('What may be proposed', () => {
  test.each([
    'POST /api/v1/staff',
    'PUT /api/v1/staff/{staff_idx}',
    'POST /api/v1/api_key',
    'PUT /api/v1/setting/{key}',
    'POST /api/v1/proposal/{prop_idx}/apply',
    'POST /api/v1/approval/{appr_idx}/approve',
    'POST /api/v1/code/batch/{cg_idx}/link',
    'POST /api/v1/learner/{ref}/erase',
    'POST /api/v1/import',
    'POST /login',
    'GET /api/v1/series',
  ])('is not %s', async (operation) => {
    const full = await connect(['read', 'codes', 'learners', 'propose']);
    const { error } = await full.use('propose', { operation, params: {}, body: {}, why: 'x' });
    expect(error.code).toBe('assistant.unknown_change');
  });

  test('is nothing behind a path that leads elsewhere, and nothing about codes without that right', async () => {
    const to = async (cid: string) =>
      (
        await one.use('propose', {
          operation: 'PUT /api/v5/collection/{cid}/contents',
          params: { cid },
          body: {},
          why: 'x',
        })
      ).error.code;
    expect([await to('..'), await to('.'), await to('')]).toEqual(Array(3).fill('assistant.params'));
    const pause = {
      operation: 'PUT /api/v1/event/{event_idx}/pause',
      params: { event_idx: 1 },
      body: { paused: true },
    };
    expect((await one.use('propose', { ...pause, why: 'x' })).error.code).toBe('assistant.missing_right');
  });

  test('answers the error of the call, and that nothing would change', async () => {
    const bad = await one.use('propose', { operation: 'POST /api/v1/series', body: { title: '' }, why: 'x' });
    expect(bad.error).toMatchObject({ code: 'invalid.input', fields: { title: expect.any(String) } });
    const same = { operation: 'PUT /api/v1/series/{ser_idx}', ...renamed(`Series ${sequence}`), why: 'x' };
    expect((await one.use('propose', same)).error.code).toBe('approval.nothing_changes');
    expect(must(await office.admin.get('/api/v1/proposal')).rows).toEqual([]);
  });
});

describe('A proposal', () => {
  test('is applied only as it was seen: if it would do something else, the new plan takes its place', async () => {
    const proposal = await rename();
    must(await jun.put(`/api/v1/series/${ser_idx}`, { title: `Jun's ${sequence}` }));
    const stale = await apply(office.admin, proposal);
    expect([stale.status, stale.json.error.code]).toEqual([409, 'error.approval_changed']);
    expect(await titleOf()).toBe(`Jun's ${sequence}`);
    const { version, plan } = await read(proposal);
    expect([version, plan.conflicts]).toEqual([
      2,
      [{ kind: 'Series', id: String(ser_idx), title: `Jun's ${sequence}` }],
    ]);
    expect((await apply(office.admin, proposal, 1)).json.error.code).toBe('approval.stale');
    must(await apply(office.admin, proposal, 2));
    expect(await titleOf()).toBe(`Renamed ${sequence}`);
  });

  test('is applied once, by however many at a time, and again by nobody', async () => {
    const proposal = await rename();
    const answers = await Promise.all([apply(office.admin, proposal), apply(jun, proposal), apply(jun, proposal)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await apply(jun, proposal)).json.error.code).toBe('approval.was_applied');
    const rows = await office.db.selectFrom('audit').selectAll().where('assistant', '=', 'Catalogue helper').execute();
    expect(rows.filter(({ entity, entity_id: id }) => entity === 'series' && id === String(ser_idx))).toHaveLength(1);
  });

  test('stands in the inbox of its person, and is sent back with a sentence that the assistant reads', async () => {
    const proposal = await rename();
    expect(await rowOf(office.admin, 'approval.tasks_proposed')).toBeDefined();
    expect(await rowOf(jun, 'approval.tasks_proposed')).toBeUndefined();
    must(await jun.post(`/api/v1/proposal/${proposal}/return`, { text: 'Ask Minji first.' }));
    expect(await titleOf()).toBe(`Series ${sequence}`);
    const { status, message, decided_by } = await one.use('proposals', { proposal });
    expect({ status, message, decided_by }).toEqual({
      status: 'returned',
      message: 'Ask Minji first.',
      decided_by: 'jun',
    });
    // Nobody goes on with it: its input is not stored any longer.
    const { call } = await office.db
      .selectFrom('approval')
      .select('call')
      .where('appr_idx', '=', proposal)
      .executeTakeFirstOrThrow();
    expect(call).toMatchObject({ body: null });
    expect((await jun.get(`/approval/${proposal}`)).status).toBe(200);
    expect((await one.use('withdraw', { proposal })).status).toBe('withdrawn');
  });

  test('is withdrawn by its assistant or its person, and seen by no other assistant', async () => {
    const [first, second] = [await rename('First'), await rename('Second')];
    const other = await connect(['read', 'propose']);
    expect((await other.use('proposals')).proposals).toEqual([]);
    for (const name of ['proposals', 'withdraw'])
      expect((await other.use(name, { proposal: first })).error.code).toBe('approval.not_found');
    expect((await jun.delete(`/api/v1/proposal/${first}`)).status).toBe(403);
    must(await office.admin.delete(`/api/v1/proposal/${first}`));
    expect((await one.use('withdraw', { proposal: second })).status).toBe('withdrawn');
    expect((await apply(office.admin, second)).json.error.code).toBe('approval.was_withdrawn');
  });

  test('stays when its key is revoked, and its person decides', async () => {
    const leaving = await connect(['read', 'propose']);
    const proposal = await rename('After all', leaving);
    must(await office.admin.delete(`/api/v1/api_key/${leaving.keyIdx}`));
    await expect(leaving.use('proposals')).rejects.toThrow();
    must(await apply(office.admin, proposal));
    expect(await titleOf()).toBe('After all');
    expect((await read(proposal)).assistant).toBe('Catalogue helper');
  });

  test('is one of ten at most that wait, and is the same if it is proposed twice', async () => {
    const all: number[] = [];
    for (let n = 0; n < 10; n++) all.push(await rename(`Title ${n}`));
    expect(await rename('Title 0')).toBe(all[0]);
    const more = { operation: 'PUT /api/v1/series/{ser_idx}', ...renamed('Eleven'), why: 'x' };
    expect((await one.use('propose', more)).error.code).toBe('approval.too_many_open');
    must(await office.admin.delete(`/api/v1/proposal/${all[0]}`));
    await rename('Eleven');
  });

  test('needs another person than the assistant’s where the office wants that, or another rule does', async () => {
    await rules({ proposals: true });
    const proposal = await rename();
    expect(await rowOf(jun, 'approval.tasks_proposed')).toBeDefined();
    expect((await apply(office.admin, proposal)).json.error.code).toBe('approval.own');
    expect(await titleOf()).toBe(`Series ${sequence}`);
    must(await apply(jun, proposal));

    await rules({ prices: true });
    const cid = `P${sequence}`;
    must(await office.admin.post('/api/v1/collection', { cid, title: 'Priced' }));
    const prices = [{ currency: 'KRW', price: '9900', subscription_period: 30 }];
    const priced = await one.propose('PUT /api/v5/collection/{cid}', { params: { cid }, body: { prices } });
    expect((await read(priced.proposal)).needs).toBe('prices');
    expect((await apply(office.admin, priced.proposal)).json.error.code).toBe('approval.own');
    must(await apply(jun, priced.proposal));
  });

  test('falls under a rule that was turned on after it was made', async () => {
    const proposal = await rename();
    await rules({ proposals: true });
    expect((await apply(office.admin, proposal)).json.error.code).toBe('approval.own');
    expect(await titleOf()).toBe(`Series ${sequence}`);
  });

  test('writes nothing but itself', async () => {
    const before = await rowsOf(office);
    await rename();
    await one.propose('POST /api/v1/category', { body: { title: 'Never' } });
    expect(await rowsOf(office)).toEqual(before);
  });

  test('stands on the page of its assistant, with what became of it and the limits', async () => {
    const helper = await connect(['read', 'propose']);
    const proposal = await rename('For the page', helper);
    const page = async () => office.admin.get(`/assistant/${helper.keyIdx}`);
    expect((await page()).body).toContain(`/approval/${proposal}`);
    must(await office.admin.post(`/api/v1/proposal/${proposal}/return`, { text: 'Ask Minji first.' }));
    const { status, body } = await page();
    expect(status).toBe(200);
    for (const text of ['Assistant of ada', 'Sent back by ada', 'Ask Minji first.', '0 of 10'])
      expect(body).toContain(text);
    const { key_idx } = must(await office.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'read' }));
    expect((await office.admin.get(`/assistant/${key_idx}`)).status).toBe(404);
  });
});
