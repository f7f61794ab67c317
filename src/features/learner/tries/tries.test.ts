import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { shortLivedTries } from '#features/registration/tries/try.store.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { removeShortLived } from '#kernel/work/short-lived.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let key: string;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  await office.db.deleteFrom('refused_try').execute();
  key = (await office.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'redeem' })).json.results.key;
});

const byPortal = (code: string, learner_id: string) =>
  office.stranger.post('/portal/v1/redeem', { code, learner_id }, { authorization: `Bearer ${key}` });
const triesOf = async (id: string, query = '') =>
  (await office.admin.get(`/api/v1/learner/${encodeURIComponent(id)}/tries${query}`)).json.results;
const learner = async (id: string) => (await office.admin.get(`/api/v1/learner/${id}`)).json.results;
const card = async (text: string) =>
  (await office.admin.get(`/api/v1/card?${new URLSearchParams({ text })}`)).json.results;

test('A refused try is listed with its time, its reason in words and who called, although nothing was redeemed', async () => {
  const now = inSeconds(office.clock.now());
  const [used = '', canceled = '', early = ''] = await desk.issueCodes(3);
  await sql`update code set valid_from = ${now + 3600}::bigint where code = ${early}`.execute(office.db);
  await office.admin.post('/customer/code/update/is_canceled', { codes: [canceled], is_canceled: 1 });
  await desk.redeem(used, 'noa');
  expect((await byPortal(used, 'kim-12')).status).toBe(409);
  expect((await byPortal(canceled, 'kim-12')).status).toBe(422);
  expect((await desk.redeem(early, 'kim-12')).status).toBe(422);
  expect((await desk.redeem('ZZZZZZZZZZ22', 'kim-12')).status).toBe(404);
  const found = await triesOf('kim-12');
  expect(found).toMatchObject([
    { code: null, reason: 'unknown', by: 'staff', staff_id: 'ada', at: now, times: 1 },
    { code: early, reason: 'not_yet', by: 'staff' },
    { code: canceled, reason: 'canceled', by: 'Portal', staff_id: null },
    { code: used, reason: 'used', by: 'Portal' },
  ]);
  expect(found[0].text).toBe('There is no such code. Check each character.');
  expect(found[3].text).toMatch(/^This code was already used on .+\.$/);
  expect((await learner('kim-12')).tries).toEqual(found);
  expect(await triesOf('noa')).toEqual([]);
  const page = await office.admin.get(`/learner/${(await learner('kim-12')).ref}`);
  expect(page.body).toShow('Why it failed');
  expect(page.body).toShow('This code was already used on');
});

test.each([
  ['es', 'código'],
  ['jp', 'コード'],
  ['ko', '코드'],
  ['tr', 'kod'],
])('The words to read out are in the language %s of the caller', async (locale, word) => {
  await desk.redeem('ZZZZZZZZZZ22', 'kim-12');
  const [found] = await triesOf('kim-12', `?lang=${locale}`);
  expect(found.text).toContain(word);
});

test('Of what an event refuses, the reason and its code are kept', async () => {
  await desk.addCollection('fair');
  const event = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', participant_limit: 1 });
  await byPortal('FAIRFAIR2026', 'noa');
  await byPortal('FAIRFAIR2026', 'kim-12');
  await office.admin.put(`/api/v1/event/${event}/pause`, { paused: true });
  await byPortal('FAIRFAIR2026', 'kim-12');
  expect((await triesOf('kim-12')).map(({ reason }: { reason: string }) => reason)).toEqual([
    'event_paused',
    'event_full',
  ]);
});

test('What was never issued is nowhere in clear, and is recognized when it is read out', async () => {
  for (let n = 0; n < 3; n++) await byPortal('ZZZZ-ZZZZ-ZZ22', 'kim-12');
  const { rows } = await sql<{ text: string }>`select t::text as text from refused_try t`.execute(office.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain('ZZZZ');
  expect(await triesOf('kim-12', '?code=zzzzzzzzzz22')).toMatchObject([{ code: null, reason: 'unknown', times: 3 }]);
  expect(await triesOf('kim-12', '?code=ZZZZZZZZZZ33')).toEqual([]);
  expect((await office.admin.get('/api/v1/learner/kim-12/tries?code=ab')).status).toBe(400);
  expect(await card('ZZZZZZZZZZ22')).toMatchObject({
    kind: 'unknown',
    tries: [{ learner_id: 'kim-12', code: null, times: 3, by: 'Portal' }],
  });
});

test('The card of a code tells who tried it in vain', async () => {
  const [code = ''] = await desk.issueCodes(1);
  await desk.redeem(code, 'noa');
  await byPortal(code, 'kim-12');
  expect((await card(code)).tries).toMatchObject([{ learner_id: 'kim-12', reason: 'used', code, by: 'Portal' }]);
  expect((await office.admin.get(`/card?text=${code}`)).body).toShow('kim-12');
});

test('Whoever tries on and on fills fifty rows a day, and a guess beyond the limit is not kept', async () => {
  const codes = await desk.issueCodes(60);
  for (const code of codes) await desk.redeem(code, 'noa');
  await Promise.all(codes.map((code) => byPortal(code, 'kim-12')));
  expect(await triesOf('kim-12')).toHaveLength(50);
  for (const letter of 'ABCDEFGHJKMNPQRSTUVWXYZ23456') await byPortal(`ZZZZZZZZZZZ${letter}`, 'mia');
  expect(await triesOf('mia')).toHaveLength(20);
});

test('Tries are kept for ninety days', async () => {
  await byPortal('ZZZZZZZZZZ22', 'kim-12');
  const prune = () => removeShortLived(office.app.work, shortLivedTries);
  await prune();
  expect(await triesOf('kim-12')).toHaveLength(1);
  await sql`update refused_try set at = at - ${90 * 86_400 + 1}`.execute(office.db);
  expect(await prune()).toBe(1);
  expect(await triesOf('kim-12')).toEqual([]);
});

test('A learner who tries one code many times at once has one row, and every try counts', async () => {
  const [code = ''] = await desk.issueCodes(1);
  await desk.redeem(code, 'noa');
  const answers = await Promise.all(Array.from({ length: 40 }, () => byPortal(code, 'kim-12')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
  expect(await triesOf('kim-12')).toMatchObject([{ times: 40 }]);
});

test('Redeeming what can be redeemed keeps nothing', async () => {
  const [code = ''] = await desk.issueCodes(1);
  expect((await byPortal(code, 'kim-12')).status).toBe(200);
  expect(await triesOf('kim-12')).toEqual([]);
});
