import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locales } from '#kernel/messages/locale.ts';
import { type Office, type OfficeOptions, type Person, startOffice } from '#test/app.ts';
import { giveAddress, type SmtpDouble, startSmtp } from '#test/smtp-double.ts';

const minute = 60_000;
const many = process.env['TEST_LONG'] === '1' ? 10_000 : 40;
let smtp: SmtpDouble;
let office: Office;
let admin: Person;

const withMail = (url: string, options: OfficeOptions = {}) =>
  startOffice({
    jobs: true,
    ...options,
    environment: { SMTP_URL: url, MAIL_FROM: 'Library Office <office@library.example>', ...options.environment },
  });

beforeAll(async () => {
  smtp = await startSmtp();
  office = await withMail(smtp.url);
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});

beforeEach(async () => {
  await office.db.deleteFrom('mail').execute();
  // Days pass in these tests, and sessions end.
  admin = await office.signIn('ada', true);
  Object.assign(smtp, { received: [], toRecipient: () => null, toMail: () => null, handed: 0 });
  await giveAddress(office.db, 'ada', 'ada@library.example');
});

const outbox = async () => (await admin.get('/api/v1/mail')).json.results;
const only = async () => (await outbox())[0];
const sendTest = () => admin.post('/api/v1/mail/test');
const again = (mailIdx: number) => admin.post(`/api/v1/mail/${mailIdx}/send`);
/** The next try of a mail is due. */
const later = () => sql`update mail set next_at = now() where state = 'waiting' and claim is null`.execute(office.db);
const until = (state: object) => expect.poll(only).toMatchObject(state);
const one = async (mailIdx: number) =>
  (await outbox()).find(({ mail_idx }: { mail_idx: number }) => mail_idx === mailIdx);
/** Another mail has been tried that is made now: by then all that were due before it have been, too. */
async function untilNextIs(state: object): Promise<void> {
  const earlier = (await outbox()).map(({ mail_idx }: { mail_idx: number }) => mail_idx);
  await sendTest();
  const next = async () => (await outbox()).find(({ mail_idx }: { mail_idx: number }) => !earlier.includes(mail_idx));
  await expect.poll(next).toMatchObject(state);
}

describe('What failed', () => {
  const allAgain = () => admin.post('/api/v1/mail/send');
  const three = async () => {
    smtp.toRecipient = () => ({ code: 550, text: 'No such mailbox' });
    for (let n = 0; n < 3; n += 1) await sendTest();
    await expect
      .poll(async () => (await outbox()).map(({ state }: { state: string }) => state))
      .toEqual(['failed', 'failed', 'failed']);
    smtp.toRecipient = () => null;
  };

  test('is sent again with one call, each once however often it is made, and the trail has each', async () => {
    await three();
    const first = await only();
    await sql`update mail set state = 'unsure' where mail_idx = ${first.mail_idx}`.execute(office.db);
    const answers = await Promise.all([allAgain(), allAgain(), allAgain()]);
    const counts = answers.map(({ json }) => json.results.count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(answers.map(({ json }) => json.results.left)).toContain(0);
    await expect.poll(() => smtp.received.length).toBe(2);
    await expect
      .poll(async () => (await outbox()).map(({ state }: { state: string }) => state))
      .toEqual(['unsure', 'sent', 'sent']);
    expect(smtp.handed).toBe(2);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit where action = 'mail.sent_again'
        and entity_id in (select mail_idx::text from mail)`.execute(office.db);
    expect(rows).toEqual([{ count: 2 }]);
    expect((await allAgain()).json.results).toEqual({ count: 0, left: 0 });
  });

  test('is offered on the outbox with its number, and is not for others than administrators', async () => {
    await three();
    expect((await admin.get('/mail')).body).toContain('Send 3 failed mails again…');
    expect((await office.staff.post('/api/v1/mail/send')).status).toBe(403);
  });
});

describe('A mail', () => {
  test('leaves at once, with text beside HTML, and the outbox says so', async () => {
    expect(await sendTest()).toMatchObject({ status: 200 });
    await until({ state: 'sent', to: 'ada@library.example', kind: 'test', tries: 1, reason: null, next_at: 0 });
    const [{ from, to, mail, raw } = expect.fail()] = smtp.received;
    expect({ from, to }).toEqual({ from: 'office@library.example', to: ['ada@library.example'] });
    expect(mail).toMatchObject({ subject: 'Mail works', from: { name: 'Library Office' } });
    expect(mail.text).toContain('This is a test.');
    expect(mail.text).toContain('http://localhost:3000/mail');
    expect(mail.html).toContain('<a href="http://localhost:3000/mail"');
    expect(raw).toContain('Auto-Submitted: auto-generated');
  });

  test.each(locales)('is in the language of who gets it: %s', async (locale) => {
    await admin.put('/api/v1/staff/me/mail', { locale });
    await sendTest();
    await until({ state: 'sent' });
    const [{ mail } = expect.fail()] = smtp.received;
    const subjects = {
      en: 'Mail works',
      es: 'El correo funciona',
      jp: 'メールは届いています',
      ko: '메일이 정상적으로 전송됩니다',
      tr: 'E-posta çalışıyor',
    };
    expect(mail.subject).toBe(subjects[locale]);
    expect(mail.html).toContain(`<html lang="${locale === 'jp' ? 'ja' : locale}">`);
  });

  test('goes to the address that its account has when it leaves', async () => {
    smtp.toRecipient = () => ({ code: 450, text: 'Later' });
    await sendTest();
    await until({ state: 'waiting', tries: 1, reason: 'busy' });
    await giveAddress(office.db, 'ada', 'lovelace@library.example');
    smtp.toRecipient = () => null;
    await later();
    await until({ state: 'sent', to: 'lovelace@library.example', tries: 2 });
  });

  test('is due by the clock of the database, whatever that of a process says', async () => {
    smtp.toRecipient = () => ({ code: 450, text: 'Later' });
    await sendTest();
    await until({ state: 'waiting', tries: 1, reason: 'busy' });
    office.clock.advance(10 * minute);
    const { mail_idx } = await only();
    await untilNextIs({ state: 'waiting', tries: 1, reason: 'busy' });
    expect(await one(mail_idx)).toMatchObject({ state: 'waiting', tries: 1 });
  });

  test('is made for nobody who has no address', async () => {
    await giveAddress(office.db, 'ada', '');
    expect(await sendTest()).toMatchObject({ status: 409, json: { error: { code: 'mail.no_own_address' } } });
    expect(await outbox()).toEqual([]);
  });

  test('to an account that was disabled meanwhile is not sent', async () => {
    smtp.toRecipient = () => ({ code: 450, text: 'Later' });
    await sendTest();
    await until({ state: 'waiting', tries: 1, reason: 'busy' });
    await sql`update staff set disabled_at = now() where staff_id = 'ada'`.execute(office.db);
    await later();
    const state = async () => (await sql`select state, reason from mail`.execute(office.db)).rows[0];
    await expect.poll(state).toEqual({ state: 'failed', reason: 'disabled' });
    await sql`update staff set disabled_at = null where staff_id = 'ada'`.execute(office.db);
    expect(smtp.received).toEqual([]);
  });
});

describe('A server', () => {
  test('that refuses a recipient for ever is not tried again, and what it said is shown', async () => {
    smtp.toRecipient = () => ({ code: 550, text: '5.1.1 No such mailbox' });
    await sendTest();
    await until({ state: 'failed', reason: 'refused', tries: 1, next_at: 0 });
    const { body } = await admin.get(`/mail/${(await only()).mail_idx}`);
    expect(body).toContain('5.1.1 No such mailbox');
  });

  test('that takes nothing for now is tried eight times in a day, then given up', async () => {
    smtp.toMail = () => ({ code: 451, text: 'Try later' });
    await sendTest();
    for (let tries = 1; tries < 8; tries++) {
      await until({ state: 'waiting', reason: 'busy', tries });
      // A mail that is being sent still has the time of this try.
      await expect.poll(async () => (await only()).next_at).toBeGreaterThan(Date.now() / 1000);
      await later();
    }
    await until({ state: 'failed', reason: 'busy', tries: 8 });
    expect(smtp.handed).toBe(8);
  }, 60_000);

  test('that hangs up after it had the whole mail may have it: it is sent again only if somebody says so', async () => {
    smtp.toMail = () => 'hang up';
    await sendTest();
    await until({ state: 'unsure', reason: 'unanswered', tries: 1, next_at: 0 });
    const { mail_idx } = await only();
    smtp.toMail = () => null;
    await untilNextIs({ state: 'sent' });
    expect(await one(mail_idx)).toMatchObject({ state: 'unsure', tries: 1 });
    expect(smtp.handed).toBe(2);
    expect(await again(mail_idx)).toMatchObject({ status: 200 });
    await expect.poll(() => one(mail_idx)).toMatchObject({ state: 'sent' });
    expect(smtp.received).toHaveLength(2);
  });

  test('that has a mail and takes it no second time: the mail has not left since it was sent again', async () => {
    await sendTest();
    await until({ state: 'sent' });
    smtp.toRecipient = () => ({ code: 550, text: 'No' });
    const { mail_idx } = await only();
    await again(mail_idx);
    await until({ state: 'failed' });
    const { rows } = await sql`select sent_at from mail where mail_idx = ${mail_idx}`.execute(office.db);
    expect(rows).toEqual([{ sent_at: null }]);
  });

  test('that is slow is waited for', async () => {
    smtp.toMail = () => new Promise((resolve) => setTimeout(() => resolve(null), 2000));
    await sendTest();
    await until({ state: 'sent', tries: 1 });
    expect(smtp.handed).toBe(1);
  });

  test('that cannot be reached is tried later', async () => {
    const gone = await startSmtp();
    const other = await withMail(gone.url);
    await gone.close();
    await giveAddress(other.db, 'ada', 'ada@library.example');
    await other.admin.post('/api/v1/mail/test');
    const first = async () => (await other.admin.get('/api/v1/mail')).json.results[0];
    await expect.poll(first).toMatchObject({ state: 'waiting', tries: 1, reason: 'unreachable' });
    await other.close();
  });

  test('that refuses the password is tried later, and what it said stays here', async () => {
    const locked = await startSmtp({ user: { name: 'office', password: 'right' } });
    const other = await withMail(locked.url.replace('right', 'wrong'));
    await giveAddress(other.db, 'ada', 'ada@library.example');
    await other.admin.post('/api/v1/mail/test');
    const first = async () => (await other.admin.get('/api/v1/mail')).json.results[0];
    await expect.poll(first).toMatchObject({ state: 'waiting', reason: 'login' });
    expect(locked.handed).toBe(0);
    await other.close();
    await locked.close();
  });
});

describe('A mail is never sent twice by itself', () => {
  test('if its process died while it sent it', async () => {
    smtp.toRecipient = () => ({ code: 450, text: 'Later' });
    await sendTest();
    await until({ state: 'waiting', tries: 1, reason: 'busy' });
    smtp.toRecipient = () => null;
    // As a killed process leaves it.
    await sql`
      update mail set claim = gen_random_uuid(), claimed_until = now() - interval '1 second',
        next_at = '2020-01-01'`.execute(office.db);
    await until({ state: 'unsure', reason: 'broken' });
    expect(smtp.received).toEqual([]);
  });

  test('if two processes send, and it is sent again twice at a time', async () => {
    const second = await withMail(smtp.url, { beside: office });
    await sendTest();
    await until({ state: 'sent' });
    const { mail_idx } = await only();
    const answers = await Promise.all([again(mail_idx), again(mail_idx)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await expect.poll(() => smtp.received.length).toBe(2);
    await until({ state: 'sent' });
    await second.close();
    expect(smtp.handed).toBe(2);
    const ids = smtp.received.map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(2);
  });
});

describe(`Of ${many} mails`, () => {
  const queue = () =>
    sql`
      insert into mail (kind, address, locale, subject, content, created_at, next_at)
      select 'test', 'reader' || n || '@library.example', 'en', 'Hello', '{"lines": ["Hello"]}', now(), now()
      from generate_series(1, ${many}) n`.execute(office.db);
  /** The addresses of the mails in this state. */
  const addresses = async (...states: string[]) => {
    const { rows } = await sql<{ address: string }>`
      select address from mail where state = any(${states}::text[])`.execute(office.db);
    return rows.map(({ address }) => address);
  };
  const receivers = ({ received }: SmtpDouble) => received.map(({ to }) => to[0] ?? '');

  test('each leaves once', async () => {
    await queue();
    await sendTest();
    await expect.poll(() => addresses('waiting', 'failed', 'unsure'), { timeout: 900_000, interval: 500 }).toEqual([]);
    const to = receivers(smtp);
    expect(new Set(to).size).toBe(to.length);
    expect(smtp.handed).toBe(to.length);
  }, 900_000);

  test('some go over one connection; one that ends between two mails is opened again, and no try is spent', async () => {
    const last = smtp.connections;
    let ended = 0;
    smtp.toRecipient = (_, mail) => {
      // Only a connection that had mails before.
      if (mail < 2 || ended >= 2) return null;
      ended += 1;
      return ended === 1 ? 'hang up' : { code: 421, text: 'Closing for now' };
    };
    await queue();
    await sendTest();
    await expect.poll(() => addresses('waiting', 'failed', 'unsure'), { timeout: 900_000, interval: 500 }).toEqual([]);
    expect(ended).toBe(2);
    expect((await outbox()).filter(({ tries }: { tries: number }) => tries !== 1)).toEqual([]);
    const to = receivers(smtp);
    expect(new Set(to).size).toBe(to.length);
    expect(smtp.handed).toBe(to.length);
    expect(smtp.connections - last).toBeLessThan(to.length / 2);
  }, 900_000);

  test('none is lost and none leaves twice if the server is killed after it had one whole', async () => {
    await queue();
    const first = smtp;
    const isKilled = new Promise<void>((resolve) => {
      first.toMail = () => {
        if (first.handed < many / 2) return null;
        resolve();
        return 'hang up';
      };
    });
    await sendTest();
    await isKilled;
    await first.close();
    smtp = await startSmtp({ port: Number(new URL(first.url).port) });
    const waiting = async () => {
      await later();
      return addresses('waiting');
    };
    await expect.poll(waiting, { timeout: 900_000, interval: 500 }).toEqual([]);
    const to = [...receivers(first), ...receivers(smtp)];
    expect(new Set(to).size).toBe(to.length);
    expect(await addresses('failed')).toEqual([]);
    expect((await addresses('sent')).filter((address) => !to.includes(address))).toEqual([]);
    // As many as were on their way at once.
    const unsure = (await addresses('unsure')).length;
    expect([1, 2, 3, 4]).toContain(unsure);
    expect(to.length).toBeGreaterThanOrEqual(many + 1 - unsure);
  }, 900_000);
});

describe('No header can be added', () => {
  const evil = '\r\nBcc: eve@evil.example\r\n\r\nHello';

  test.each([
    ['a second line', `ada@library.example${evil}`],
    ['a second address', 'ada@library.example, eve@evil.example'],
    ['a name', 'Ada <ada@library.example>'],
    ['another kind of line break', 'ada@library.example\u2028Bcc: eve@evil.example'],
  ])('by an address with %s', async (_, address) => {
    const answer = await admin.put('/api/v1/staff/me/mail', { address });
    expect(answer.status).toBe(400);
    expect(answer.json.error.fields.address).toBeTruthy();
  });

  test('by what a mail says', async () => {
    await sql`
      insert into mail (kind, address, locale, subject, content, created_at, next_at)
      values ('test', 'ada@library.example', 'en', ${`Hello${evil}`}, ${JSON.stringify({ lines: [`<b>${evil}</b>`] })},
        now(), now())`.execute(office.db);
    await sendTest();
    await expect.poll(() => smtp.received.length).toBe(2);
    for (const { to, mail } of smtp.received) {
      expect(to).toEqual(['ada@library.example']);
      expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
      expect(mail.html).not.toContain('<b>');
    }
  });
});

test('A link in a mail has the port that the office listens on', async () => {
  const other = await withMail(smtp.url, { environment: { PORT: '0' } });
  await giveAddress(other.db, 'ada', 'ada@library.example');
  await other.admin.post('/api/v1/mail/test');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  // Nobody knows the port yet.
  expect(smtp.received).toEqual([]);
  const { port } = new URL(await other.server.listen({ port: 0, host: '127.0.0.1' }));
  await expect.poll(() => smtp.received[0]?.mail.text).toContain(`http://localhost:${port}/mail`);
  await other.close();
});

describe('Without a server', () => {
  test('no mail is made, and the outbox says what turns it on', async () => {
    const other = await startOffice();
    expect((await other.admin.get('/mail')).body).toContain('SMTP_URL');
    await giveAddress(other.db, 'ada', 'ada@library.example');
    expect(await other.admin.post('/api/v1/mail/test')).toMatchObject({
      status: 409,
      json: { error: { code: 'mail.off' } },
    });
    expect((await other.admin.get('/api/v1/mail')).json.total).toBe(0);
    await other.close();
  });
});

test('The outbox is for administrators, and what failed stands on the start page', async () => {
  expect((await (await office.signIn('bert', false)).get('/api/v1/mail')).status).toBe(403);
  smtp.toRecipient = () => ({ code: 550, text: 'No' });
  await sendTest();
  await until({ state: 'failed' });
  expect((await admin.get('/')).body).toContain('1 mail was not sent');
});

test('The list says how many failed, wait and were sent, whichever of them it shows', async () => {
  for (const state of ['failed', 'unsure', 'waiting', 'sent', 'sent'])
    await sql`
      insert into mail (kind, address, locale, subject, content, state, created_at, next_at)
      values ('test', 'ada@library.example', 'en', 'Hello', '{"lines": []}', ${state}, now(), now() + interval '1 hour')`.execute(
      office.db,
    );
  for (const query of ['', '?state=sent', '?kind=test'])
    expect((await admin.get(`/mail${query}`)).body).toContain('"groups":{"failed":2,"waiting":1,"sent":2}');
  expect((await admin.get('/mail?search_val=nobody')).body).toContain('"groups":{"failed":0,"waiting":0,"sent":0}');
});
