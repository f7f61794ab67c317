import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailKind, Mails } from '#kernel/desk/mails.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { type SmtpDouble, startSmtp } from '#test/smtp-double.ts';

let smtp: SmtpDouble;
let office: Office;
let admin: Person;
let customer: number;

/** A mail with eleven megabytes. */
const huge: MailKind = {
  kind: 'huge',
  label: 'mail.kind_test',
  attach: async () => ({ type: 'text/csv', blocks: megabytes(11) }),
};
async function* megabytes(count: number) {
  for (let n = 0; n < count; n++) yield new Uint8Array(1024 * 1024);
}
let mails: Mails;
const extra: Feature = {
  name: 'huge',
  register: (kernel) => {
    mails = kernel.mails;
    mails.define(huge);
  },
};

const environment = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'office@library.example',
  TIME_ZONE: 'Europe/Berlin',
});

beforeAll(async () => {
  smtp = await startSmtp();
  office = await startOffice({ jobs: true, environment: environment(smtp.url), extra });
  const given = { cust_id: 'ACME', name: 'Acme Books' };
  customer = (await office.admin.post('/api/v1/customer', given)).json.results.cust_idx;
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});
beforeEach(async () => {
  await at('2026-11-20T10:00:00Z');
  await office.db.deleteFrom('mailing').execute();
  await office.db.deleteFrom('mail').execute();
  Object.assign(smtp, { received: [], toRecipient: () => null, toMail: () => null, handed: 0 });
});

/** Days pass in these tests, and sessions end. */
async function at(time: string): Promise<void> {
  office.clock.set(time);
  admin = await office.signIn('ada', true);
}

const weekly = {
  name: 'Platform Report',
  source: 'platform',
  addresses: 'director@library.example',
  rhythm: 'week',
  day: 1,
  hour: 9,
};
const monthly = {
  ...weekly,
  name: 'Statement of Acme',
  source: 'statement',
  cust_idx: 0,
  format: 'pdf',
  rhythm: 'month',
};
const add = async (over: object = {}) => {
  const { status, json } = await admin.post('/api/v1/mailing', { ...weekly, ...over });
  expect({ status, json }).toMatchObject({ status: 200 });
  return Number(json.results.mailing_idx);
};
const shown = async (id: number) => (await admin.get(`/api/v1/mailing/${id}`)).json.results;
const nextOf = async (id: number) => new Date((await shown(id)).next_at * 1000).toISOString();
const work = (from = office) =>
  from.app.work.write(systemCaller('test'), (ctx) => from.app.jobs.send(ctx, 'mailing.due', {}));
const idle = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from pgboss.job where name = 'mailing.due' and state < 'completed')::integer
          + (select count(*) from mail where state = 'waiting')::integer as n`.execute(office.db);
      return rows[0]?.n;
    })
    .toBe(0);
const made = async () => {
  await work();
  await idle();
  return smtp.received;
};

describe('A report', () => {
  test('is mailed on its weekday at its hour in the zone of the office, with its file', async () => {
    const id = await add();
    expect(await nextOf(id)).toBe('2026-11-23T08:00:00.000Z');
    await at('2026-11-23T07:59:00Z');
    expect(await made()).toEqual([]);
    await at('2026-11-23T08:00:00Z');
    const [{ to, mail } = expect.fail(), ...others] = await made();
    expect(others).toEqual([]);
    expect(to).toEqual(['director@library.example']);
    expect(mail.subject).toMatch(/^Platform Report, Nov 16\s–\s22, 2026$/);
    expect(mail.text).toContain('http://localhost:3000/report/platform?since=2026-11-16&until=2026-11-22');
    expect(mail.text).toContain('because somebody there entered your address');
    const [file = expect.fail()] = mail.attachments;
    expect(file).toMatchObject({ filename: 'platform-2026-11-22.xlsx', disposition: 'attachment' });
    expect(new TextDecoder().decode(new Uint8Array(file.content as ArrayBuffer).slice(0, 2))).toBe('PK');
    expect(await nextOf(id)).toBe('2026-11-30T08:00:00.000Z');
    expect((await shown(id)).sent_at).toBeGreaterThan(0);
  });

  test.each([
    ['platform', 'csv'],
    ['registered_collection', 'csv'],
    ['registered_book', 'xlsx'],
    ['all_books', 'csv'],
  ])('of each kind has a file: %s as %s', async (source, format) => {
    const id = await add({ source, format, locale: 'ko' });
    expect(await admin.post(`/api/v1/mailing/${id}/send`)).toMatchObject({
      status: 200,
      json: { results: { count: 1 } },
    });
    await idle();
    const [{ mail } = expect.fail()] = smtp.received;
    expect(mail.attachments[0]?.filename).toBe(`${source.replace('_', '-')}-2026-11-19.${format}`);
    expect(mail.html).toContain('<html lang="ko">');
  });

  test('goes to each of its addresses, each once', async () => {
    const id = await add({ addresses: 'a@library.example; b@library.example\na@library.example' });
    expect((await shown(id)).addresses).toBe('a@library.example, b@library.example');
    await at('2026-11-23T08:00:00Z');
    const to = (await made()).flatMap((one) => one.to);
    expect(to.toSorted()).toEqual(['a@library.example', 'b@library.example']);
  });

  test('keeps its hour when the clocks change', async () => {
    await at('2026-10-20T10:00:00Z');
    const id = await add();
    expect(await nextOf(id)).toBe('2026-10-26T08:00:00.000Z');
    await at('2026-03-25T10:00:00Z');
    const spring = await add({ day: 7, hour: 2 });
    // At 2 on this Sunday, it is 3.
    expect(await nextOf(spring)).toBe('2026-03-29T01:00:00.000Z');
  });
});

describe('A statement', () => {
  test('is mailed each month for the month before, without a link into the office', async () => {
    await add({ ...monthly, cust_idx: customer, day: 31 });
    await at('2026-11-30T08:00:00Z');
    const [{ mail } = expect.fail()] = await made();
    expect(mail.subject).toBe('Statement of Acme, October 2026');
    expect(mail.text).toContain('the statement of Acme Books for October 2026');
    expect(mail.text).not.toContain('/report/');
    const [file = expect.fail()] = mail.attachments;
    expect(file.filename).toBe('statement-ACME-2026-10.pdf');
    expect(new TextDecoder().decode(new Uint8Array(file.content as ArrayBuffer).slice(0, 5))).toBe('%PDF-');
  });

  test.each([
    ['without a customer', { cust_idx: null }, 'mailing.customer_rule'],
    ['of a customer that there is not', { cust_idx: 999_999 }, 'mailing.customer_gone'],
    ['as a file that it is not', { format: 'xlsx' }, 'mailing.format_rule'],
    ['each week', { rhythm: 'week' }, 'mailing.rhythm_rule'],
  ])('%s is refused', async (_, over, code) => {
    const answer = await admin.post('/api/v1/mailing', { ...monthly, cust_idx: customer, ...over });
    expect(answer).toMatchObject({ status: 422, json: { error: { code } } });
  });

  test('keeps its customer from being deleted', async () => {
    await add({ ...monthly, cust_idx: customer });
    expect((await admin.delete(`/api/v1/customer/${customer}`)).status).toBe(409);
  });
});

describe('What is due is mailed once', () => {
  test('late, and not several times, if weeks were missed', async () => {
    const id = await add();
    await at('2026-12-17T12:00:00Z');
    const [{ mail } = expect.fail(), ...others] = await made();
    expect(others).toEqual([]);
    expect(mail.subject).toMatch(/^Platform Report, Dec 7\s–\s13, 2026$/);
    expect(await nextOf(id)).toBe('2026-12-21T08:00:00.000Z');
  });

  test('by two processes, and if the clock goes back', async () => {
    await add();
    const second = await startOffice({ jobs: true, environment: environment(smtp.url), beside: office });
    await at('2026-11-23T08:00:00Z');
    await Promise.all([work(), work(second), work(), work(second)]);
    await idle();
    await at('2026-11-23T07:00:00Z');
    await made();
    await at('2026-11-23T09:00:00Z');
    await made();
    await second.close();
    expect(smtp.received).toHaveLength(1);
  });

  test('even if the process that makes it dies: then nothing was made, and another does it', async () => {
    await add();
    await at('2026-11-23T08:00:00Z');
    await sql`create function die() returns trigger language plpgsql as $$ begin raise 'Killed'; end $$`.execute(
      office.db,
    );
    await sql`create trigger die before insert on mail for each row execute function die()`.execute(office.db);
    await work();
    await expect
      .poll(
        async () =>
          (await sql`select from pgboss.job where name = 'mailing.due' and retry_count > 0`.execute(office.db)).rows
            .length,
      )
      .toBeGreaterThan(0);
    await sql`drop function die() cascade`.execute(office.db);
    await idle();
    expect(smtp.received).toHaveLength(1);
  });

  test('but not while it is paused, nor later what was due meanwhile', async () => {
    const id = await add();
    expect((await admin.put(`/api/v1/mailing/${id}`, { active: false })).status).toBe(200);
    await at('2026-11-25T08:00:00Z');
    expect(await made()).toEqual([]);
    expect((await shown(id)).next_at).toBe(0);
    await admin.put(`/api/v1/mailing/${id}`, { active: true });
    expect(await made()).toEqual([]);
    expect(await nextOf(id)).toBe('2026-11-30T08:00:00.000Z');
  });
});

describe('A file', () => {
  const outbox = async () => (await admin.get('/api/v1/mail')).json.results;

  test('that is too large is not sent, and the outbox says why', async () => {
    await office.app.work.write(systemCaller('test'), (ctx) =>
      mails.send(ctx, {
        kind: huge,
        to: [{ address: 'director@library.example', locale: 'en' }],
        write: () => ({ subject: 'Huge', lines: [], file: { name: 'huge.csv', of: {} } }),
      }),
    );
    await expect.poll(outbox).toMatchObject([{ state: 'failed', reason: 'too_large', tries: 1 }]);
    expect(smtp.handed).toBe(0);
  });

  test('of a customer that was deleted meanwhile is not made', async () => {
    const id = await add({ ...monthly, cust_idx: customer });
    smtp.toRecipient = () => ({ code: 450, text: 'Later' });
    await admin.post(`/api/v1/mailing/${id}/send`);
    await expect.poll(outbox).toMatchObject([{ state: 'waiting', reason: 'busy' }]);
    await sql`update mail set content = jsonb_set(content, '{file,of,cust_idx}', '999999'), next_at = now()`.execute(
      office.db,
    );
    await expect.poll(outbox).toMatchObject([{ state: 'failed', reason: 'file_gone' }]);
  });

  test('is sent again, also to another address; other mails keep theirs', async () => {
    const id = await add();
    await admin.post(`/api/v1/mailing/${id}/send`);
    await idle();
    const [{ mail_idx }] = await outbox();
    const again = (to: string, of = mail_idx) => admin.post(`/api/v1/mail/${of}/send`, { to });
    for (const to of ['nobody', 'a@library.example, b@library.example', 'a@library.example\r\nBcc: e@evil.example'])
      expect((await again(to)).status).toBe(400);
    expect((await again('press@library.example')).status).toBe(200);
    await idle();
    expect(smtp.received.at(-1)?.to).toEqual(['press@library.example']);
    expect(smtp.received.at(-1)?.mail.attachments).toHaveLength(1);
    await sql`
      insert into mail (kind, address, locale, subject, content, state, created_at)
      values ('test', 'ada@library.example', 'en', 'Hello', '{"lines": []}', 'sent', now())`.execute(office.db);
    const { rows } = await sql<{ id: number }>`select mail_idx as id from mail where kind = 'test'`.execute(office.db);
    const refused = await again('press@library.example', rows[0]?.id);
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'mail.to_fixed' } } });
  });

  test('is sent to another address from now on, which the report by mail then has in place of the former', async () => {
    const id = await add({ addresses: 'old@library.example, press@library.example' });
    smtp.toRecipient = (to) => (to === 'old@library.example' ? { code: 550, text: 'No such mailbox' } : null);
    await admin.post(`/api/v1/mailing/${id}/send`);
    const failed = async () => (await outbox()).find(({ state }: { state: string }) => state === 'failed');
    await expect.poll(failed).toMatchObject({ to: 'old@library.example' });
    const { mail_idx } = await failed();
    const again = (body: object) => admin.post(`/api/v1/mail/${mail_idx}/send`, body);
    expect((await again({ to: 'new@library.example', from_now_on: true })).status).toBe(200);
    await idle();
    expect(smtp.received.at(-1)?.to).toEqual(['new@library.example']);
    expect((await shown(id)).addresses).toBe('new@library.example, press@library.example');
    // One that it has already is not added.
    expect((await again({ to: 'press@library.example', from_now_on: true })).status).toBe(200);
    expect((await shown(id)).addresses).toBe('press@library.example');
    await idle();
    await admin.put(`/api/v1/mailing/${id}`, { addresses: 'x@library.example', version: (await shown(id)).version });
    expect(await again({ to: 'y@library.example', from_now_on: true })).toMatchObject({
      status: 409,
      json: { error: { code: 'mailing.not_to_address' } },
    });
    expect((await outbox()).map(({ to }: { to: string }) => to)).not.toContain('y@library.example');
    await admin.delete(`/api/v1/mailing/${id}`);
    expect((await again({ to: 'y@library.example', from_now_on: true })).status).toBe(404);
    expect((await again({ to: 'y@library.example' })).status).toBe(200);
  });
});

describe('A report by mail', () => {
  test('is changed and deleted, and both are undone', async () => {
    const id = await add();
    const undo = async (act: number) => expect((await admin.undo(act)).status).toBe(200);
    const changed = await admin.put(`/api/v1/mailing/${id}`, { day: 5, addresses: 'x@library.example', version: 1 });
    expect((await shown(id)).day).toBe(5);
    await undo(changed.json.results.act_idx);
    expect(await shown(id)).toMatchObject({ day: 1, addresses: 'director@library.example' });
    const deleted = await admin.delete(`/api/v1/mailing/${id}`);
    expect((await admin.get(`/api/v1/mailing/${id}`)).status).toBe(404);
    await at('2026-12-17T12:00:00Z');
    await undo(deleted.json.results.act_idx);
    expect(await nextOf(id)).toBe('2026-12-21T08:00:00.000Z');
  });

  test('is saved over nobody’s change', async () => {
    const id = await add();
    await admin.put(`/api/v1/mailing/${id}`, { hour: 8, version: 1 });
    expect((await admin.put(`/api/v1/mailing/${id}`, { hour: 10, version: 1 })).status).toBe(409);
  });

  test('goes to addresses only', async () => {
    for (const addresses of [
      '',
      'nobody',
      'a@library.example, <b@library.example>',
      'a@b.example\r\nBcc: e@evil.example x',
    ])
      expect((await admin.post('/api/v1/mailing', { ...weekly, addresses })).status).toBe(400);
    const many = Array.from({ length: 21 }, (_, n) => `a${n}@library.example`).join(' ');
    expect((await admin.post('/api/v1/mailing', { ...weekly, addresses: many })).status).toBe(400);
  });

  test('goes on under a colleague, once it was handed over', async () => {
    const leaver = await office.signIn('theo', true);
    const { json } = await leaver.post('/api/v1/mailing', weekly);
    const list = (await admin.get('/api/v1/staff')).json.results as { staff_id: string; staff_idx: number }[];
    const theo = list.find(({ staff_id }) => staff_id === 'theo')?.staff_idx;
    await admin.put(`/api/v1/staff/${theo}`, { disabled: true });
    const left = (await admin.get(`/api/v1/staff/${theo}/belongings`)).json.results;
    expect(JSON.stringify(left)).toContain('Reports by mail');
    expect((await shown(json.results.mailing_idx)).created_by).toBe('theo');
  });

  test('is offered on the platform report and on a statement, with what it is about chosen', async () => {
    expect((await admin.get('/report/platform')).body).toContain('href="/mailing/create?source=platform"');
    const statement = await admin.get(`/customer/statement/${customer}`);
    const href = `/mailing/create?source=statement&amp;cust_idx=${customer}`;
    expect(statement.body).toContain(`href="${href}"`);
    const form = await admin.get(href.replace('&amp;', '&'));
    expect(form.body).toContain(
      `"chosen":{"source":"statement","customer":{"value":"${customer}","label":"Acme Books"},"filter":"","view":null}`,
    );
    const odd = await admin.get('/mailing/create?source=nothing&cust_idx=x');
    expect(odd.status).toBe(200);
    expect(odd.body).toContain('"chosen":{"source":"platform","customer":null,"filter":"","view":null}');
  });

  test('cannot be sent without a server', async () => {
    const other = await startOffice();
    const { json } = await other.admin.post('/api/v1/mailing', weekly);
    const sent = await other.admin.post(`/api/v1/mailing/${json.results.mailing_idx}/send`);
    expect(sent).toMatchObject({ status: 409, json: { error: { code: 'mailing.off' } } });
    expect((await other.admin.get('/mailing')).body).toContain('SMTP_URL');
    await other.close();
  });
});
