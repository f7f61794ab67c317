import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { assistantDesk, listen, rowsOf, type TestAssistant } from './assistant.fixture.ts';

let office: Office;
let origin = '';
let one: TestAssistant;
const desk = assistantDesk(
  () => office,
  () => origin,
);
const codes = codeDesk(() => office);
const releases = releaseDesk(() => office);
const known = {
  ser_idx: 0,
  lev_idx: 0,
  cat_idx: 0,
  cidx: 0,
  cust_idx: 0,
  grp_idx: 0,
  rel_idx: 0,
  cg_idx: 0,
  event_idx: 0,
};

beforeAll(async () => {
  office = await startOffice();
  origin = await listen(office);
  const { ser_idx } = must(await office.admin.post('/api/v1/series', { title: 'First readers' }));
  must(await office.admin.post('/api/v1/level', { ser_idx, title: 'Level 1' }));
  must(await office.admin.post('/api/v1/book', { books: [1, 2, 3, 4].map((n) => bookRow(n)) }));
  const { cidx } = must(await office.admin.post('/api/v1/collection', { cid: 'FIRST', title: 'First steps' }));
  const { lev_idx } = await office.db.selectFrom('level').select('lev_idx').executeTakeFirstOrThrow();
  must(await office.admin.post('/api/v1/level', { ser_idx, title: 'Level 2' }));
  const { cat_idx } = must(await office.admin.post('/api/v1/category', { title: 'Tales' }));
  must(await office.admin.post('/api/v1/book', { books: [bookRow(9, { title: 'A double' })] }));
  await sql`update book set title = title || ' ' where bid = 'B4'`.execute(office.db);
  const cust_idx = await codes.addCustomer('ACME');
  const { age_group: grp_idx } = must(await office.admin.post('/api/v1/age_group', { title: 'Ages 6 to 8' }));
  const rel_idx = await releases.release('Winter');
  const cg_idx = await codes.addBatch({ cust_idx, cidx, title: 'Autumn' });
  await codes.issue(cg_idx, 3);
  const from = Math.floor(office.clock.now().getTime() / 1000);
  const event = { name: 'Reading week', code: 'READ-WEEK-2026', from, until: from + 86_400, cid: 'FIRST' };
  const { event_idx } = must(await office.admin.post('/api/v1/event', event));
  Object.assign(known, { ser_idx, lev_idx, cat_idx, cidx, cust_idx, grp_idx, rel_idx, cg_idx, event_idx });
  one = await desk.connect(['read', 'codes', 'learners', 'propose']);
});
afterAll(async () => {
  await one.close();
  await office.close();
});

type Steps = () => Promise<{ operation: string; params?: object; query?: object; body?: object }>;

/** What staff ask of an assistant, each a script of tool calls that ends in a proposal. */
const tasks: Record<string, Steps> = {
  'rename a series that is found by its title': async () => {
    const { found } = await one.use('find', { text: 'First readers' });
    expect(found.some(({ label }: { label: string }) => label === 'First readers')).toBe(true);
    return {
      operation: 'PUT /api/v1/series/{ser_idx}',
      params: { ser_idx: known.ser_idx },
      body: { title: 'First readers, new' },
    };
  },
  'add a level to a series': async () => {
    await one.use('read_record', { kind: 'levels_of_series', id: String(known.ser_idx) });
    return { operation: 'POST /api/v1/level', body: { ser_idx: known.ser_idx, title: 'Level 9' } };
  },
  'add a category': async () => {
    await one.use('list', { kind: 'categories' });
    return { operation: 'POST /api/v1/category', body: { title: 'Poems' } };
  },
  'write the summary that a book lacks': async () => {
    const { results, readiness } = await one.use('read_record', { kind: 'book', id: 'B1' });
    expect(readiness.summary ?? '').toBe('');
    const { version } = results[0];
    return { operation: 'PUT /api/v1/book/{bid}', params: { bid: 'B1' }, body: { summary: 'A lantern.', version } };
  },
  'give four books an age group': async () => {
    const { results } = await one.use('figures', { report: 'all-books' });
    const ids = results.map(({ bid }: { bid: string }) => bid);
    const change = { grp_idx: known.grp_idx };
    return { operation: 'PUT /api/v1/book/change', body: { selection: { ids }, change } };
  },
  'publish two books': async () => ({ operation: 'PUT /api/v1/book', body: { bids: ['B1', 'B2'] } }),
  'set the price of a collection': async () => {
    await one.use('read_record', { kind: 'collection', id: 'FIRST' });
    const prices = [{ currency: 'KRW', price: '9900', subscription_period: 30 }];
    return { operation: 'PUT /api/v5/collection/{cid}', params: { cid: 'FIRST' }, body: { prices } };
  },
  'put books into a collection': async () => {
    const { results } = await one.use('read_record', { kind: 'book', id: 'B3' });
    const add = [{ content_type: 'book', content_idx: results[0].bidx }];
    return {
      operation: 'PUT /api/v5/collection/{cid}/contents',
      params: { cid: 'FIRST' },
      body: { add, reason: 'It was missing' },
    };
  },
  'plan a row of a roadmap': async () => {
    const rows = await one.use('read_record', { kind: 'roadmap', id: String(known.grp_idx) });
    expect(rows.error).toBeUndefined();
    const body = { target_group: known.grp_idx, target_row: 0, bids: ['B1', 'B2'] };
    return { operation: 'PUT /api/v1/roadmap', body };
  },
  'put a change into a release': async () => {
    await one.use('calendar', { since: '2026-03-01', until: '2026-03-31' });
    const body = { kind: 'book', id: 'B1', values: { title: 'A winter book' } };
    return { operation: 'PUT /api/v1/release/{rel_idx}/change', params: { rel_idx: known.rel_idx }, body };
  },
  'note something about a customer': async () => {
    await one.use('statement', { cust_idx: known.cust_idx });
    const params = { cust_idx: known.cust_idx };
    return { operation: 'PUT /api/v1/customer/{cust_idx}', params, body: { memo: 'Bills in May.' } };
  },
  'pause an event': async () => {
    await one.use('read_record', { kind: 'event', id: String(known.event_idx) });
    const params = { event_idx: known.event_idx };
    return { operation: 'PUT /api/v1/event/{event_idx}/pause', params, body: { paused: true } };
  },
  'extend codes of a batch that a customer asked about': async () => {
    await one.use('read_record', { kind: 'code_batch', id: String(known.cg_idx) });
    const body = { filter: { cg_idx: known.cg_idx }, valid_until: '2026-12-31' };
    return { operation: 'POST /customer/code/update/valid_until', body };
  },
  'rename a level': async () => {
    const { readiness } = await one.use('read_record', { kind: 'levels_of_series', id: String(known.ser_idx) });
    expect(readiness).toMatchObject({ books: 5, ready: 0, lacks: { cover: 5 } });
    const params = { lev_idx: known.lev_idx };
    return { operation: 'PUT /api/v1/level/{lev_idx}', params, body: { title: 'Level one' } };
  },
  'rename a category': async () => {
    await one.use('list', { kind: 'categories' });
    return {
      operation: 'PUT /api/v1/category/{cat_idx}',
      params: { cat_idx: known.cat_idx },
      body: { title: 'Old tales' },
    };
  },
  'delete a book that is there twice': async () => {
    const { found } = await one.use('find', { text: 'A double' });
    expect(found.length).toBeGreaterThan(0);
    return { operation: 'DELETE /api/v1/book', body: { selection: { ids: ['B9'] } } };
  },
  'add a customer': async () => {
    await one.use('list', { kind: 'customers' });
    return { operation: 'POST /api/v1/customer', body: { cust_id: 'NEW', name: 'A new school' } };
  },
  'show readers a collection that lacks only texts': async () => {
    const { readiness } = await one.use('read_record', { kind: 'collection', id: 'FIRST' });
    expect(readiness).toMatchObject({ public: false, lacks: expect.arrayContaining(['texts_ko']) });
    return { operation: 'PUT /api/v5/collection/{cid}', params: { cid: 'FIRST' }, body: { is_public: 'O' } };
  },
  'rename an event that still has places': async () => {
    const { readiness } = await one.use('read_record', { kind: 'event', id: String(known.event_idx) });
    expect(readiness).toMatchObject({ open: true, places_left: null, collection: { public: false } });
    const params = { event_idx: known.event_idx };
    return { operation: 'PUT /api/v1/event/{event_idx}', params, body: { name: 'Reading weeks' } };
  },
  'fix what the workbench finds in titles': async () => ({
    operation: 'POST /api/v1/fault/{fault}/fix',
    params: { fault: 'blank_ends' },
    body: { all: true },
  }),
};

describe('A task of staff, as a script of tools', () => {
  test.each(Object.entries(tasks))('%s: planned, applied by a person, undone whole', async (_, steps) => {
    const [before, content] = [await rowsOf(office), await rowsOf(office, 'content')];
    const { operation, ...given } = await steps();
    const { input, body } = await one.use('list_changes', { operation });
    expect(input ?? body).toBeDefined();
    const { proposal, href, plan } = await one.propose(operation, given);
    expect(await rowsOf(office)).toEqual(before);
    expect(plan.changes.length).toBeGreaterThan(0);
    expect(href).toBe(`/approval/${proposal}`);

    const { version, why } = must(await office.admin.get(`/api/v1/proposal/${proposal}`));
    expect(why).toBe('It was asked for.');
    const { status, json } = await office.admin.post(`/api/v1/proposal/${proposal}/apply`, { version });
    expect([status, json.error]).toEqual([200, undefined]);
    expect(await rowsOf(office, 'content')).not.toEqual(content);
    const trail = await office.db
      .selectFrom('audit')
      .select(['actor', 'assistant', 'approved_by', 'act_idx'])
      .where('entity', 'not in', ['approval', 'api_key'])
      .where('assistant', 'is not', null)
      .orderBy('audit_idx', 'desc')
      .limit(1)
      .execute();
    expect(trail).toMatchObject([{ actor: 'ada', assistant: 'Catalogue helper', approved_by: 'ada' }]);

    const undone = await office.admin.undo(json.results.act_idx ?? trail[0]?.act_idx);
    expect([undone.status, undone.json.error]).toEqual([200, undefined]);
    expect(await rowsOf(office, 'content')).toEqual(content);
  });
});

describe('What goes beyond one record', () => {
  beforeEach(() => office.clock.advance(60_000));
  const applied = async (operation: string, given: object) => {
    const before = await rowsOf(office);
    const { proposal, plan } = await one.propose(operation, given);
    expect(await rowsOf(office)).toEqual(before);
    const { version } = must(await office.admin.get(`/api/v1/proposal/${proposal}`));
    return { plan, results: must(await office.admin.post(`/api/v1/proposal/${proposal}/apply`, { version })) };
  };
  test('an act is taken back, and of codes only by a key that may see them', async () => {
    const { act_idx } = must(await office.admin.put(`/api/v1/category/${known.cat_idx}`, { title: 'A mistake' }));
    const act =
      act_idx ??
      (await office.db.selectFrom('audit').select('act_idx').orderBy('audit_idx', 'desc').executeTakeFirstOrThrow())
        .act_idx;
    await applied('POST /api/v1/act/{act_idx}/undo', { params: { act_idx: act } });
    const { title } = await office.db
      .selectFrom('category')
      .select('title')
      .where('cat_idx', '=', known.cat_idx)
      .executeTakeFirstOrThrow();
    expect(title).toBe('Tales');
    const body = { filter: { cg_idx: known.cg_idx }, valid_until: '2027-01-31' };
    const ofCodes = must(await office.admin.post('/customer/code/update/valid_until', body)).act_idx;
    const reader = await desk.connect(['read', 'propose']);
    const undo = { operation: 'POST /api/v1/act/{act_idx}/undo', params: { act_idx: ofCodes }, why: 'x' };
    expect((await reader.use('propose', undo)).error.code).toBe('assistant.missing_right');
    await reader.close();
  });

  test('the undo of a change of a setting is proposed by no assistant', async () => {
    for (const value of [true, false])
      must(await office.admin.put('/api/v1/setting/book.import_maintenance', { value }));
    const { act_idx } = await office.db
      .selectFrom('audit')
      .select('act_idx')
      .where('entity', '=', 'setting')
      .where('act_idx', 'is not', null)
      .orderBy('audit_idx', 'desc')
      .executeTakeFirstOrThrow();
    const undo = { operation: 'POST /api/v1/act/{act_idx}/undo', params: { act_idx }, why: 'x' };
    expect((await one.use('propose', undo)).error.code).toBe('error.not_proposable');
  });

  test('a release is applied, and its undo takes it back', async () => {
    const rel_idx = await releases.release('Spring');
    must(
      await office.admin.put(`/api/v1/release/${rel_idx}/change`, {
        kind: 'book',
        id: 'B2',
        values: { title: 'A spring book' },
      }),
    );
    const content = await rowsOf(office, 'content');
    const { results } = await applied('POST /api/v1/release/{rel_idx}/apply', { params: { rel_idx } });
    const titleOf = async () =>
      (await office.db.selectFrom('book').select('title').where('bid', '=', 'B2').executeTakeFirstOrThrow()).title;
    expect(await titleOf()).toBe('A spring book');
    must(await office.admin.undo(results.act_idx));
    expect(await titleOf()).not.toBe('A spring book');
    expect((await rowsOf(office, 'content'))['book']).toEqual(content['book']);
  });

  test('a leaked batch gets new codes', async () => {
    const { cust_idx, cidx } = known;
    const cg_idx = await codes.addBatch({ cust_idx, cidx, title: 'Leaked' });
    await codes.issue(cg_idx, 3);
    const params = { cg_idx };
    const { plan } = await applied('POST /api/v1/code/batch/{cg_idx}/leak', {
      params,
      body: { memo: 'It is on a forum' },
    });
    expect(plan.changes.length).toBeGreaterThan(0);
    const rows = await office.db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx).execute();
    expect(rows.length).toBe(6);
  });
});
