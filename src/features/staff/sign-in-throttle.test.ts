import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { throttle } from '#kernel/auth/throttle.rules.ts';
import { beginAttempt, idKey } from '#kernel/auth/throttle.ts';
import { readConfig } from '#kernel/config/config.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { addAccount, testPassword } from './staff.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  await addAccount(office.admin, 'kim');
  await addAccount(office.admin, 'lee');
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.db.deleteFrom('login_failure').execute();
});

const signIn = (id: string, password: string, headers: Record<string, string> = {}, from = office) =>
  from.stranger.post('/login', { id, password }, headers);

const minutes = (count: number) => office.clock.advance(count * 60_000);

/** Records failures as earlier attempts would have. */
const fail = (key: string, times: number) =>
  office.db
    .insertInto('login_failure')
    .values(Array.from({ length: times }, () => ({ key, at: office.clock.now().toISOString() })))
    .execute();

const keys = async (from = office) => {
  const rows = await from.db.selectFrom('login_failure').select('key').orderBy('failure_idx').execute();
  return rows.map((row) => row.key);
};

test('after ten failures even the right password is refused until the window has passed', async () => {
  for (let attempt = 0; attempt < throttle.perId; attempt++) {
    expect((await signIn('kim', 'wrong')).status).toBe(401);
  }
  const refused = await signIn('kim', testPassword);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
  expect(refused.json.error).toEqual({
    code: 'staff.throttled',
    message: 'Too many failed log-ins. Try again in 15 minutes.',
  });
  minutes(14);
  expect(await signIn('kim', testPassword)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  minutes(1);
  expect((await signIn('kim', testPassword)).status).toBe(200);
});

test('a throttled form gets the sign-in page with the reason', async () => {
  await fail('id:kim', throttle.perId);
  const page = await office.stranger.form('/login?lang=ko', { id: 'kim', password: testPassword });
  expect(page.status).toBe(429);
  expect(page.body).toShow('로그인 실패가 너무 많습니다. 15분 후에 다시 시도하세요.');
  expect(page.headers['set-cookie']).toBeUndefined();
});

test('an unknown ID is throttled just as a known one', async () => {
  await fail('id:nobody', throttle.perId);
  expect((await signIn('nobody', 'wrong')).status).toBe(429);
});

test('the spelling of an ID does not start a second count', async () => {
  await fail('id:kim', throttle.perId);
  for (const id of ['KIM', ' kim ']) {
    expect((await signIn(id, testPassword)).status).toBe(429);
  }
});

test('a success clears its own failures, but not those of its address for other IDs', async () => {
  await signIn('lee', 'wrong');
  await signIn('kim', 'wrong');
  expect((await signIn('kim', testPassword)).status).toBe(200);
  expect(await keys()).toEqual(['id:lee', 'ip:127.0.0.1', 'ip:127.0.0.1']);
});

test('a refused attempt does not prolong the wait', async () => {
  await fail('id:kim', throttle.perId);
  await signIn('kim', 'wrong');
  expect(await keys()).toHaveLength(throttle.perId);
});

test('of thirty guesses sent at once at most ten are checked', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('kim', 'wrong')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(throttle.perId);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('guesses that several instances handle at once count together', async () => {
  const begin = () =>
    office.app.work.write(systemCaller('test'), (ctx) => beginAttempt(ctx, idKey('kim'), '203.0.113.7'));
  const attempts = await Promise.all(Array.from({ length: 30 }, begin));
  expect(attempts.filter(({ wait }) => wait === 0)).toHaveLength(throttle.perId);
});

test('thirty right passwords sent at once all sign in', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('kim', testPassword)));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(await keys()).toEqual([]);
});

test('an address that fails too often is refused for every ID, whatever X-Forwarded-For it sends', async () => {
  await fail('ip:127.0.0.1', throttle.perAddress - 1);
  expect((await signIn('a', 'wrong', { 'x-forwarded-for': '198.51.100.1' })).status).toBe(401);
  expect((await signIn('b', 'wrong', { 'x-forwarded-for': '198.51.100.2' })).status).toBe(429);
  expect(
    (await signIn('kim', testPassword, { 'x-forwarded-for': '198.51.100.3', forwarded: 'for=1.2.3.4' })).status,
  ).toBe(429);
  const elsewhere = await office.stranger.send({
    method: 'POST',
    url: '/login',
    payload: { id: 'kim', password: testPassword },
    remoteAddress: '203.0.113.9',
  });
  expect(elsewhere.status).toBe(200);
});

test('behind a trusted proxy the address is the one the proxy saw, not one that a client sent', async () => {
  const proxied = await startOffice({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  await signIn('a', 'wrong', { 'x-forwarded-for': '1.2.3.4, 203.0.113.7' }, proxied);
  await proxied.stranger.send({
    method: 'POST',
    url: '/login',
    payload: { id: 'b', password: 'wrong' },
    headers: { 'x-forwarded-for': '1.2.3.4' },
    remoteAddress: '198.51.100.5',
  });
  expect(await keys(proxied)).toEqual(['id:a', 'ip:203.0.113.7', 'id:b', 'ip:198.51.100.5']);
  await proxied.close();
});

test.each(['true', 'proxy.example', '10.0.0.0/33'])('TRUSTED_PROXIES=%s is refused at start', (value) => {
  expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow('TRUSTED_PROXIES: must list addresses or networks');
});
