import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { redeemDesk } from '../registration.fixture.ts';

let office: Office;
let event: number;
let codes: string[];
const desk = redeemDesk(() => office);
const day = 86_400_000;

beforeAll(async () => {
  office = await startOffice();
  await desk.addCollection('C1');
  event = await desk.addEvent(1, { length: 1 });
  codes = await desk.issueCodes(3, { length: 0 });
  for (const learner of ['mia', 'noa']) await desk.redeem('EVENT0000001', learner);
  await desk.redeem(codes[0] ?? '', 'mia');
  await desk.redeem(codes[1] ?? '', 'eli');
  const isSecond = office.db.updateTable('code').where('code', '=', codes[1] ?? '');
  await isSecond.set({ is_canceled: 1_772_442_000 }).execute();
});
afterAll(() => office.close());

async function props(address: string) {
  const { status, body } = await office.admin.get(address);
  expect(status).toBe(200);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}
/** The page of an address, which leads to the one that names no learner. */
async function led(address: string): Promise<string> {
  const { status, headers } = await office.admin.get(address);
  return status === 303 ? String(headers.location) : address;
}
const learners = async (query: string): Promise<string[]> =>
  (await props(await led(`/registration?sort=registered&${query}`))).found.rows.map(
    ({ learner_id }: { learner_id: string }) => learner_id,
  );
const cidx = async (cid: string) => (await office.admin.get(`/api/v5/collection/${cid}`)).json.results.collection.cidx;

describe('The list of registrations', () => {
  test('shows who has which collection, by what and until when, the newest first', async () => {
    const { rows, total } = (await props('/registration')).found;
    expect(total).toBe(4);
    expect(rows[0]).toMatchObject({
      learner_id: 'eli',
      code: codes[1],
      customer: 'Name of CUST-0',
      status: 'canceled',
    });
    expect(rows[1]).toMatchObject({ learner_id: 'mia', collection: 'Title of of-0', expires_at: 0, status: 'active' });
    expect(rows[3]).toMatchObject({ learner_id: 'mia', event: 'Event 1', event_idx: event, code: null });
  });

  test('has the rows of a pasted list of learner IDs and codes, and names the others', async () => {
    const [one = '', two = ''] = codes;
    const grouped = (code: string) => code.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ');
    const list = async (search_val: string) =>
      props(await led(`/registration?${new URLSearchParams({ search_val, sort: 'registered', kind: 'code' })}`));
    expect((await list(`eli, kim\n${one.toLowerCase()}`)).found).toMatchObject({
      rows: [{ learner_id: 'mia', code: one }, { learner_id: 'eli' }],
      total: 2,
      missing: ['kim'],
    });
    const { found } = await list(`${grouped(one)} ${grouped(two)}`);
    expect(found).toMatchObject({ rows: [{ code: one }, { code: two }], missing: [] });
    expect((await list('noa kim')).found).toMatchObject({ total: 0, missing: ['noa', 'kim'] });
    const { body } = await office.admin.get('/registration/export?search_val=noa%0akim');
    expect(body.match(/^(?:noa|mia|eli|kim),/gm)).toEqual(['noa,']);
  });

  test('is narrowed by learner, collection, event, way and state', async () => {
    expect(await learners('learner_id=mia')).toEqual(['mia', 'mia']);
    expect(await learners('search_val=noa')).toEqual(['noa']);
    expect(await learners(`search_val=${codes[0]?.toLowerCase().replace(/(.{4})/g, '$1-')}`)).toEqual(['mia']);
    expect(await learners(`cidx=${await cidx('C1')}`)).toEqual(['mia', 'noa']);
    expect(await learners(`event_idx=${event}`)).toEqual(['mia', 'noa']);
    expect(await learners('kind=code')).toEqual(['mia', 'eli']);
    expect(await learners('kind=event&learner_id=mia')).toEqual(['mia']);
    expect(await learners('status=canceled')).toEqual(['eli']);
    expect(await learners('status=canceled&kind=event')).toEqual([]);
    expect(await learners(`status=active&cidx=${await cidx('C1')}`)).toEqual(['mia', 'noa']);
    expect(await learners('status=nonsense&learner_id=m')).toEqual([]);
  });

  test('never has a learner or a search in its address, nor in the links on it', async () => {
    const { location = '' } = (await office.admin.get('/registration?learner_id=mia&kind=event&lang=ko')).headers;
    expect(location).toMatch(/^\/registration\?learner_id=[\w-]{22,}&kind=event&lang=ko$/);
    const { query, typed, found } = await props(String(location));
    expect(found.rows).toMatchObject([{ learner_id: 'mia' }]);
    expect(typed.learner_id).toBe('mia');
    expect(query.learner_id).toBe(new URLSearchParams(String(location).split('?')[1]).get('learner_id'));
    const { body } = await office.admin.get(String(location));
    expect(body).not.toMatch(/(?:href|action)="[^"]*\bmia\b/);
    const answer = await office.admin.post('/api/v1/registration/address', {
      learner_id: 'mia',
      search_val: 'noa, kim',
    });
    expect(answer.json.results.learner_id).toBe(query.learner_id);
    const both = new URLSearchParams({ search_val: answer.json.results.search_val });
    expect((await props(`/registration?${both}`)).found).toMatchObject({
      rows: [{ learner_id: 'noa' }],
      missing: ['kim'],
    });
    const sheet = await office.admin.get(`/registration/export?learner_id=${query.learner_id}&kind=event`);
    expect(sheet.body.match(/^(?:noa|mia),/gm)).toEqual(['mia,']);
    expect(await learners('learner_id=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toEqual([]);
  });

  test('is saved as a view with the ID itself, which an erasure finds, and opened without it', async () => {
    const { results } = (await office.admin.post('/api/v1/registration/address', { learner_id: 'mia' })).json;
    const view = { list: '/registration', name: 'Mia', query: results };
    const { view_idx } = (await office.admin.post('/api/v1/view', view)).json.results;
    const stored = office.db.selectFrom('saved_view').select('query').where('view_idx', '=', view_idx);
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ query: { learner_id: 'mia' } });
    await office.admin.post(`/api/v1/view/${view_idx}/reader`, { staff_id: 'ada' });
    const { views } = await props('/registration');
    expect(views.saved).toMatchObject([{ name: 'Mia', query: results, count: 2 }]);
    expect((await office.admin.get('/')).body).toContain(`/registration?learner_id=${results.learner_id}`);
    await office.admin.delete(`/api/v1/view/${view_idx}`);
  });

  test('is narrowed by days of the office and by the customer of the codes, and so is its sheet', async () => {
    expect(await learners('since=2026-03-02&until=2026-03-02')).toEqual(['mia', 'noa', 'mia', 'eli']);
    expect(await learners('until=2026-03-01')).toEqual([]);
    expect(await learners('since=2026-03-03')).toEqual([]);
    expect(await learners('cust_idx=1')).toEqual(['mia', 'eli']);
    expect(await learners('since=2026-03-02&book=none')).toEqual([]);
    const { body } = await office.admin.get('/registration/export?since=2026-03-02&cust_idx=1&sort=registered');
    const lines: string[] = body.trim().split(/\r?\n/).slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['mia', 'eli']);
  });

  test('has as many as it says, whatever has ended today', async () => {
    const queries = ['', 'status=active', 'status=expired', 'kind=event', 'kind=code', 'status=active&kind=event'];
    const counted = async () => {
      const pages = await Promise.all(queries.map((query) => props(`/registration?${query}`)));
      for (const { found } of pages) expect(found.total).toBe(found.rows.length);
      const { builtIn } = pages[0].views;
      expect(builtIn.map(({ count }: { count?: number }) => count)).toEqual([
        undefined,
        pages[1].found.total,
        pages[3].found.total,
      ]);
      return pages.map(({ found }) => found.total);
    };
    expect(await counted()).toEqual([4, 3, 0, 2, 2, 2]);
    office.clock.advance(day - 1000);
    office.admin = await office.signIn('ada', true);
    expect(await counted()).toEqual([4, 3, 0, 2, 2, 2]);
    office.clock.advance(1000);
    expect(await counted()).toEqual([4, 1, 2, 2, 2, 0]);
    office.clock.advance(-day);
    office.admin = await office.signIn('ada', true);
  });

  test('shows what has ended', async () => {
    office.clock.advance(day / 3);
    expect(await learners('status=expired')).toEqual([]);
    const ended = office.clock.now().getTime() / 1000;
    const joined = office.db.updateTable('registration').where('learner_id', '=', 'noa');
    await joined.set({ expires_at: ended }).execute();
    expect(await learners('status=expired')).toEqual(['noa']);
    expect(await learners('status=active')).toEqual(['mia', 'mia']);
  });

  test('is exported with the last end there is, in the year 10000 in Seoul', async () => {
    const sheet = async () => (await office.admin.get('/registration/export?learner_id=noa')).body;
    const ends = (at: number) =>
      office.db.updateTable('registration').where('learner_id', '=', 'noa').set({ expires_at: at }).execute();
    const [{ expires_at: before } = { expires_at: 0 }] = await office.db
      .selectFrom('registration')
      .select('expires_at')
      .where('learner_id', '=', 'noa')
      .execute();
    await ends(253_402_300_799);
    expect(await sheet()).toContain(',10000-01-01 08:59,Active');
    await ends(before);
    expect(await sheet()).not.toContain('10000');
  });

  test('is exported as it is filtered and sorted', async () => {
    const { body, headers } = await office.admin.get('/registration/export?learner_id=mia');
    expect(headers['x-total-count']).toBe('2');
    expect(body.trim().split(/\r?\n/).slice(1)).toEqual([
      `mia,of-0,Title of of-0,${codes[0]},,Name of CUST-0,2026-03-02 18:00,,Active`,
      'mia,C1,Title of C1,,Event 1,,2026-03-02 18:00,2026-03-03 18:00,Active',
    ]);
  });

  test('says the last day of what ends with a day, in the list and in its sheet', async () => {
    const ofMia = office.db
      .updateTable('registration')
      .where('learner_id', '=', 'mia')
      .where('event_idx', 'is not', null);
    await ofMia.set({ expires_at: Date.parse('2026-03-04T00:00:00+09:00') / 1000 }).execute();
    expect((await office.admin.get('/registration/export?learner_id=mia&kind=event')).body).toShow(
      ',2026-03-03 23:59,',
    );
    const { body } = await office.admin.get(await led('/registration?learner_id=mia&kind=event'));
    expect(body).toShow('>Mar 3, 2026<');
  });

  test("is part of the page of an event, and of this week's figures on the start page", async () => {
    const { participants } = await props(`/event/${event}/participants`);
    expect(participants.rows.map(({ learner_id }: { learner_id: string }) => learner_id)).toEqual(['noa', 'mia']);
    expect((await office.admin.get('/')).body).toShow('registrations');
  });

  test('is where the finder leads from a learner', async () => {
    const found = async (text: string) => (await office.admin.get(`/api/v1/search?text=${text}`)).json.results;
    const href = expect.stringMatching(/^\/learner\/[\w-]+$/);
    const mia = { label: 'mia', detail: '', href, kind: 'Reader', icon: 'people', acts: [] };
    expect(await found('mia')).toEqual([mia]);
    expect(await found('mi')).toEqual([mia]);
    expect(await found('ia')).toEqual([]);
    expect(await learners('learner_id=mia')).toEqual(['mia', 'mia']);
  });

  test('keeps a collection from being deleted, naming the learners', async () => {
    const answer = await office.admin.delete('/api/v5/collection/of-0', {});
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.json.error)).toContain('mia');
    const of = (await office.admin.get(`/api/v1/reference/code/${codes[0]}`)).json.results;
    expect(of).toMatchObject({ count: 1, first: [{ label: 'mia', kind: 'Registration' }] });
  });
});

test('A learner whose ID has a blank is found as a whole, before those of its parts', async () => {
  expect(await learners('search_val=mia+noa')).toEqual(['mia', 'noa', 'mia']);
  await desk.redeem('EVENT0000001', 'mia noa');
  expect(await learners('search_val=mia+noa')).toEqual(['mia noa']);
  expect((await props(await led('/registration?search_val=mia+noa'))).found).not.toHaveProperty('missing');
});
