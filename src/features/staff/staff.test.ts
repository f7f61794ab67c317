import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { addAccount, testPassword } from './staff.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const put = (idx: number, body: object, who = office.admin) => who.put(`/api/v1/staff/${idx}`, body);

const find = async (idx: number) => {
  const { json } = await office.admin.get('/api/v1/staff');
  return json.results.find((row: { staff_idx: number }) => row.staff_idx === idx);
};

const signIn = (id: string, password = testPassword) => office.stranger.post('/login', { id, password });

const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? '';

const trail = (id: string, entity = 'staff') =>
  office.db
    .selectFrom('audit')
    .select(['actor', 'action', 'before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .orderBy('audit_idx')
    .execute();

test('an account added without a password gets one, shown once, which works for signing in', async () => {
  const body = { staff_id: 'lee', name: ' Lee Jiwoo ', is_admin: false };
  const added = await office.admin.post('/api/v1/staff', body);
  expect(added.status).toBe(200);
  const { staff_idx, password } = added.json.results;
  expect(password).toHaveLength(23);
  expect((await signIn('lee', password)).status).toBe(200);
  expect(await find(staff_idx)).toEqual({
    staff_idx,
    staff_id: 'lee',
    name: 'Lee Jiwoo',
    is_admin: false,
    disabled: false,
    sessions: 1,
    has_password: true,
    single_sign_on: false,
    two_factor: false,
    passkeys: 0,
    version: 1,
  });
});

test('no password and no hash is ever in the audit trail or in an answer that lists accounts', async () => {
  const idx = await addAccount(office.admin, 'quiet');
  await office.admin.put(`/api/v1/staff/${idx}/password`, { password: 'another long password' });
  const { password_hash } = await office.db
    .selectFrom('staff')
    .select('password_hash')
    .where('staff_idx', '=', idx)
    .executeTakeFirstOrThrow();
  const audited = JSON.stringify(await office.db.selectFrom('audit').selectAll().execute());
  const listed = (await office.admin.get('/api/v1/staff')).body + (await office.admin.get('/staff')).body;
  for (const secret of [testPassword, 'another long password', password_hash, 'argon2']) {
    expect(audited).not.toContain(secret);
    expect(listed).not.toContain(secret);
  }
});

test('an ID that differs from one in use only in case is refused', async () => {
  await addAccount(office.admin, 'taken');
  const again = await office.admin.post('/api/v1/staff', { staff_id: 'Taken', name: 'x', is_admin: true });
  expect(again).toMatchObject({ status: 409, json: { error: { code: 'staff.id_taken' } } });
  expect(again.json.error.fields).toEqual({ staff_id: 'An account with this ID already exists.' });
  expect(await trail('Taken')).toEqual([]);
});

test.each(['', ' ', '.x', 'a b', 'a/b', '이름', 'a'.repeat(65), ':system'])(
  'the ID %j is refused',
  async (staff_id) => {
    const answer = await office.admin.post('/api/v1/staff', { staff_id, name: 'x', is_admin: true });
    expect(answer).toMatchObject({ status: 400, json: { error: { fields: { staff_id: expect.any(String) } } } });
  },
);

test.each(['123456789', ' 123456789 '])(
  'a password of nine characters is refused, with the reason: %j',
  async (password) => {
    const body = { staff_id: 'short', name: 'x', is_admin: true, password };
    const answer = await office.admin.post('/api/v1/staff', body);
    expect(answer).toMatchObject({ status: 400, json: { error: { fields: { password: 'At least 10 characters.' } } } });
  },
);

test('a change of an account is recorded field by field; without a difference it leaves no trace', async () => {
  const idx = await addAccount(office.admin, 'choi');
  expect((await put(idx, { name: 'Choi Yuna', is_admin: false, version: 1 })).status).toBe(200);
  expect((await put(idx, { name: 'Choi Yuna' })).status).toBe(200);
  expect(await find(idx)).toMatchObject({ name: 'Choi Yuna', is_admin: false, version: 2 });
  expect(await trail('choi')).toEqual([
    {
      actor: 'ada',
      action: 'staff.created',
      before: null,
      after: { staff_id: 'choi', name: 'Name of choi', is_admin: true, disabled: false },
    },
    {
      actor: 'ada',
      action: 'staff.updated',
      before: { name: 'Name of choi', is_admin: true },
      after: { name: 'Choi Yuna', is_admin: false },
    },
  ]);
});

test('a change over an outdated version is refused and names who saved last', async () => {
  const idx = await addAccount(office.admin, 'seo');
  await put(idx, { name: 'Seo', version: 1 });
  const stale = await put(idx, { name: 'Other', version: 1 });
  expect(stale).toMatchObject({ status: 409, json: { error: { code: 'error.stale', details: { name: 'ada' } } } });
  expect(await find(idx)).toMatchObject({ name: 'Seo' });
});

test('an unknown account is not found', async () => {
  for (const answer of [
    await put(999_999, { name: 'x' }),
    await office.admin.put('/api/v1/staff/999999/password', {}),
    await office.admin.get('/api/v1/staff/999999/sessions'),
    await office.admin.get('/staff/update/999999'),
  ]) {
    expect(answer.status).toBe(404);
  }
});

test("disabling an account stops its sessions at once, and enabling it doesn't bring them back", async () => {
  const idx = await addAccount(office.admin, 'jung');
  const cookie = cookieOf(await signIn('jung'));
  expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(200);
  await put(idx, { disabled: true });
  expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
  expect((await signIn('jung')).status).toBe(401);
  await put(idx, { disabled: false });
  expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
  expect((await signIn('jung')).status).toBe(200);
});

test('an account disabled directly in the database is stopped all the same', async () => {
  await addAccount(office.admin, 'moon');
  const cookie = cookieOf(await signIn('moon'));
  await office.db.updateTable('staff').set({ disabled_at: '2026-01-01' }).where('staff_id', '=', 'moon').execute();
  expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
});

test('a reset password ends the sessions of the account and the old password', async () => {
  const idx = await addAccount(office.admin, 'han');
  const cookie = cookieOf(await signIn('han'));
  const { json } = await office.admin.put(`/api/v1/staff/${idx}/password`, {});
  expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
  expect((await signIn('han')).status).toBe(401);
  expect((await signIn('han', json.results.password)).status).toBe(200);
  expect((await trail('han')).at(-1)).toMatchObject({ action: 'staff.password_reset', after: { sessions_ended: 1 } });
});

test('nobody resets their own password: it takes the current one', async () => {
  const idx = await addAccount(office.admin, 'kang');
  const cookie = cookieOf(await signIn('kang'));
  const reset = await office.stranger.put(`/api/v1/staff/${idx}/password`, {}, { cookie });
  expect(reset).toMatchObject({ status: 422, json: { error: { code: 'staff.own_password' } } });
  expect((await signIn('kang')).status).toBe(200);
});

test("changing one's own password needs the current one and ends the other sessions", async () => {
  await addAccount(office.admin, 'yoon');
  const [here, there] = [cookieOf(await signIn('yoon')), cookieOf(await signIn('yoon'))];
  const change = (current_password: string, password: string) =>
    office.stranger.put('/api/v1/staff/me/password', { current_password, password }, { cookie: here });
  const refused = await change('not my password', 'a new long password');
  expect(refused).toMatchObject({ status: 422, json: { error: { fields: { current_password: expect.any(String) } } } });
  expect((await change(testPassword, 'too short')).status).toBe(400);
  expect((await office.stranger.get('/api/v1/staff', { cookie: there })).status).toBe(200);
  expect((await change(testPassword, 'a new long password')).status).toBe(200);
  expect((await office.stranger.get('/api/v1/staff', { cookie: here })).status).toBe(200);
  expect((await office.stranger.get('/api/v1/staff', { cookie: there })).status).toBe(401);
  expect((await signIn('yoon')).status).toBe(401);
  expect((await signIn('yoon', 'a new long password')).status).toBe(200);
  expect((await trail('yoon')).at(-1)).toMatchObject({ actor: 'yoon', action: 'staff.password_changed' });
});

test('guessing the current password in a hijacked session is throttled', async () => {
  await addAccount(office.admin, 'cho');
  const cookie = cookieOf(await signIn('cho'));
  const guess = () =>
    office.stranger.put(
      '/api/v1/staff/me/password',
      { current_password: 'a wrong guess', password: 'a new long password' },
      { cookie },
    );
  const answers = await Promise.all(Array.from({ length: 12 }, guess));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('the open sessions are listed, the last used first, and each can be ended', async () => {
  const idx = await addAccount(office.admin, 'bae');
  const first = cookieOf(await signIn('bae'));
  office.clock.advance(120_000);
  await office.stranger.send({
    method: 'POST',
    url: '/login',
    payload: { id: 'bae', password: testPassword },
    headers: { 'user-agent': 'A reading phone' },
    remoteAddress: '203.0.113.20',
  });
  const list = async () => (await office.admin.get(`/api/v1/staff/${idx}/sessions`)).json.results;
  const [phone, other] = await list();
  expect(phone).toMatchObject({ agent: 'A reading phone', address: '203.0.113.20' });
  expect(phone.created_at - other.created_at).toBe(120);
  const end = () => office.admin.delete(`/api/v1/staff/${idx}/sessions/${other.session_id}`);
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(404);
  expect((await office.stranger.get('/api/v1/staff', { cookie: first })).status).toBe(401);
  expect(await list()).toHaveLength(1);
  expect((await trail('bae', 'session')).at(-1)).toMatchObject({ actor: 'ada', action: 'session.ended' });
});

test('a session is ended only under its own account', async () => {
  const idx = await addAccount(office.admin, 'oh');
  const other = await addAccount(office.admin, 'shin');
  await signIn('oh');
  const { json } = await office.admin.get(`/api/v1/staff/${idx}/sessions`);
  const wrong = await office.admin.delete(`/api/v1/staff/${other}/sessions/${json.results[0].session_id}`);
  expect(wrong.status).toBe(404);
});

test("ending every session of one's own account keeps the current one", async () => {
  const idx = await addAccount(office.admin, 'kwon');
  const [here, there] = [cookieOf(await signIn('kwon')), cookieOf(await signIn('kwon'))];
  const end = () => office.stranger.delete(`/api/v1/staff/${idx}/sessions`, undefined, { cookie: here });
  expect((await end()).json.results).toEqual({ success: true, ended: 1 });
  expect((await end()).json.results).toEqual({ success: true, ended: 0 });
  expect((await office.stranger.get('/api/v1/staff', { cookie: there })).status).toBe(401);
  const page = await office.stranger.get('/staff/sessions', { cookie: here });
  expect(page.body).toShow('This session');
});

test('the list finds accounts by words of ID and name, by a list of IDs, and by their state', async () => {
  const add = (staff_id: string, name: string) =>
    office.admin.post('/api/v1/staff', { staff_id, name, is_admin: true, password: 'correct horse battery' });
  await add('jose.n', 'José Ñandú');
  const { staff_idx } = (await add('min_seo', '김민서')).json.results;
  await office.admin.put(`/api/v1/staff/${staff_idx}`, { disabled: true });
  const found = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await office.admin.get(`/staff?${new URLSearchParams(query)}`);
    const props = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
    return props.found.rows.map((row: { staff_id: string }) => row.staff_id);
  };
  expect(await found({ search_val: 'nandu JOSE' })).toEqual(['jose.n']);
  expect(await found({ search_val: 'n_s' })).toEqual(['min_seo']);
  expect(await found({ search_val: '김민서' })).toEqual(['min_seo']);
  expect(await found({ search_val: 'jose', state: 'disabled' })).toEqual([]);
  expect(await found({ state: 'disabled', search_val: 'seo' })).toEqual(['min_seo']);
  expect(await found({ state: 'maybe', search_val: 'nobody%' })).toEqual([]);
  expect(await found({ search_val: 'MIN_SEO, jose.n\nnobody' })).toEqual(['jose.n', 'min_seo']);
  expect((await office.admin.get('/staff?search_val=min_seo+jose.n+nobody')).body).toShow('Not found: nobody');
});

test('every screen of the accounts is served', async () => {
  const idx = await addAccount(office.admin, 'screen');
  const urls = ['/staff', '/staff/sessions', '/staff/create'];
  for (const url of [...urls, `/staff/update/${idx}`, `/staff/password/${idx}`, `/staff/sessions/${idx}`]) {
    expect((await office.admin.get(url)).status).toBe(200);
  }
});
