import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { addAccount, testPassword } from './staff.fixture.ts';

const failed = 'Log-in failed. Please confirm your ID and password';

let office: Office;
let kim: number;
beforeAll(async () => {
  office = await startOffice();
  kim = await addAccount(office.admin, 'kim');
  await addAccount(office.admin, 'park', false);
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.db.deleteFrom('login_failure').execute();
});

const signIn = (id: string, password = testPassword, more: Record<string, string> = {}) =>
  office.stranger.form('/login', { id, password, ...more });

const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? '';

test('the sign-in page is public, and its form works without script', async () => {
  const page = await office.stranger.get('/login?next=/agegroup');
  expect(page.status).toBe(200);
  expect(page.body).toShow(/<form[^>]*action="\/login\?lang=en&amp;next=%2Fagegroup"[^>]*method="post"/);
  expect(page.body).toShow(/<input[^>]*name="id"/);
  expect(page.body).toShow(/<input[^>]*type="password"[^>]*name="password"/);
  expect(page.body).not.toShow('id="side-menu"');
  const korean = await office.stranger.get('/login?lang=ko');
  expect(korean.body).toShow('비밀번호');
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page.body)?.[1] ?? '';
  expect((await office.stranger.get(style)).status).toBe(200);
});

test('a page without a session redirects to the sign-in page and back to itself', async () => {
  const redirect = await office.stranger.get('/agegroup?lang=ko');
  expect(redirect).toMatchObject({ status: 303, headers: { location: '/login?next=%2Fagegroup%3Flang%3Dko' } });
  const signedIn = await office.stranger.form(String(redirect.headers.location), { id: 'kim', password: testPassword });
  expect(signedIn).toMatchObject({ status: 303, headers: { location: '/agegroup?lang=ko' } });
});

test('the right ID and password open a session in a cookie that no script can read', async () => {
  const answer = await signIn('KIM');
  expect(answer).toMatchObject({ status: 303, headers: { location: '/' } });
  expect(answer.headers['set-cookie']).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  const page = await office.stranger.get('/agegroup', { cookie: cookieOf(answer) });
  expect(page.status).toBe(200);
  expect(page.body).toShow('Name of kim');
});

test('a browser that is signed in is redirected from the sign-in page', async () => {
  const cookie = cookieOf(await signIn('kim'));
  expect(await office.stranger.get('/login?next=/agegroup', { cookie })).toMatchObject({
    status: 303,
    headers: { location: '/agegroup' },
  });
  expect((await office.stranger.get('/', { cookie })).body).toShow('data-view="home/home"');
});

test('signing in never redirects to another site', async () => {
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example']) {
    expect(await signIn('kim', testPassword, { next })).toMatchObject({ status: 303, headers: { location: '/' } });
    const page = await office.stranger.get(`/login?next=${encodeURIComponent(next)}`);
    expect(page.body).not.toShow('evil');
  }
});

test('a client that sends JSON gets JSON', async () => {
  const right = await office.stranger.post('/login', { id: 'kim', password: testPassword, next: '/agegroup' });
  expect(right).toMatchObject({ status: 200, json: { results: { success: true, next: '/agegroup' } } });
  const cookie = cookieOf(right);
  const wrong = await office.stranger.post('/login', { id: 'kim', password: 'wrong' });
  expect(wrong).toMatchObject({ status: 401, json: { error: { code: 'staff.sign_in_failed', message: failed } } });
  expect(await office.stranger.post('/login', { id: 'kim', extra: 1 })).toMatchObject({ status: 400 });
  const out = await office.stranger.post('/logout', {}, { cookie });
  expect(out).toMatchObject({ status: 200, json: { results: { success: true } } });
  expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
});

test('the form can also be sent as multipart', async () => {
  const form = new FormData();
  form.set('id', 'kim');
  form.set('password', testPassword);
  expect(await office.stranger.upload('/login', form)).toMatchObject({ status: 303, headers: { location: '/' } });
  form.set('id', 'k\0im');
  expect((await office.stranger.upload('/login', form)).status).toBe(400);
});

test('a wrong password, an unknown ID, a disabled account and an empty form get the same page', async () => {
  await addAccount(office.admin, 'gone');
  await office.db.updateTable('staff').set({ disabled_at: '2026-01-01' }).where('staff_id', '=', 'gone').execute();
  const answers = await Promise.all([
    signIn('kim', 'wrong'),
    signIn('nobody', 'wrong'),
    signIn('gone'),
    office.stranger.form('/login', {}),
  ]);
  const pages = answers.map(({ body }) =>
    body.replaceAll(/kim|nobody|gone|autofocus="" ?/g, '').replaceAll(/"_?v\w+"/g, ''),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.body).toShow(failed);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(pages[1]).toBe(pages[0]);
  expect(pages[2]).toBe(pages[0]);
});

test('a known, an unknown and a disabled ID cost one argon2 each', async () => {
  let argon2 = 0;
  const hook = createHook({ init: (_id, type) => void (argon2 += type === 'ARGON2REQUEST' ? 1 : 0) }).enable();
  const cost = async (id: string) => {
    argon2 = 0;
    await signIn(id, 'wrong');
    return argon2;
  };
  expect([await cost('kim'), await cost('nobody'), await cost('gone')]).toEqual([1, 1, 1]);
  hook.disable();
});

test('an account without administrator rights sees the page that says so, and can still sign out', async () => {
  const cookie = cookieOf(await signIn('park'));
  for (const url of ['/', '/agegroup', '/staff', '/audit', '/settings']) {
    const page = await office.stranger.get(url, { cookie });
    expect(page.status).toBe(403);
    expect(page.body).toShow('Please contact the web developer for Admin rights.');
    expect(page.body).toShow('action="/logout"');
    expect(page.body).toShow('data-choose="language"');
  }
  expect((await office.stranger.get('/?lang=es', { cookie })).body).toShow('lang="es"');
  const out = await office.stranger.form('/logout', {}, { cookie });
  expect(out).toMatchObject({ status: 303, headers: { location: '/login' } });
  expect(out.headers['set-cookie']).toMatch(/^sid=; .*Expires=Thu, 01 Jan 1970/);
  expect(await office.stranger.get('/', { cookie })).toMatchObject({ status: 303 });
});

test('signing in and out are recorded in the audit trail, without the password', async () => {
  const cookie = cookieOf(await signIn('kim'));
  await office.stranger.form('/logout', {}, { cookie });
  const rows = await office.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'session')
    .orderBy('audit_idx')
    .execute();
  expect(rows.slice(-2)).toMatchObject([
    { actor: 'kim', entity_id: 'kim', action: 'session.opened', after: { address: '127.0.0.1' } },
    { actor: 'kim', entity_id: 'kim', action: 'session.closed' },
  ]);
  expect(JSON.stringify(rows)).not.toContain(testPassword);
});

test('a wrong password of somebody who is signed in gets the page that a stranger gets, without the menu', async () => {
  const cookie = cookieOf(await signIn('kim'));
  const again = await office.stranger.form('/login', { id: 'kim', password: 'wrong' }, { cookie });
  const pages = [again, await signIn('kim', 'wrong')].map(({ body }) => body.replaceAll(/"_?v\w+"/g, ''));
  expect(again.status).toBe(401);
  expect(pages[0]).toBe(pages[1]);
});

test('signing in again ends the session the browser had', async () => {
  const before = cookieOf(await signIn('kim'));
  const again = await office.stranger.form('/login', { id: 'kim', password: testPassword }, { cookie: before });
  expect((await office.stranger.get('/api/v1/staff', { cookie: before })).status).toBe(401);
  expect((await office.stranger.get('/api/v1/staff', { cookie: cookieOf(again) })).status).toBe(200);
});

test('a session ends after 12 hours without a request, and each request extends it', async () => {
  const cookie = cookieOf(await signIn('kim'));
  const status = async () => (await office.stranger.get('/api/v1/staff', { cookie })).status;
  const hours = (count: number) => office.clock.advance(count * 3_600_000);
  hours(11.9);
  expect(await status()).toBe(200);
  hours(11.9);
  expect(await status()).toBe(200);
  hours(12);
  expect(await status()).toBe(401);
  await signIn('kim');
  const left = await office.db.selectFrom('session').selectAll().where('staff_idx', '=', kim).execute();
  expect(left).toHaveLength(1);
});

test('a stolen database has no token that opens a session', async () => {
  const cookie = cookieOf(await signIn('kim'));
  const rows = await office.db.selectFrom('session').selectAll().execute();
  const dump = JSON.stringify(rows.map((row) => ({ ...row, hash: row.token_hash.toString('base64url') })));
  expect(dump).not.toContain(cookie.replace('sid=', ''));
});

test('behind https the cookie is for https only', async () => {
  const secure = await startOffice({ environment: { PUBLIC_URL: 'https://office.example' } });
  await addAccount(secure.admin, 'kim');
  const answer = await secure.stranger.form('/login', { id: 'kim', password: testPassword });
  expect(answer.headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  await secure.close();
});
