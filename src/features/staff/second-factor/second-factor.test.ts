import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { addAccount, testPassword } from '../staff.fixture.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

let office: Office;
let kim: number;
let cookie: string;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.db.deleteFrom('staff').where('staff_id', '=', 'kim').execute();
  await office.db.deleteFrom('login_failure').execute();
  await office.db.deleteFrom('setting').execute();
  await office.db.deleteFrom('audit').execute();
  kim = await addAccount(office.admin, 'kim');
  cookie = sidOf(await logIn());
  // The next time step: the codes of the previous test are used up.
  office.clock.advance(30_000);
});

const cookieNamed = ({ headers }: Answer, name: string) =>
  [headers['set-cookie']]
    .flat()
    .flatMap((one) => (typeof one === 'string' && one.startsWith(`${name}=`) ? [one] : []))[0];
const sidOf = (answer: Answer) => cookieNamed(answer, 'sid')?.split(';')[0] ?? '';

/** The code of a time step: the current one, or this many before or after. */
const code = (steps = 0, of = secret) =>
  new TOTP({ secret: of }).generate({ timestamp: office.clock.now().getTime() + steps * 30_000 });

const logIn = (more: object = {}) => office.stranger.post('/login', { id: 'kim', password: testPassword, ...more });
const own = '/api/v1/staff/me/second_factor';
const proof = (otp = code()) => ({ current_password: testPassword, otp });
const turnOn = (given: object = {}) => office.stranger.post(own, { ...proof(), secret, ...given }, { cookie });
const needTwoFactor = () => office.admin.put('/api/v1/setting/staff.admins_need_two_factor', { value: true });
const trail = async () =>
  (
    await office.db.selectFrom('audit').select('action').where('entity', '=', 'staff').orderBy('audit_idx').execute()
  ).map(({ action }) => action);

describe('Two-factor is set up', () => {
  test('with the password and a first code, and shows ten recovery codes only once', async () => {
    const on = await turnOn();
    expect(on.status).toBe(200);
    const codes: string[] = on.json.results.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect((await trail()).at(-1)).toBe('staff.two_factor_on');
    const [row] = (await office.admin.get('/api/v1/staff')).json.results.filter(
      ({ staff_idx }: { staff_idx: number }) => staff_idx === kim,
    );
    expect(row).toMatchObject({ two_factor: true, has_password: true });
    expect((await office.admin.get('/staff')).body).toShow('Password, Two-factor');
  });

  test('by a QR code for the app, with the same key to type', async () => {
    const { body } = await office.stranger.get('/staff/second-factor', { cookie });
    expect(body).toShow(/<svg viewBox="0 0 \d+ \d+" role="img" aria-label="QR code for the authenticator app"/);
    const [, shown = ''] = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(body) ?? [];
    expect(shown.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{32}$/);
    const again = await office.stranger.get('/staff/second-factor', { cookie });
    expect(again.body).not.toShow(shown);
  });

  test.each([
    ['a wrong password', { current_password: 'wrong' }, 'staff.current_wrong', 'current_password'],
    ['a wrong code', { otp: '000000' }, 'login.code_wrong', 'otp'],
  ])('not with %s', async (_what, given, error, field) => {
    const refused = await turnOn(given);
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { code: error, fields: { [field]: expect.any(String) } } },
    });
    expect((await logIn()).status).toBe(200);
  });

  test('not with a secret that apps cannot use, and not twice', async () => {
    for (const bad of ['', 'short', '1'.repeat(32), secret.toLowerCase()]) {
      expect((await turnOn({ secret: bad })).status).toBe(400);
    }
    await turnOn();
    const again = await turnOn({ otp: code(1) });
    expect(again).toMatchObject({ status: 409, json: { error: { code: 'staff.two_factor_is_on' } } });
  });

  test('and neither the secret nor a recovery code can be read in the database or the trail', async () => {
    const { json } = await turnOn();
    const factor = await office.db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow();
    const kept = await office.db.selectFrom('recovery_code').selectAll().execute();
    const audit = await office.db.selectFrom('audit').selectAll().execute();
    const text = JSON.stringify([factor, kept, audit]) + factor.secret.toString('latin1');
    expect(text).not.toContain(secret);
    for (const one of json.results.recovery_codes) expect(text).not.toContain(one);
  });
});

describe('A client that sends JSON', () => {
  test('is told that a code is needed, and sends it with the next request', async () => {
    await turnOn();
    const answer = await logIn();
    expect(answer).toMatchObject({
      status: 401,
      json: { error: { code: 'login.second_factor', fields: { otp: 'Enter the code from your authenticator app.' } } },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    office.clock.advance(30_000);
    const right = await logIn({ otp: code() });
    expect(right.status).toBe(200);
    expect((await office.stranger.get('/api/v1/staff', { cookie: sidOf(right) })).status).toBe(200);
  });

  test('is not told that a code is needed where the password is wrong', async () => {
    await turnOn();
    const refused = await logIn({ password: 'wrong', otp: code(1) });
    expect(refused).toMatchObject({ status: 401, json: { error: { code: 'staff.sign_in_failed' } } });
  });
});

describe('A code', () => {
  beforeEach(async () => {
    await turnOn();
    office.clock.advance(90_000);
  });
  const statusOf = async (otp: string) => (await logIn({ otp })).status;

  test('opens one session, not two, even when it comes twice at once', async () => {
    const otp = code();
    const answers = await Promise.all([statusOf(otp), statusOf(otp), statusOf(otp)]);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  test('of the previous or next step is accepted, one of two steps before or after is not', async () => {
    expect(await statusOf(code(-2))).toBe(401);
    expect(await statusOf(code(2))).toBe(401);
    expect(await statusOf(code(-1))).toBe(200);
    expect(await statusOf(code(1))).toBe(200);
    expect(await statusOf(code(0))).toBe(401);
  });

  test('that was used to set up cannot be used to log in', async () => {
    office.clock.advance(-90_000);
    expect(await statusOf(code())).toBe(401);
  });

  test('may be typed with a space; anything else is wrong', async () => {
    for (const wrong of ['', '12345', '1234567', '１２３４５６']) expect(await statusOf(wrong)).toBe(401);
    expect(await statusOf(code().replace(/^.../, '$& '))).toBe(200);
  });

  test('that is wrong five times blocks the account for a while, with a right one as well', async () => {
    for (let tries = 0; tries < 5; tries++) expect(await statusOf('000000')).toBe(401);
    const throttled = await logIn({ otp: code() });
    expect(throttled).toMatchObject({ status: 429, json: { error: { code: 'login.code_throttled' } } });
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(800);
    office.clock.advance(900_000);
    expect(await statusOf(code())).toBe(200);
  });

  test('guessed by many at once is not tried more than five times', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => statusOf(`00000${index % 10}`)));
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(7);
  });

  test('that is right clears the wrong ones before', async () => {
    for (let tries = 0; tries < 4; tries++) await statusOf('000000');
    expect(await statusOf(code())).toBe(200);
    for (let tries = 0; tries < 4; tries++) expect(await statusOf('000000')).toBe(401);
  });
});

describe('A recovery code', () => {
  test('logs in once, however it is typed, and the trail shows how many are left', async () => {
    const { json } = await turnOn();
    const [first = '', second = ''] = json.results.recovery_codes;
    expect((await logIn({ otp: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await logIn({ otp: first })).status).toBe(401);
    expect((await logIn({ otp: second })).status).toBe(200);
    const used = await office.db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'staff.recovery_code_used')
      .orderBy('audit_idx')
      .execute();
    expect(used.map(({ after }) => after)).toEqual([{ recovery_codes: 9 }, { recovery_codes: 8 }]);
  });

  test('is for one account only, and invalid after new ones were created', async () => {
    const { json } = await turnOn();
    const [first = ''] = json.results.recovery_codes;
    office.clock.advance(30_000);
    const renewed = await office.stranger.post('/api/v1/staff/me/recovery_codes', proof(), { cookie });
    expect(renewed.json.results.recovery_codes).toHaveLength(10);
    expect((await logIn({ otp: first })).status).toBe(401);
    expect((await logIn({ otp: renewed.json.results.recovery_codes[0] })).status).toBe(200);
  });
});

describe('Two-factor is switched off', () => {
  test('by its owner, with the password and a code', async () => {
    await turnOn();
    office.clock.advance(30_000);
    const wrong = await office.stranger.delete(own, proof('000000'), { cookie });
    expect(wrong).toMatchObject({ status: 422, json: { error: { code: 'login.code_wrong' } } });
    expect((await office.stranger.delete(own, proof(), { cookie })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    const again = await office.stranger.delete(own, proof(code(1)), { cookie });
    expect(again).toMatchObject({ status: 404, json: { error: { code: 'staff.two_factor_is_off' } } });
  });

  test('by an administrator for somebody who lost their phone, which is in the trail', async () => {
    await turnOn();
    const url = `/api/v1/staff/${kim}/second_factor`;
    expect((await office.admin.delete(url)).status).toBe(200);
    expect((await trail()).at(-1)).toBe('staff.two_factor_off');
    expect((await logIn()).status).toBe(200);
    expect((await office.admin.delete(url)).status).toBe(404);
    expect((await office.admin.delete('/api/v1/staff/999999/second_factor')).status).toBe(404);
    const ownOne = await office.stranger.delete(url, undefined, { cookie });
    expect(ownOne).toMatchObject({ status: 422, json: { error: { code: 'staff.two_factor_own' } } });
  });

  test('by its owner where administrators need it, and all their sessions end', async () => {
    await turnOn();
    await needTwoFactor();
    office.clock.advance(30_000);
    expect((await office.stranger.delete(own, proof(), { cookie })).status).toBe(200);
    expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
  });
});

describe('On the sign-in page', () => {
  const form = (url: string, fields: Record<string, string>, ticket = '') =>
    office.stranger.form(url, fields, ticket ? { cookie: ticket } : {});
  const password = (next = '/agegroup') => form('/login', { id: 'kim', password: testPassword, next });
  const ticketOf = (answer: Answer) => cookieNamed(answer, 'step')?.split(';')[0] ?? '';

  test('the code is asked after the password, and leads to the requested page', async () => {
    await turnOn();
    office.clock.advance(30_000);
    const first = await password();
    expect(first).toMatchObject({ status: 303, headers: { location: '/login/code?next=%2Fagegroup' } });
    expect(sidOf(first)).toBe('');
    expect(cookieNamed(first, 'step')).toMatch(/; Max-Age=600; Path=\/login; HttpOnly; SameSite=Lax$/);
    const page = await office.stranger.get('/login/code?next=/agegroup', { cookie: ticketOf(first) });
    expect(page.body).toShow(/<form[^>]*action="\/login\/code\?lang=en&amp;next=%2Fagegroup"[^>]*method="post"/);
    const wrong = await form('/login/code?next=/agegroup', { otp: '000000' }, ticketOf(first));
    expect(wrong.status).toBe(401);
    expect(wrong.body).toShow('This code is wrong, too old or already used.');
    const right = await form('/login/code?next=/agegroup', { otp: code() }, ticketOf(first));
    expect(right).toMatchObject({ status: 303, headers: { location: '/agegroup' } });
    expect((await office.stranger.get('/agegroup', { cookie: sidOf(right) })).status).toBe(200);
  });

  test('the page says how long to wait after too many wrong codes', async () => {
    await turnOn();
    const ticket = ticketOf(await password());
    for (let tries = 0; tries < 5; tries++) await form('/login/code', { otp: '000000' }, ticket);
    const throttled = await form('/login/code', { otp: code(1) }, ticket);
    expect(throttled.status).toBe(429);
    expect(throttled.body).toShow('Too many wrong codes. Try again in 15 minutes.');
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(800);
  });

  test('without the password, after too long or after a new password the sign-in starts over', async () => {
    await turnOn();
    const ticket = ticketOf(await password());
    const anew = { status: 303, headers: { location: '/login?next=%2Fagegroup' } };
    const forged = `step=${Buffer.alloc(90).toString('base64url')}`;
    for (const shown of ['', 'step=', 'step=%ff', forged, `${ticket}x`.replace(/^step=./, 'step=A')]) {
      expect(await office.stranger.get('/login/code?next=/agegroup', shown ? { cookie: shown } : {})).toMatchObject(
        anew,
      );
      expect(await form('/login/code?next=/agegroup', { otp: code(1) }, shown)).toMatchObject(anew);
    }
    await office.admin.put(`/api/v1/staff/${kim}/password`, { password: `${testPassword}!` });
    expect(await form('/login/code?next=/agegroup', { otp: code(1) }, ticket)).toMatchObject(anew);
    await office.admin.put(`/api/v1/staff/${kim}/password`, { password: testPassword });
    const late = ticketOf(await password());
    office.clock.advance(600_001);
    expect(await form('/login/code?next=/agegroup', { otp: code() }, late)).toMatchObject(anew);
  });

  test('never redirects to another site', async () => {
    await turnOn();
    office.clock.advance(30_000);
    const first = await password('//evil.example');
    expect(first.headers).toMatchObject({ location: '/login/code' });
    const right = await form('/login/code?next=//evil.example', { otp: code() }, ticketOf(first));
    expect(right.headers).toMatchObject({ location: '/' });
  });

  test('where administrators need two-factor, one without it sets it up while signing in', async () => {
    await needTwoFactor();
    const first = await password();
    expect(first).toMatchObject({ status: 303, headers: { location: '/login/setup?next=%2Fagegroup' } });
    expect(sidOf(first)).toBe('');
    const ticket = ticketOf(first);
    const page = await office.stranger.get('/login/setup?next=/agegroup', { cookie: ticket });
    const [, made = ''] = /name="secret" value="([A-Z2-7]{32})"/.exec(page.body) ?? [];
    const wrong = await form('/login/setup?next=/agegroup', { secret: made, otp: '000000' }, ticket);
    expect(wrong.status).toBe(422);
    expect(wrong.body).toShow(`value="${made}"`);
    const done = await form('/login/setup?next=/agegroup', { secret: made, otp: code(0, made) }, ticket);
    expect(done.status).toBe(200);
    expect(done.body.match(/<code[^>]*>[a-z2-9-]{19}<\/code>/g)).toHaveLength(10);
    expect(done.body).toShow('href="/agegroup"');
    expect((await office.stranger.get('/agegroup', { cookie: sidOf(done) })).status).toBe(200);
    expect(await logIn()).toMatchObject({ status: 401, json: { error: { code: 'login.second_factor' } } });
  });

  test('an account with two-factor cannot set it up again with only the password', async () => {
    await turnOn();
    await needTwoFactor();
    const ticket = ticketOf(await password());
    const other = 'A'.repeat(32);
    for (const answer of [
      await office.stranger.get('/login/setup', { cookie: ticket }),
      await form('/login/setup', { secret: other, otp: code(0, other) }, ticket),
    ]) {
      expect(answer).toMatchObject({ status: 303, headers: { location: '/login/code' } });
    }
  });

  test('the requirement does not affect accounts without admin rights, nor an open session', async () => {
    await needTwoFactor();
    expect((await office.stranger.get('/agegroup', { cookie })).status).toBe(200);
    expect(await logIn()).toMatchObject({ status: 403, json: { error: { code: 'login.second_factor_setup' } } });
    await office.db.updateTable('staff').set({ is_admin: false }).where('staff_idx', '=', kim).execute();
    expect((await logIn()).status).toBe(200);
  });
});
