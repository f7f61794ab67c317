import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locales } from '#kernel/messages/locale.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { giveAddress, type SmtpDouble, startSmtp } from '#test/smtp-double.ts';
import { addAccount, testPassword } from '../staff.fixture.ts';

const minute = 60_000;
const former = 'mina@library.example';
const next = 'mina@home.example';
let smtp: SmtpDouble;
let office: Office;
let admin: Person;
let mina: Person;
let minaIdx: number;

beforeAll(async () => {
  smtp = await startSmtp();
  office = await startOffice({
    jobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'office@library.example' },
  });
  minaIdx = await addAccount(office.admin, 'mina');
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});

beforeEach(async () => {
  // What the test before left to be sent.
  const waiting = () => office.db.selectFrom('mail').select('mail_idx').where('state', '=', 'waiting').execute();
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  for (const table of ['mail', 'login_failure', 'staff_new_address', 'staff_mail'] as const)
    await office.db.deleteFrom(table).execute();
  await giveAddress(office.db, 'mina', former);
  Object.assign(smtp, { received: [], toRecipient: () => null });
  // Hours pass in these tests, and sessions end.
  admin = await office.signIn('ada', true);
  mina = await office.signIn('mina', true);
});

const settings = async () => (await mina.get('/api/v1/staff/me/mail')).json.results;
const change = (address: string, more: object = {}) =>
  mina.put('/api/v1/staff/me/mail', { address, current_password: testPassword, ...more });
const pattern = /\/login\/address\/[\w-]+/;
/** Waits for as many mails with a link; answers the newest link. */
const linkOf = async (count: number) => {
  const links = () => smtp.received.flatMap(({ mail }) => pattern.exec(mail.text ?? '')?.[0] ?? []);
  await expect.poll(() => links().length, { timeout: 20_000 }).toBe(count);
  return links().at(-1) ?? '';
};
/** Waits for a mail to the address before it. */
const hears = (subject: string) =>
  expect
    .poll(() => smtp.received.map(({ to, mail }) => ({ to, subject: mail.subject })), { timeout: 20_000 })
    .toContainEqual({ to: [former], subject });
const open = (path: string) => office.stranger.get(path);
const use = (path: string) => office.stranger.form(path, {});

describe('A new mail address', () => {
  test('is used once its link is opened, and the old one hears of it', async () => {
    expect((await change(next)).json.results).toMatchObject({
      address: former,
      new_address: { address: next, over: false },
    });
    const path = await linkOf(1);
    expect(smtp.received).toMatchObject([{ to: [next], mail: { subject: 'Confirm your mail address' } }]);
    // Programs for mail open links, too.
    expect((await open(path)).body).toContain(`${next} becomes the mail address of mina.`);
    expect(await settings()).toMatchObject({ address: former });
    expect((await use(path)).body).toContain(`Mail for mina goes to ${next} from now on.`);
    expect(await settings()).toMatchObject({ address: next, new_address: null });
    await hears('Your mail address was changed');
  });

  test('gets no mail before', async () => {
    await change(next);
    await linkOf(1);
    await mina.post('/api/v1/mail/test');
    await hears('Mail works');
  });

  test('has a link that works once, also for two who open it at a time', async () => {
    await change(next);
    const path = await linkOf(1);
    const answers = await Promise.all([use(path), use(path), use(path)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await open(path)).status).toBe(404);
  });

  test('has a link for an hour, and another when it is sent again', async () => {
    await change(next);
    const first = await linkOf(1);
    office.clock.advance(61 * minute);
    mina = await office.signIn('mina', true);
    expect((await use(first)).status).toBe(404);
    expect(await settings()).toMatchObject({ address: former, new_address: { address: next, over: true } });
    expect((await mina.post('/api/v1/staff/me/mail/address')).json.results.new_address).toMatchObject({ over: false });
    const second = await linkOf(2);
    expect((await use(first)).status).toBe(404);
    expect((await use(second)).status).toBe(200);
  });

  test('is given up, and its link with it', async () => {
    await change(next);
    const path = await linkOf(1);
    expect((await mina.delete('/api/v1/staff/me/mail/address')).json.results.new_address).toBeNull();
    expect((await use(path)).status).toBe(404);
    expect((await mina.delete('/api/v1/staff/me/mail/address')).status).toBe(404);
    expect((await mina.post('/api/v1/staff/me/mail/address')).status).toBe(404);
  });

  test('takes the place of another that waits', async () => {
    await change('mina@elsewhere.example');
    const first = await linkOf(1);
    await change(next);
    const second = await linkOf(2);
    expect((await use(first)).status).toBe(404);
    await use(second);
    expect(await settings()).toMatchObject({ address: next });
  });

  test.each([
    [
      'the password was changed',
      () => mina.put('/api/v1/staff/me/password', { current_password: testPassword, password: 'a new long password' }),
    ],
    ['the address was taken away', () => change('')],
  ])('is not used once %s', async (_, act) => {
    await change(next);
    const path = await linkOf(1);
    expect((await act()).status).toBe(200);
    expect((await use(path)).status).toBe(404);
    expect(await admin.put(`/api/v1/staff/${minaIdx}/password`, { password: testPassword })).toMatchObject({
      status: 200,
    });
  });

  test('is not used for an account that is disabled', async () => {
    await change(next);
    const path = await linkOf(1);
    await admin.put(`/api/v1/staff/${minaIdx}`, { disabled: true });
    expect((await use(path)).status).toBe(404);
    await admin.put(`/api/v1/staff/${minaIdx}`, { disabled: false });
    expect((await use(path)).status).toBe(200);
  });

  test('takes the current password, and the version that was read', async () => {
    expect((await mina.put('/api/v1/staff/me/mail', { address: next })).status).toBe(422);
    const { version } = await settings();
    expect((await change(next, { version })).status).toBe(200);
    expect((await change('mina@elsewhere.example', { version })).status).toBe(409);
    expect(await settings()).toMatchObject({ new_address: { address: next } });
  });

  test('leaves no more than five links within a quarter of an hour', async () => {
    await change(next);
    for (let time = 1; time < 5; time += 1) expect((await mina.post('/api/v1/staff/me/mail/address')).status).toBe(200);
    expect((await mina.post('/api/v1/staff/me/mail/address')).status).toBe(429);
    expect((await change('mina@elsewhere.example')).status).toBe(429);
    expect(await settings()).toMatchObject({ new_address: { address: next } });
  });

  test('that is no longer wanted fails in the outbox when its mail is sent again', async () => {
    await change(next);
    await use(await linkOf(1));
    const [{ mail_idx }] = (await admin.get('/api/v1/mail?kind=new_address')).json.results;
    expect((await admin.post(`/api/v1/mail/${mail_idx}/send`)).status).toBe(200);
    await expect
      .poll(async () => (await admin.get('/api/v1/mail?kind=new_address')).json.results[0], { timeout: 20_000 })
      .toMatchObject({ state: 'failed', reason: 'link_over' });
    await linkOf(1);
  });

  test('stands in the trail with who wanted it and what became of it, and no link is stored', async () => {
    await change(next);
    const path = await linkOf(1);
    await use(path);
    const rows = await office.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .orderBy('audit_idx', 'desc')
      .limit(2)
      .execute();
    expect(rows).toMatchObject([
      { action: 'staff.address_confirmed', before: { mail_address: former }, after: { mail_address: next } },
      { action: 'staff.address_requested', after: { new_mail_address: next } },
    ]);
    const stored = JSON.stringify(await office.db.selectFrom('mail').selectAll().execute());
    expect(stored).not.toContain(path.split('/').at(-1));
  });

  test.each(locales)('is confirmed by a mail and on a page in its owner’s language: %s', async (locale) => {
    await mina.put('/api/v1/staff/me/mail', { locale });
    await change(next);
    const path = await linkOf(1);
    const says = {
      en: 'Use this address from now on',
      es: 'Usar esta dirección a partir de ahora',
      jp: '今後このアドレスを使う',
      ko: '앞으로 이 주소 사용',
      tr: 'Bundan sonra bu adresi kullan',
    };
    expect(smtp.received.map(({ mail }) => mail.text).join('\n')).toContain(says[locale]);
    expect((await open(`${path}?lang=${locale}`)).body).toContain(says[locale]);
  });
});

test('Where no mail is sent, an address waits: once mail is sent, its link proves it', async () => {
  const silent = await startOffice();
  await addAccount(silent.admin, 'grace');
  const grace = await silent.signIn('grace', true);
  const address = 'grace@library.example';
  const given = { address, current_password: testPassword };
  const waits = { address: '', new_address: { address, over: true } };
  expect((await grace.put('/api/v1/staff/me/mail', given)).json).toMatchObject({ results: waits });
  // There is no link that could leave.
  expect((await grace.post('/api/v1/staff/me/mail/address')).json.results).toMatchObject(waits);
  const sending = await startOffice({
    beside: silent,
    jobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'office@library.example' },
  });
  const there = await sending.signIn('grace', true);
  expect((await there.post('/api/v1/staff/me/mail/address')).json.results).toMatchObject({
    address: '',
    new_address: { address, over: false },
  });
  expect((await sending.stranger.form(await linkOf(1), {})).status).toBe(200);
  expect((await there.get('/api/v1/staff/me/mail')).json.results).toMatchObject({ address, new_address: null });
  await sending.close();
  await silent.close();
});

test('Where no mail is sent, the address that an administrator gives a new account is used', async () => {
  const silent = await startOffice();
  const account = {
    staff_id: 'grace',
    name: 'Grace',
    is_admin: true,
    password: testPassword,
    mail_address: 'grace@library.example',
  };
  expect(await silent.admin.post('/api/v1/staff', account)).toMatchObject({ status: 200 });
  const grace = await silent.signIn('grace', true);
  expect((await grace.get('/api/v1/staff/me/mail')).json.results).toMatchObject({ address: account.mail_address });
  await silent.close();
});
