import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import type { Learner } from './learner.contract.ts';

let office: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

const day = 86_400;
const read = async (ref: string, query = '') => office.admin.get(`/api/v1/learner/${ref}${query}`);
const learner = async (id: string): Promise<Learner> => (await read(encodeURIComponent(id))).json.results;
const refOf = async (id: string) => (await learner(id)).ref;

describe('A learner', () => {
  test('has what they redeemed, with how they got it, until when and how many books it opens', async () => {
    const now = inSeconds(office.clock.now());
    const [code = ''] = await desk.issueCodes(1, { length: 90 });
    await desk.redeem(code, 'kim-12');
    await desk.addCollection('fair');
    const event_idx = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', length: 30 });
    await desk.redeem('FAIRFAIR2026', 'kim-12');
    const found = await learner('kim-12');
    expect(found).toMatchObject({ learner_id: 'kim-12', total: 2, active: 2, collections: 2, books: 0, since: now });
    expect(found.registrations).toMatchObject([
      { cid: 'fair', code: null, event_idx, event: 'Event 1', customer: null, status: 'active', canceled_at: 0 },
      {
        cid: 'of-0',
        code,
        batch: 'Batch 0',
        customer: 'Name of CUST-0',
        event_idx: null,
        expires_at: now + 90 * day,
        books: 0,
      },
    ]);
    expect(found.history.map(({ action, about }) => `${action} ${about}`)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Redeemed /), expect.stringMatching(/^Joined /)]),
    );
  });

  test('has a history of what they redeemed, what was refused and what staff did, the newest first, with the code of each', async () => {
    const begun = office.clock.now();
    onTestFinished(() => office.clock.set(begun.toISOString()));
    const issued = async () => (await desk.issueCodes(1, { length: 90 }))[0] ?? '';
    const [first, second, theirs] = [await issued(), await issued(), await issued()];
    const inTurn = async (act: () => Promise<{ status: number }>, status = 200) => {
      office.clock.advance(60_000);
      expect((await act()).status).toBe(status);
    };
    const path = `/api/v1/learner/kim-12`;
    const regOf = async (code: string) =>
      (await learner('kim-12')).registrations.filter((row) => row.code === code).map((row) => row.reg_idx);
    await inTurn(() => desk.redeem(first, 'kim-12'));
    await inTurn(() => desk.redeem(first, 'kim-12'), 409);
    await inTurn(() => desk.redeem('26K5YYRC3GW6', 'kim-12'), 404);
    await inTurn(() => desk.redeem(second, 'kim-12'));
    await inTurn(async () => office.admin.post(`${path}/cancel`, { registrations: await regOf(first), memo: '' }));
    await inTurn(() => desk.redeem(theirs, 'kim-l2'));
    await inTurn(() => office.admin.post('/api/v1/learner/kim-l2/merge', { into: 'kim-12', memo: '' }));
    await inTurn(async () =>
      office.admin.post(`${path}/extend`, { registrations: await regOf(second), days: 5, memo: '' }),
    );
    const { history } = await learner('kim-12');
    expect(history.map(({ actor, action, code }) => [actor, action, code])).toEqual([
      ['ada', 'extended', null],
      ['ada', 'merged', null],
      [null, 'Redeemed', theirs],
      ['ada', 'cancelled', null],
      [null, 'Redeemed', second],
      [null, 'Refused', null],
      [null, 'Refused', first],
      [null, 'Redeemed', first],
    ]);
    const page = (await office.admin.get(`/learner/${await refOf('kim-12')}`)).body;
    for (const code of [first, second, theirs]) expect(page.split(`/code?code=${code}`).length).toBeGreaterThan(2);
  });

  test('of any script and up to 128 characters is found by the ID and by the reference that lists answer', async () => {
    const codes = await desk.issueCodes(4);
    const ids = ['한국어 학습자', 'a/b?c#d%2F..', '🦊'.repeat(128), '..'];
    for (const [nth, id] of ids.entries()) {
      const { json } = await desk.redeem(codes[nth] ?? '', id);
      expect((await read(json.results.ref)).json.results).toMatchObject({ learner_id: id, total: 1 });
      expect(json.results.ref).toMatch(/^[\w-]+$/);
      if (id !== '..') expect(await learner(id)).toMatchObject({ learner_id: id, ref: json.results.ref });
    }
    expect((await desk.redeem(codes[0] ?? '', 'x'.repeat(129))).json.error.fields.learner_id).toContain('128');
    expect((await read('x'.repeat(129))).status).toBe(422);
  });

  test('who is not known has nothing', async () => {
    expect(await learner('nobody')).toMatchObject({ total: 0, registrations: [], history: [], since: 0, books: 0 });
  });

  test('with thousands of registrations is read a page at a time', async () => {
    const codes = await desk.issueCodes(150);
    const now = inSeconds(office.clock.now());
    await sql`update code set activated_date = ${now}::bigint where code = any(${codes}::text[])`.execute(office.db);
    await sql`
      insert into registration (registered_at, cidx, learner_id, code)
      select ${now}::bigint, b.cidx, 'many', k.code from code k join code_batch b using (cg_idx)`.execute(office.db);
    const pages = await Promise.all([1, 2, 3].map(async (page) => (await read('many', `?page=${page}`)).json.results));
    expect(pages.map(({ total, registrations }) => [total, registrations.length])).toEqual([
      [150, 100],
      [150, 50],
      [150, 0],
    ]);
    expect((await office.admin.get(`/learner/${pages[0].ref}?page=2`)).body).toContain('150 registrations');
  });
});

describe("A learner's page", () => {
  test('has the only registration ticked in the page as it is served, so that no press before it is alive is turned round', async () => {
    const [code = '', other = ''] = await desk.issueCodes(2);
    const { ref } = (await desk.redeem(code, 'uma-1')).json.results;
    const ticked = async () =>
      /<input[^>]*type="checkbox"[^>]*checked=""/.test((await office.admin.get(`/learner/${ref}`)).body);
    expect(await ticked()).toBe(true);
    await desk.redeem(other, 'uma-1');
    expect(await ticked()).toBe(false);
  });

  test('has the reference in its address; the ID in it is not found, nor another reference', async () => {
    const [code = ''] = await desk.issueCodes(1);
    await desk.redeem(code, 'kim-12');
    const ref = await refOf('kim-12');
    expect((await office.admin.get(`/learner/${ref}`)).body).toContain('kim-12');
    expect((await office.admin.get('/learner/kim-12')).status).toBe(404);
    expect((await office.admin.get(`/learner/${ref}A`)).status).toBe(404);
  });

  test('is linked from the finder, the card of a code and the lists, which never have the ID in an address', async () => {
    const [code = ''] = await desk.issueCodes(1);
    await desk.redeem(code, 'kim-12');
    const href = `/learner/${await refOf('kim-12')}`;
    const card = (await office.admin.get(`/api/v1/card?text=${code}`)).json.results;
    expect(card.story.map((part: { href: string }) => part.href)).toContain(href);
    const coupons = (await office.admin.get('/api/v1/report/all-coupons')).json.results;
    expect(coupons[0].ref).toBe(href.slice('/learner/'.length));
    const found = (await office.admin.get('/api/v1/search?text=kim-1')).json.results;
    expect(JSON.stringify(found)).toContain(href);
    for (const path of ['/registration', '/code/redeem', '/report/all-coupons']) {
      const { body } = await office.admin.get(path);
      expect(body).toContain(`href="${href}"`);
      expect(body).not.toMatch(/href="[^"]*kim-12/);
    }
  });
});
