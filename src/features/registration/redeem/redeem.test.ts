import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { redeemDesk } from '../registration.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = redeemDesk(() => office);
const { redeem, lookUp } = desk;
const start = '2026-03-02T09:00:00Z';
const now = Date.parse(start) / 1000;
const day = 86_400;

beforeEach(async () => {
  office.clock.set(start);
  await desk.clear();
});

const countOf = async (table: 'registration' | 'audit' | 'change' | 'login_failure') =>
  (
    await office.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const participants = async (id: number) =>
  (await office.db.selectFrom('event').select('participants').where('event_idx', '=', id).executeTakeFirstOrThrow())
    .participants;

describe('An access code', () => {
  test('is redeemed as typed, once: its length begins, and the trail and the history of the code show it', async () => {
    const [code = ''] = await desk.issueCodes(1, { length: 30 });
    await office.db.deleteFrom('audit').execute();
    const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)} `.toLowerCase();
    expect(await redeem(typed, 'mia')).toMatchObject({
      status: 200,
      json: {
        results: {
          code,
          kind: 'code',
          learner_id: 'mia',
          cid: 'of-0',
          registered_at: now,
          expires_at: now + 30 * day,
          repeated: false,
        },
      },
    });
    const stored = office.db.selectFrom('code').select(['activated_date', 'expired_date']).where('code', '=', code);
    expect(await stored.executeTakeFirst()).toEqual({ activated_date: now, expired_date: now + 30 * day });
    const trail = await office.db.selectFrom('audit').select(['action', 'after', 'of_entity', 'of_id']).execute();
    expect(trail).toEqual([
      {
        action: 'registration.redeemed',
        after: { learner_id: 'mia', cid: 'of-0', code },
        of_entity: 'code',
        of_id: code,
      },
    ]);
    expect(await countOf('change')).toBeGreaterThan(0);
    // Redeeming a code does not count as restoring it.
    const { history } = (await office.admin.get(`/api/v1/code/${code}`)).json.results;
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['activated', 'issued']);
  });

  test('is among the latest registrations below the form, newest first', async () => {
    const [one = '', other = ''] = await desk.issueCodes(2, { length: 30 });
    await redeem(one, 'mia');
    await redeem(other, 'noa');
    const { body } = await office.admin.get('/code/redeem');
    const { latest } = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');
    expect(latest).toMatchObject([
      { learner_id: 'noa', code: other, status: 'active' },
      { learner_id: 'mia', code: one, status: 'active' },
    ]);
  });

  test('of length 0 never expires', async () => {
    const [code = ''] = await desk.issueCodes(1, { length: 0 });
    expect((await redeem(code, 'mia')).json.results).toMatchObject({ expires_at: 0 });
  });

  test('shows its source, its contents and its expiry before use, and afterwards who has it', async () => {
    const [code = ''] = await desk.issueCodes(1, { length: 30 });
    expect((await lookUp(code)).json.results).toMatchObject({
      code,
      kind: 'code',
      customer: 'Name of CUST-0',
      batch: 'Batch 0',
      event: null,
      collection: 'Title of of-0',
      expires_at: now + 30 * day,
      problem: null,
      redeemed_by: null,
    });
    await redeem(code, 'mia');
    office.clock.advance(3_600_000);
    const page = await office.admin.get(`/code/redeem?code=${code}`);
    expect(page.body).toShow('This code was already used on Mar 2, 2026, 6:00 PM.');
    expect((await lookUp(code)).json.results).toMatchObject({
      redeemed_by: 'mia',
      expires_at: now + 30 * day,
      problem: { code: 'registration.code_used' },
    });
  });

  test.each([
    ['expired', { valid_until: now }, 422, 'This code expired on Mar 2, 2026, 6:00 PM.'],
    [
      'not valid yet',
      { valid_from: now + 1 },
      422,
      'This code is not valid yet. It can be redeemed from Mar 2, 2026, 6:00 PM.',
    ],
  ])('that is %s is refused, and nothing changes', async (_what, over, status, message) => {
    const [code = ''] = await desk.issueCodes(1, over);
    expect(await redeem(code, 'mia')).toMatchObject({ status, json: { error: { message } } });
    expect((await lookUp(code)).json.results.problem).toMatchObject({ message });
    expect(await countOf('registration')).toBe(0);
  });

  test('is valid up to its last second, and from its first', async () => {
    const [last = ''] = await desk.issueCodes(1, { valid_until: now + 1 });
    const [first = ''] = await desk.issueCodes(1, { valid_from: now });
    for (const code of [last, first]) expect((await redeem(code, 'mia')).status).toBe(200);
  });

  test('that was cancelled, used or never issued is refused, each with its own message', async () => {
    const [canceled = '', used = ''] = await desk.issueCodes(2);
    await office.db.updateTable('code').set({ is_canceled: now }).where('code', '=', canceled).execute();
    await redeem(used, 'mia');
    const answers = [await redeem(canceled, 'noa'), await redeem(used, 'mia'), await redeem('ZZZZZZZZZZZZ', 'noa')];
    expect(answers.map(({ status, json }) => [status, json.error.message])).toEqual([
      [422, 'This code was cancelled on Mar 2, 2026, 6:00 PM.'],
      [409, 'This code was already used on Mar 2, 2026, 6:00 PM.'],
      [404, 'There is no such code. Check each character.'],
    ]);
    const korean = await redeem('ZZZZZZZZZZZZ', 'noa', { headers: { cookie: `${office.admin.cookie}; lang=ko` } });
    expect(korean.json.error.message).toBe('존재하지 않는 코드입니다. 글자를 하나씩 확인하세요.');
  });

  test.each([
    [{ code: 'ABC', learner_id: 'mia' }, 'code'],
    [{ code: 'ABCDEFGHJKMN', learner_id: ' ' }, 'learner_id'],
    [{ code: 'ABCDEFGHJKMN' }, 'learner_id'],
  ])('is not looked up with %j', async (body, field) => {
    const answer = await office.admin.post('/api/v1/code/redeem', body);
    expect(answer).toMatchObject({ status: 400, json: { error: { fields: { [field]: expect.any(String) } } } });
  });
});

describe('The code of an event', () => {
  beforeEach(() => desk.addCollection('C1'));

  test('gives each learner one place; repeated joins return it, even when full, paused or over', async () => {
    const id = await desk.addEvent(1, { participant_limit: 2 });
    const first = (await redeem('event0000001', 'mia')).json.results;
    expect(first).toMatchObject({ kind: 'event', event_idx: id, expires_at: now + 30 * day, repeated: false });
    await redeem('EVENT0000001', 'noa');
    expect(await redeem('EVENT0000001', 'eli')).toMatchObject({
      status: 409,
      json: { error: { message: 'The event of this code is full: all 2 places are taken.' } },
    });
    await office.admin.put(`/api/v1/event/${id}/pause`, { paused: true });
    expect((await redeem('EVENT0000001', 'mia')).json.results).toEqual({ ...first, repeated: true });
    expect(await participants(id)).toBe(2);
    expect(await countOf('registration')).toBe(2);
  });

  test('says whether the event is waiting, over or paused', async () => {
    const id = await desk.addEvent(1, { from: now + 60, until: now + 120 });
    const refusal = async () => (await redeem('EVENT0000001', 'mia')).json.error.message;
    expect(await refusal()).toBe('The event of this code has not begun. It begins on Mar 2, 2026, 6:01 PM.');
    office.clock.advance(120_000);
    expect(await refusal()).toBe('The event of this code ended on Mar 2, 2026, 6:02 PM.');
    await office.admin.put(`/api/v1/event/${id}/pause`, { paused: true });
    expect(await refusal()).toBe('The event of this code is paused.');
    expect((await lookUp('EVENT0000001')).json.results).toMatchObject({
      kind: 'event',
      event: 'Event 1',
      problem: { code: 'registration.event_paused' },
    });
  });

  test('with forced expiry registers up to that time', async () => {
    await desk.addEvent(1, { forced_expire: true, forced_expired_date: now + 40 * day });
    expect((await redeem('EVENT0000001', 'mia')).json.results.expires_at).toBe(now + 40 * day);
  });
});

describe('Programs', () => {
  const withKey = async (scope: 'read' | 'redeem') => {
    const { key } = (await office.admin.post('/api/v1/api_key', { name: scope, scope })).json.results;
    return (code: string, learner_id: string) =>
      office.stranger.post('/portal/v1/redeem', { code, learner_id }, { authorization: `Bearer ${key}` });
  };

  test('redeem only with a key of that scope', async () => {
    const [code = ''] = await desk.issueCodes(1);
    expect((await (await withKey('read'))(code, 'mia')).status).toBe(403);
    expect((await (await withKey('redeem'))(code, 'mia')).json.results).toMatchObject({ learner_id: 'mia' });
    const { actor } = await office.db
      .selectFrom('audit')
      .select('actor')
      .where('action', '=', 'registration.redeemed')
      .executeTakeFirstOrThrow();
    expect(actor).toMatch(/^redeem \(lib_/);
  });

  test('are limited in wrong codes for one learner, without affecting other learners', async () => {
    const [right = ''] = await desk.issueCodes(1);
    const request = await withKey('redeem');
    const guesses = await Promise.all(
      Array.from({ length: 40 }, async () => (await request('ZZZZZZZZZZZZ', 'eve')).status),
    );
    expect(guesses.toSorted((a, b) => a - b)).toEqual([...Array(20).fill(404), ...Array(20).fill(429)]);
    expect(await request(right, 'eve')).toMatchObject({
      status: 429,
      json: { error: { message: 'Too many unknown codes. Try again in 15 minutes.' } },
    });
    expect((await request(right, 'mia')).status).toBe(200);
    office.clock.advance(15 * 60_000);
    expect((await request('ZZZZZZZZZZZZ', 'eve')).status).toBe(404);
  });
});

describe('Staff', () => {
  test('are limited in trying unknown codes within a quarter of an hour; known ones do not count', async () => {
    const codes = await desk.issueCodes(30);
    for (const code of codes) expect((await redeem(code, 'mia')).status).toBe(200);
    for (let n = 0; n < 10; n++) {
      expect((await lookUp('ZZZZZZZZZZZZ')).status).toBe(404);
      expect((await redeem('ZZZZZZZZZZZZ', `learner ${n}`)).status).toBe(404);
    }
    expect((await redeem('ZZZZZZZZZZZZ', 'mia')).status).toBe(429);
    expect((await lookUp(codes[0] ?? '')).status).toBe(429);
    expect((await office.admin.get('/code/redeem?code=ZZZZZZZZZZZZ')).body).toShow('Too many unknown codes.');
    const other = await office.signIn('eve', true);
    expect((await redeem('ZZZZZZZZZZZZ', 'mia', { by: other })).status).toBe(404);
  });

  test('are asked whether they meant an issued code that looks alike, which no portal is told', async () => {
    const [code = ''] = await desk.issueCodes(1);
    await sql`update code set code = 'W26KSYYRC38B'`.execute(office.db);
    expect(code).toHaveLength(12);
    for (const typed of ['V26KSYYRC38B', 'W26KSYYRC3BB', 'WZ6K5YYRC38B', '26WKSYYRC38B'.replace('26W', 'W62')]) {
      const { status, json } = await lookUp(typed);
      expect([typed, status, json.error.details]).toMatchObject([
        typed,
        404,
        { near: [{ code: 'W26KSYYRC38B', customer: 'Name of CUST-0', state: 'issued' }] },
      ]);
    }
    expect((await redeem('V26KSYYRC38B', 'mia')).json.error.details.near).toHaveLength(1);
    const page = await office.admin.get('/code/redeem?code=V26KSYYRC38B', { 'sec-fetch-site': 'same-origin' });
    expect(page.body).toShow('Did you mean…?');
    expect((await lookUp('ZZZZZZZZZZZZ')).json.error.details).toEqual({ near: [] });
    const { key } = (await office.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'redeem' })).json.results;
    const portal = await office.stranger.post(
      '/portal/v1/redeem',
      { code: 'V26KSYYRC38B', learner_id: 'mia' },
      { authorization: `Bearer ${key}` },
    );
    expect([portal.status, portal.json.error.details]).toEqual([404, undefined]);
    expect(portal.body).not.toContain('W26K');
  });

  test.each([
    ['a link of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another part of this site', { 'sec-fetch-site': 'same-site' }],
    ['a link of another site over plain HTTP', { referer: 'http://elsewhere.example/' }],
    ['a link that hides where it is', { 'upgrade-insecure-requests': '1' }],
  ])('lose no guess to %s, which learns and reveals nothing', async (_what, headers) => {
    const [code = ''] = await desk.issueCodes(1);
    const page = await office.admin.get('/code/redeem?code=zzzz-zzzz-zzzz', headers);
    expect(page.status).toBe(200);
    expect(page.body).toShow('value="zzzz-zzzz-zzzz"');
    expect(page.body).not.toShow('There is no such code.');
    expect((await office.admin.get(`/code/redeem?code=${code}`, headers)).body).not.toShow('Name of CUST-0');
    for (const tried of [code, 'ZZZZZZZZZZZZ']) {
      const answer = await office.admin.get(`/api/v1/code/redeem?code=${tried}`, headers);
      expect(answer).toMatchObject({ status: 403, json: { error: { code: 'error.cross_site' } } });
    }
    expect(await countOf('login_failure')).toBe(0);
  });

  test.each([
    ['the form', { 'sec-fetch-site': 'same-origin' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['the form over plain HTTP', { 'upgrade-insecure-requests': '1', host: 'a.test', referer: 'http://a.test/code' }],
  ])('see at once what a code is with %s', async (_what, headers) => {
    const [code = ''] = await desk.issueCodes(1);
    expect((await office.admin.get(`/code/redeem?code=${code}`, headers)).body).toShow('Name of CUST-0');
  });

  test('can repeat a request after a failure without redeeming twice: one key, a hundred times at once', async () => {
    await desk.addCollection('C1');
    const id = await desk.addEvent(1);
    const [code = ''] = await desk.issueCodes(1);
    const headers = { 'idempotency-key': 'the-same-every-time' };
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeem(code, 'mia', { headers })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.json.results).toMatchObject({ learner_id: 'mia', repeated: false });
    const again = { 'idempotency-key': 'another-key' };
    const joins = await Promise.all(
      Array.from({ length: 100 }, () => redeem('EVENT0000001', 'mia', { headers: again })),
    );
    expect(new Set(joins.map(({ body }) => body)).size).toBe(1);
    expect(await countOf('registration')).toBe(2);
    expect(await participants(id)).toBe(1);
    expect((await redeem('EVENT0000001', 'noa', { headers: again })).status).toBe(422);
  });

  test('can reuse a key whose call failed', async () => {
    const headers = { 'idempotency-key': 'failed-at-first' };
    const [code = ''] = await desk.issueCodes(1, { valid_from: now + 60 });
    expect((await redeem(code, 'mia', { headers })).status).toBe(422);
    office.clock.advance(60_000);
    expect((await redeem(code, 'mia', { headers })).status).toBe(200);
  });
});
