import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Answer, type Office, type Person, startOffice } from '#test/app.ts';
import { ensureFirstAdmin } from '../first-admin.service.ts';
import { addAccount, testPassword } from '../staff.fixture.ts';
import { Authenticator } from './authenticator.fixture.ts';

let office: Office;
let kim: Person;
let kimIdx: number;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.db.deleteFrom('staff').where('staff_id', '=', 'kim').execute();
  for (const table of ['login_failure', 'setting', 'audit'] as const) await office.db.deleteFrom(table).execute();
  kimIdx = await addAccount(office.admin, 'kim');
  kim = await office.signIn('kim', true);
});

const sidOf = ({ headers }: Answer) => {
  const [cookie] = [headers['set-cookie']].flat();
  return typeof cookie === 'string' ? (cookie.split(';')[0] ?? '') : '';
};

async function optionsOf(person: Person, url: string): Promise<{ challenge: string }> {
  return (await person.post(url)).json.results;
}
const toAdd = (person = kim) => optionsOf(person, '/api/v1/passkey/options');
const toLogIn = () => optionsOf(office.stranger, '/login/passkey/options');

async function added(more: object = {}): Promise<{ device: Authenticator; keyIdx: number }> {
  const device = new Authenticator();
  const answer = await kim.post('/api/v1/passkey', { ...device.register(await toAdd()), ...more });
  expect(answer.status).toBe(200);
  return { device, keyIdx: answer.json.results.key_idx };
}

const enter = (answer: object) => office.stranger.post('/login/passkey', answer);
const logIn = async (device: Authenticator, flaws = {}) => enter(device.answer(await toLogIn(), flaws));
const list = async () => (await kim.get('/api/v1/passkey')).json.results;
const trail = async () => {
  const rows = await office.db.selectFrom('audit').select('action').orderBy('audit_idx').execute();
  return rows.map(({ action }) => action);
};
const needMore = () =>
  office.db.insertInto('setting').values({ key: 'staff.admins_need_two_factor', value: 'true' }).execute();
const refusedBy = (code: string, status = 401) => ({ status, json: { error: { code } } });

describe('A passkey', () => {
  test('is added without a password, and logs in without an ID', async () => {
    const { device, keyIdx } = await added();
    const entered = await enter({ ...device.answer(await toLogIn()), next: '/agegroup' });
    expect(entered).toMatchObject({ status: 200, json: { results: { next: '/agegroup' } } });
    expect((await office.stranger.get('/agegroup', { cookie: sidOf(entered) })).status).toBe(200);
    const [key] = await list();
    expect(key).toMatchObject({ key_idx: keyIdx, rp_id: 'localhost', synced: false, copied: false });
    expect(key.used_at).toBe(Math.floor(office.clock.now().getTime() / 1000));
    expect(await trail()).toEqual(expect.arrayContaining(['staff.passkey_added', 'session.opened']));
  });

  test('has a name, which its owner changes', async () => {
    const { keyIdx } = await added({ name: 'Blue security key' });
    expect((await kim.put(`/api/v1/passkey/${keyIdx}`, { name: 'Green key' })).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'Green key', version: 2 }]);
    const late = await kim.put(`/api/v1/passkey/${keyIdx}`, { name: 'Red key', version: 1 });
    expect(late).toMatchObject(refusedBy('error.stale', 409));
    expect(await kim.put(`/api/v1/passkey/${keyIdx}`, { name: ' ' })).toMatchObject({ status: 400 });
    expect(await office.admin.put(`/api/v1/passkey/${keyIdx}`, { name: 'Mine' })).toMatchObject(
      refusedBy('staff.passkey_not_found', 404),
    );
  });

  test('may be one of several; the others go on when one is removed', async () => {
    const laptop = await added();
    const phone = await added();
    expect((await logIn(phone.device)).status).toBe(200);
    expect((await kim.delete(`/api/v1/passkey/${phone.keyIdx}`)).status).toBe(200);
    expect(await logIn(phone.device)).toMatchObject(refusedBy('login.passkey_unknown'));
    expect((await logIn(laptop.device)).status).toBe(200);
    expect(await office.admin.delete(`/api/v1/passkey/${laptop.keyIdx}`)).toMatchObject(
      refusedBy('staff.passkey_not_found', 404),
    );
  });

  test('stands for the second factor', async () => {
    const { device } = await added();
    await needMore();
    expect((await logIn(device)).status).toBe(200);
  });

  test('of a disabled account is unknown', async () => {
    const { device } = await added();
    await office.admin.put(`/api/v1/staff/${kimIdx}`, { disabled: true });
    expect(await logIn(device)).toMatchObject(refusedBy('login.passkey_unknown'));
  });

  test('never redirects to another site', async () => {
    const { device } = await added();
    const entered = await enter({ ...device.answer(await toLogIn()), next: '//evil.example' });
    expect(entered.json.results.next).toBe('/');
  });

  test('cannot be added twice, nor more than twenty to an account', async () => {
    const device = new Authenticator();
    expect((await kim.post('/api/v1/passkey', device.register(await toAdd()))).status).toBe(200);
    const again = await office.admin.post('/api/v1/passkey', device.register(await toAdd(office.admin)));
    expect(again).toMatchObject(refusedBy('staff.passkey_taken', 409));
    for (let more = 1; more < 20; more++) await added();
    const last = await kim.post('/api/v1/passkey', new Authenticator().register(await toAdd()));
    expect(last).toMatchObject(refusedBy('staff.passkeys_enough', 422));
  });
});

describe('An answer is refused', () => {
  test.each([
    ['of another origin', { origin: 'http://localhost.evil.example' }],
    ['for another host name', { rpId: 'evil.example' }],
    ['whose authenticator did not verify its owner', { unverified: true }],
  ])('%s, when logging in and when adding a passkey', async (_what, flaws) => {
    const { device } = await added();
    expect(await logIn(device, flaws)).toMatchObject(refusedBy('login.passkey_wrong'));
    const refused = await kim.post('/api/v1/passkey', new Authenticator().register(await toAdd(), flaws));
    expect(refused).toMatchObject(refusedBy('staff.passkey_refused', 422));
    expect((await logIn(device)).status).toBe(200);
  });

  test('that comes a second time, or three times at once', async () => {
    const device = new Authenticator();
    await kim.post('/api/v1/passkey', device.register(await toAdd(), { counter: 0 }));
    const answer = device.answer(await toLogIn(), { counter: 0 });
    const answers = await Promise.all([enter(answer), enter(answer), enter(answer)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    expect((await enter(answer)).status).toBe(401);
    expect(
      await office.db.selectFrom('session').select('agent').where('staff_idx', '=', kimIdx).execute(),
    ).toHaveLength(2);
  });

  test('after ten minutes', async () => {
    const { device } = await added();
    const late = device.answer(await toLogIn());
    const lateKey = new Authenticator().register(await toAdd());
    office.clock.advance(600_001);
    expect(await enter(late)).toMatchObject(refusedBy('login.passkey_wrong'));
    expect(await kim.post('/api/v1/passkey', lateKey)).toMatchObject(refusedBy('staff.passkey_refused', 422));
  });

  test('to a challenge of another account, of another purpose, or of nobody', async () => {
    const { device } = await added();
    const foreign = new Authenticator().register(await toAdd(office.admin));
    expect(await kim.post('/api/v1/passkey', foreign)).toMatchObject(refusedBy('staff.passkey_refused', 422));
    expect(await enter(device.answer(await toAdd()))).toMatchObject(refusedBy('login.passkey_wrong'));
    expect(await enter(device.answer({ challenge: 'bm9ib2R5' }))).toMatchObject(refusedBy('login.passkey_wrong'));
  });

  test('with the signature of another key', async () => {
    const { device } = await added();
    const forged = new Authenticator().answer(await toLogIn());
    const { id, rawId } = device.answer(await toLogIn());
    expect(await enter({ ...forged, id, rawId })).toMatchObject(refusedBy('login.passkey_wrong'));
  });

  test.each([
    ['nothing', {}],
    ['no base64', { id: '<script>' }],
    [
      'client data that is no JSON',
      { response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } },
    ],
    ['authenticator data that is cut off', { response: { authenticatorData: 'AAAA' } }],
  ])('that holds %s', async (_what, broken) => {
    const { device } = await added();
    const whole = device.answer(await toLogIn());
    const response = { ...whole.response, ...('response' in broken ? broken.response : {}) };
    const sent = Object.keys(broken).length === 0 ? {} : { ...whole, ...broken, response };
    expect([400, 401]).toContain((await enter(sent)).status);
  });

  test('after too many failures of one address, until the wait is over', async () => {
    const { device } = await added();
    const at = office.clock.now().toISOString();
    const failures = Array.from({ length: 100 }, () => ({ key: 'ip:127.0.0.1', at }));
    await office.db.insertInto('login_failure').values(failures).execute();
    const throttled = await logIn(device);
    expect(throttled).toMatchObject(refusedBy('staff.throttled', 429));
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(800);
    office.clock.advance(900_000);
    expect((await logIn(device)).status).toBe(200);
  });
});

describe('A copied passkey', () => {
  test('is refused from then on, marked, and shown to every administrator until it is removed', async () => {
    const { device, keyIdx } = await added();
    expect((await logIn(device, { counter: 7 })).status).toBe(200);
    expect(await logIn(device, { counter: 7 })).toMatchObject(refusedBy('login.passkey_copied'));
    expect(await logIn(device, { counter: 8 })).toMatchObject(refusedBy('login.passkey_copied'));
    expect(await list()).toMatchObject([{ copied: true }]);
    expect((await trail()).filter((action) => action === 'staff.passkey_copied')).toHaveLength(1);
    const home = () => office.admin.get('/');
    expect((await home()).body).toShow('of kim was copied');
    await kim.delete(`/api/v1/passkey/${keyIdx}`);
    expect((await home()).body).not.toShow('of kim was copied');
  });

  test('is told by a counter that stands still; an authenticator that does not count is none', async () => {
    const { device } = await added();
    expect((await logIn(device, { counter: 9 })).status).toBe(200);
    expect(await logIn(device, { counter: 0 })).toMatchObject(refusedBy('login.passkey_copied'));
    const synced = new Authenticator();
    await kim.post('/api/v1/passkey', synced.register(await toAdd(), { counter: 0 }));
    for (const counter of [0, 0]) expect((await logIn(synced, { counter })).status).toBe(200);
  });
});

describe('Where administrators need a passkey or two-factor', () => {
  const password = () => office.stranger.post('/login', { id: 'kim', password: testPassword });

  test('a password alone is not enough for one who has a passkey, and sets up no two-factor', async () => {
    await added();
    expect((await password()).status).toBe(200);
    await needMore();
    expect(await password()).toMatchObject(refusedBy('login.passkey_needed', 403));
    const page = await office.stranger.form('/login', { id: 'kim', password: testPassword });
    expect(page.status).toBe(403);
    expect(page.body).toShow('Log in with your passkey');
  });

  test('the last passkey stays, until there is another or the setting is off', async () => {
    const { keyIdx } = await added();
    await needMore();
    const remove = () => kim.delete(`/api/v1/passkey/${keyIdx}`);
    expect(await remove()).toMatchObject(refusedBy('staff.passkey_last', 422));
    await added();
    expect((await remove()).status).toBe(200);
  });
});

describe('Somebody who lost their devices', () => {
  test('gets their passkeys removed by another administrator', async () => {
    const { device } = await added();
    const url = `/api/v1/staff/${kimIdx}/passkey`;
    expect(await kim.delete(url)).toMatchObject(refusedBy('staff.passkey_own', 422));
    expect(await office.admin.delete(url)).toMatchObject({ status: 200, json: { results: { removed: 1 } } });
    expect(await office.admin.delete(url)).toMatchObject(refusedBy('staff.passkey_not_found', 404));
    expect(await logIn(device)).toMatchObject(refusedBy('login.passkey_unknown'));
    expect(await trail()).toContain('staff.passkeys_removed');
  });

  test('is let in again at the start of the office', async () => {
    const { device } = await added();
    await needMore();
    await office.app.work.write(systemCaller('test'), (ctx) =>
      ensureFirstAdmin(ctx, { adminId: 'kim', adminPassword: 'another long password', adminReset: true }),
    );
    expect(await logIn(device)).toMatchObject(refusedBy('login.passkey_unknown'));
    const answer = await office.stranger.post('/login', { id: 'kim', password: 'another long password' });
    expect(answer).toMatchObject(refusedBy('login.second_factor_setup', 403));
  });
});

test('At an address that cannot have passkeys the calls and the screens say so', async () => {
  await added();
  const host = { host: '10.0.0.5:3000' };
  const unavailable = refusedBy('staff.passkey_unavailable', 409);
  expect(await office.stranger.post('/login/passkey/options', undefined, host)).toMatchObject(unavailable);
  expect(await kim.post('/api/v1/passkey/options', undefined, host)).toMatchObject(unavailable);
  const said = 'Passkeys need https and a host name. This address is http://10.0.0.5:3000.';
  expect((await office.stranger.get('/login', host)).body).toShow(said);
  expect((await kim.get('/staff/sessions', host)).body).toShow(said);
});

test('The log-in page offers a passkey once somebody has one', async () => {
  expect((await office.stranger.get('/login')).body).not.toShow('Use a passkey');
  await added();
  expect((await office.stranger.get('/login')).body).toShow('Use a passkey');
});

test('A new password is none of the most common ones', async () => {
  const body = { current_password: testPassword, password: 'Password123', version: 1 };
  const own = await kim.put('/api/v1/staff/me/password', body);
  expect(own).toMatchObject({
    status: 400,
    json: { error: { fields: { password: expect.stringContaining('common') } } },
  });
  const reset = await office.admin.put(`/api/v1/staff/${kimIdx}/password`, { password: '1234567890' });
  expect(reset.status).toBe(400);
});
