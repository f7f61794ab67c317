import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { giveAddress, type SmtpDouble, startSmtp } from '#test/smtp-double.ts';
import { addAccount, testPassword } from '../staff.fixture.ts';

const minute = 60_000;
let smtp: SmtpDouble;
let office: Office;
let mina: number;

beforeAll(async () => {
  smtp = await startSmtp();
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'office@library.example' };
  office = await startOffice({ jobs: true, environment });
  const given = { staff_id: 'mina', name: 'Mina', is_admin: true, mail_address: 'mina@library.example' };
  const added = await office.admin.post('/api/v1/staff', given);
  expect(added.json.results).toMatchObject({ password: null, invited: true });
  mina = added.json.results.staff_idx;
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});

const mails = (count: number) => expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(count);
/** The link of the newest mail. */
const link = () => /\/login\/link\/[\w-]+/.exec(smtp.received.at(-1)?.mail.text ?? '')?.[0] ?? '';
const setPassword = (path: string, password = testPassword) => office.stranger.form(path, { password });
const logIn = (password = testPassword) => office.stranger.post('/login', { id: 'mina', password });
const forgotten = (id = 'mina', from = '192.0.2.1') =>
  office.stranger.send({ method: 'POST', url: '/login/forgotten', payload: { id }, remoteAddress: from });

beforeEach(async () => {
  await office.db.deleteFrom('login_failure').execute();
});

describe('A new colleague', () => {
  test('is invited, chooses a password with the link, and logs in', async () => {
    await mails(1);
    const [{ to, mail } = expect.fail()] = smtp.received;
    expect(to).toEqual(['mina@library.example']);
    expect(mail.text).toContain('Your ID is mina.');
    const path = link();
    expect((await office.stranger.get(path)).body).toContain('New password for mina');
    expect((await setPassword(path)).body).toContain('Your password is set.');
    expect((await logIn()).status).toBe(200);
  });

  test('uses the link once', async () => {
    expect(await setPassword(link(), 'another long password')).toMatchObject({ status: 404 });
    expect((await logIn()).status).toBe(200);
  });

  test('gets a new link if the mail is sent again, and the stored mail has none', async () => {
    const [{ mail_idx }] = (await office.admin.get('/api/v1/mail?kind=invitation')).json.results;
    const { body } = await office.admin.get(`/mail/${mail_idx}`);
    expect(body).toContain('Your ID is mina.');
    expect(body).not.toContain('/login/link/');
    const old = link();
    await office.admin.post(`/api/v1/mail/${mail_idx}/send`);
    await mails(2);
    expect(link()).not.toBe(old);
    const stored = await office.db.selectFrom('mail').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(link().split('/').at(-1));
  });

  test('without a mail address gets a password that is shown once, as before', async () => {
    const { results } = (await office.admin.post('/api/v1/staff', { staff_id: 'jun', name: 'Jun', is_admin: true }))
      .json;
    expect(results).toMatchObject({ password: expect.any(String), invited: false });
  });
});

describe('A forgotten password', () => {
  test('is set by a link, which ends the sessions', async () => {
    const before = await office.signIn('mina', true);
    const count = smtp.received.length;
    expect(await forgotten()).toMatchObject({ status: 202, json: { results: { success: true } } });
    await mails(count + 1);
    expect((await setPassword(link(), 'a new long password')).status).toBe(200);
    expect((await before.get('/api/v1/staff')).status).toBe(401);
    expect((await logIn()).status).toBe(401);
    expect((await logIn('a new long password')).status).toBe(200);
  });

  test('answers the same for an ID that there is not, and sends nothing', async () => {
    const count = smtp.received.length;
    const [known, unknown] = [await forgotten('jun', '192.0.2.2'), await forgotten('nobody', '192.0.2.2')];
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    await expect.poll(() => jobsLeft()).toBe(0);
    expect(smtp.received).toHaveLength(count);
  });

  test('has a link for an hour', async () => {
    const count = smtp.received.length;
    await forgotten('mina', '192.0.2.3');
    await mails(count + 1);
    office.clock.advance(61 * minute);
    expect((await office.stranger.get(link())).status).toBe(404);
    expect((await setPassword(link())).status).toBe(404);
  });

  test('has only the newest link, and none after the password was changed', async () => {
    const count = smtp.received.length;
    await forgotten('mina', '192.0.2.4');
    await mails(count + 1);
    const first = link();
    await forgotten('mina', '192.0.2.4');
    await mails(count + 2);
    expect((await office.stranger.get(first)).status).toBe(404);
    expect((await office.stranger.get(link())).status).toBe(200);
    await office.admin.put(`/api/v1/staff/${mina}/password`, { password: testPassword });
    expect((await setPassword(link(), 'one more long password')).status).toBe(404);
    expect((await logIn()).status).toBe(200);
  });

  test('is refused after five mails for an ID, whether it is one or not', async () => {
    for (const id of ['mina', 'nobody']) {
      for (let time = 0; time < 5; time++) expect((await forgotten(id, '192.0.2.5')).status).toBe(202);
      expect((await forgotten(id, '192.0.2.6')).status).toBe(429);
    }
  });

  test('is counted for an ID as the database compares IDs, however it is written', async () => {
    // The small letter of a sigma is another at the end of a word, but not to the database.
    const [one, other] = ['A\u03a3', 'a\u03c3'];
    for (let time = 0; time < 5; time++) expect((await forgotten(one, '192.0.2.8')).status).toBe(202);
    expect((await forgotten(other, '192.0.2.8')).status).toBe(429);
  });

  test('does not become a common or a short one, and the link stays', async () => {
    office.clock.advance(16 * minute);
    await expect.poll(() => jobsLeft()).toBe(0);
    await expect.poll(async () => (await office.admin.get('/api/v1/mail?state=waiting')).json.total).toBe(0);
    const path = link();
    expect((await setPassword(path, 'short')).status).toBe(422);
    expect((await setPassword(path, 'password123')).status).toBe(422);
    expect((await setPassword(path)).status).toBe(200);
  });

  test('is no way past a second factor, nor for an account that is disabled', async () => {
    const count = smtp.received.length;
    await forgotten('mina', '192.0.2.7');
    await mails(count + 1);
    await office.admin.put(`/api/v1/staff/${mina}`, { disabled: true });
    expect((await setPassword(link(), 'one more long password')).status).toBe(404);
    await office.admin.put(`/api/v1/staff/${mina}`, { disabled: false });
  });
});

describe('A log-in with another browser', () => {
  const chrome = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' };
  const enter = (headers: Record<string, string>) =>
    office.stranger.post('/login', { id: 'mina', password: testPassword }, headers);

  test('is mailed to the owner, once for each browser, unless they declined', async () => {
    const count = smtp.received.length;
    expect((await enter(chrome)).status).toBe(200);
    await mails(count + 1);
    const { mail } = smtp.received.at(-1) ?? expect.fail();
    expect(mail.subject).toBe('New log-in: Chrome, Linux');
    expect(mail.text).toContain('/staff/sessions');
    await enter(chrome);
    const person = await office.signIn('mina', true);
    await person.put('/api/v1/staff/me/mail', { choices: { device: false } });
    await enter({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
    await person.put('/api/v1/staff/me/mail', { choices: { device: true } });
    await enter({ 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/140.0' });
    await mails(count + 2);
    expect(smtp.received.at(-1)?.mail.subject).toBe('New log-in: Firefox, macOS');
  });
});

describe('A mail address', () => {
  test('that is taken away leaves the choices, and the version that another tab has', async () => {
    await addAccount(office.admin, 'grace');
    await giveAddress(office.db, 'grace', 'grace@library.example');
    const person = await office.signIn('grace', true);
    const change = (body: object) => person.put('/api/v1/staff/me/mail', { ...body, current_password: testPassword });
    const { version: read } = (await change({ locale: 'ko', choices: { week: true, device: false } })).json.results;
    await change({ address: '' });
    const { results } = (await person.get('/api/v1/staff/me/mail')).json;
    expect(results).toMatchObject({ address: '', locale: 'ko', version: read + 1 });
    const chosen = results.kinds.filter(({ on }: { on: boolean }) => on).map(({ kind }: { kind: string }) => kind);
    expect(chosen).toContain('week');
    expect(chosen).not.toContain('device');
    expect((await change({ locale: 'en', version: read })).status).toBe(409);
    expect((await change({ locale: 'en', version: read + 1 })).status).toBe(200);
  });

  test('that is taken away gets no mail', async () => {
    const person = await office.signIn('grace', true);
    expect((await person.post('/api/v1/mail/test')).status).toBe(409);
  });
});

/** How many mails and requests for one are not done yet. */
const jobsLeft = async () => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from pgboss.job where name = 'staff.forgotten' and state < 'completed')
      + (select count(*) from mail where state = 'waiting') as count`.execute(office.db);
  return Number(rows[0]?.count);
};
