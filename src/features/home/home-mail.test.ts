import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reservationDesk } from '#features/reservation/reservation.fixture.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { type Office, startOffice } from '#test/app.ts';
import { giveAddress, type SmtpDouble, startSmtp } from '#test/smtp-double.ts';

/** What stands on the start page during a test. */
const tasks: { id: number; own?: string; level: 'problem' | 'warning' | 'note' }[] = [];

const extra: Feature = {
  name: 'trouble',
  register({ home }) {
    home.addTasks(async (ctx) =>
      tasks
        .filter(({ own }) => own === undefined || ('staffId' in ctx.actor && ctx.actor.staffId === own))
        .map(({ id, own, level }) => ({
          kind: own ? 'home.this_week' : 'home.heading',
          id,
          name: `Trouble ${id}`,
          level,
          title: `${ctx.text('home.heading')} ${id}`,
          line: 'Somebody wrote this.',
          href: '/',
          act: 'Open',
          ...(own && { isOwn: true }),
        })),
    );
  },
};

let smtp: SmtpDouble;
let office: Office;

beforeAll(async () => {
  smtp = await startSmtp();
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'office@library.example' };
  office = await startOffice({ jobs: true, environment, extra });
  await giveAddress(office.db, 'ada', 'ada@library.example', 'ko');
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.received = [];
  tasks.length = 0;
});

const run = async (job: string) => {
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, job, {}));
};
const done = (job: string) =>
  expect
    .poll(
      async () =>
        (await sql`select from pgboss.job where name = ${job} and state < 'completed'`.execute(office.db)).rows.length,
      { timeout: 20_000 },
    )
    .toBe(0);
const mails = (count: number) => expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(count);
const subjects = () => smtp.received.map(({ mail }) => mail.subject);

test('a problem is mailed once, in the language of each person, and again if it comes back', async () => {
  tasks.push({ id: 1, level: 'problem' }, { id: 2, level: 'note' });
  await run('home.mail');
  await mails(1);
  expect(subjects()).toEqual(['확인이 필요한 문제 1건']);
  expect(smtp.received[0]?.mail.text).toContain('홈 1');
  expect(smtp.received[0]?.mail.text).not.toContain('Somebody wrote this.');
  tasks.push({ id: 3, level: 'problem' });
  await run('home.mail');
  await mails(2);
  expect(smtp.received[1]?.mail.text).toContain('홈 3');
  expect(smtp.received[1]?.mail.text).not.toContain('홈 1');
  tasks.length = 0;
  await run('home.mail');
  await expect.poll(async () => (await office.db.selectFrom('home_mailed').selectAll().execute()).length).toBe(0);
  tasks.push({ id: 1, level: 'problem' });
  await run('home.mail');
  await mails(3);
});

test('what is for one person alone is mailed to that person, unless they declined', async () => {
  tasks.push({ id: 7, own: 'ada', level: 'note' }, { id: 8, own: 'grace', level: 'note' });
  await run('home.mail');
  await mails(1);
  expect(subjects()).toEqual(['나에게 온 댓글 1건']);
  await office.admin.put('/api/v1/staff/me/mail', { choices: { own: false, problems: true } });
  tasks.push({ id: 9, own: 'ada', level: 'note' }, { id: 10, level: 'problem' });
  await run('home.mail');
  await mails(2);
  expect(subjects()[1]).toBe('확인이 필요한 문제 1건');
});

test('warnings are mailed to who chose them, but for those about mail', async () => {
  tasks.push({ id: 21, level: 'warning' });
  await run('home.mail');
  await done('home.mail');
  await office.db.deleteFrom('home_mailed').execute();
  await office.admin.put('/api/v1/staff/me/mail', { choices: { warnings: true } });
  await sql`
    insert into mail (kind, address, locale, subject, content, state, created_at)
    values ('test', 'ada@library.example', 'en', 'Hello', '{"lines": []}', 'failed', now())`.execute(office.db);
  await run('home.mail');
  await mails(1);
  expect(subjects()).toEqual(['홈에 경고 1건']);
  expect(smtp.received[0]?.mail.text).toContain('홈 21');
  await office.db.deleteFrom('mail').execute();
});

test('a release and a scheduled change that failed are mailed', async () => {
  const desk = reservationDesk(() => office);
  await office.admin.put('/api/v1/staff/me/mail', { choices: { problems: true, warnings: false } });
  await desk.add('one');
  await desk.schedule('one', 60, { value: desk.price('8') });
  await desk.schedule('one', 61, { value: desk.price('9') });
  const winter = { name: 'Winter list', apply_at: desk.seconds() + 62 };
  const { rel_idx } = (await office.admin.post('/api/v1/release', winter)).json.results;
  office.clock.advance(63_000);
  const status = async () => (await office.admin.get(`/api/v1/release/${rel_idx}`)).json.results.status;
  await expect.poll(status, { timeout: 15_000 }).toBe('failed');
  await run('home.mail');
  await expect
    .poll(
      async () => {
        await run('home.mail');
        return smtp.received.map(({ mail }) => mail.text).join('\n');
      },
      { timeout: 30_000, interval: 2000 },
    )
    .toMatch(/Winter list[^]*one|one[^]*Winter list/);
  expect(smtp.received.every(({ to }) => to[0] === 'ada@library.example')).toBe(true);
});

test('who cannot be mailed keeps no mail from the others', async () => {
  await office.signIn('grace', true);
  await giveAddress(office.db, 'grace', 'grace@library.example');
  await office.admin.put('/api/v1/staff/me/mail', { choices: { problems: true } });
  // The first of them: nothing can be noted for Ada.
  await sql`
    create function refuse_note() returns trigger language plpgsql as $$ begin raise 'Refused'; end $$`.execute(
    office.db,
  );
  await sql`
    create trigger refuse_note before insert on home_mailed for each row
    when (new.staff_idx = ${sql.lit((await office.db.selectFrom('staff').select('staff_idx').where('staff_id', '=', 'ada').executeTakeFirstOrThrow()).staff_idx)})
    execute function refuse_note()`.execute(office.db);
  tasks.push({ id: 11, level: 'problem' });
  await run('home.mail');
  await mails(1);
  expect(smtp.received[0]?.to).toEqual(['grace@library.example']);
  await sql`drop function refuse_note() cascade`.execute(office.db);
  // The job runs again.
  await mails(2);
  expect(smtp.received[1]?.to).toEqual(['ada@library.example']);
  await giveAddress(office.db, 'grace', '');
});

test('the week is mailed to who chose it, once', async () => {
  // Problems may be mailed meanwhile: they are every five minutes.
  const weeks = () => smtp.received.filter(({ mail }) => mail.subject === 'The week in figures');
  await run('home.week');
  await done('home.week');
  await office.admin.put('/api/v1/staff/me/mail', { choices: { week: true }, locale: 'en' });
  office.clock.advance(60_000);
  await office.db.deleteFrom('home_mailed').execute();
  await run('home.week');
  await expect.poll(() => weeks().length, { timeout: 20_000 }).toBe(1);
  expect(weeks()[0]?.mail.text).toMatch(/in the week before\)/);
  await run('home.week');
  await done('home.week');
  const made = await office.db.selectFrom('mail').select('mail_idx').where('kind', '=', 'week').execute();
  expect(made).toHaveLength(1);
});
