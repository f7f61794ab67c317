import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { type SmtpDouble, startSmtp } from '#test/smtp-double.ts';

let smtp: SmtpDouble;
let office: Office;

beforeAll(async () => {
  smtp = await startSmtp();
  office = await startOffice({ jobs: true, environment: { SMTP_URL: smtp.url, MAIL_FROM: 'office@library.example' } });
  const books = ['Tale', 'Fact'].map((title, nth) => bookRow(nth + 1, { title }));
  must(await office.admin.put('/api/v1/book/import', { books, create_missing: true }));
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});

const list = '/report/all-books';
const saveView = async (name: string, query: object, to = list): Promise<number> =>
  must(await office.admin.post('/api/v1/view', { list: to, name, query })).view_idx;
const report = { name: 'Books', source: 'all_books', format: 'csv', addresses: 'director@library.example' };
const mailing = { ...report, rhythm: 'week', day: 1, hour: 9 };
const read = async (id: number) => must(await office.admin.get(`/api/v1/mailing/${id}`));

/** Which of the titles the next mail has. */
async function mailed(id: number): Promise<string[]> {
  const before = smtp.received.length;
  must(await office.admin.post(`/api/v1/mailing/${id}/send`));
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(before + 1);
  const sheet = new TextDecoder().decode(smtp.received.at(-1)?.mail.attachments[0]?.content as ArrayBuffer);
  return ['Tale', 'Fact'].filter((title) => sheet.includes(title));
}

test('a report that was asked for on a saved view follows it, and keeps its last filter while the view is deleted', async () => {
  const view_idx = await saveView('My books', { search_val: 'Tale', sort: 'title.desc' });
  const filter = encodeURIComponent('sort=title.desc&search_val=Tale');
  const form = await office.admin.get(`/mailing/create?source=all_books&filter=${filter}`);
  expect(form.body).toShow('Follow the saved view “My books”');
  const other = await office.admin.get('/mailing/create?source=all_books&filter=search_val%3DTales');
  expect(other.body).not.toShow('Follow the saved view');
  const { mailing_idx: id } = must(await office.admin.post('/api/v1/mailing', { ...mailing, view_idx }));
  expect(await read(id)).toMatchObject({ view: 'My books', filter: 'sort=title.desc&search_val=Tale' });
  expect(await mailed(id)).toEqual(['Tale']);

  await saveView('My books', { search_val: 'Fact' });
  expect((await office.admin.get('/mailing')).body).toShow('follows “My books”');
  expect(await mailed(id)).toEqual(['Fact']);
  expect(smtp.received.at(-1)?.mail.text).toContain('/report/all-books?search_val=Fact');

  const { act_idx } = must(await office.admin.delete(`/api/v1/view/${view_idx}`));
  expect(await read(id)).toMatchObject({ view: null, view_idx, filter: 'search_val=Fact' });
  expect((await office.admin.get('/mailing')).body).toShow('its view was deleted, it keeps the last filter');
  expect(await mailed(id)).toEqual(['Fact']);

  const undone = act_idx ?? (await lastAct('saved_view.deleted'));
  must(await office.admin.undo(undone));
  expect(await read(id)).toMatchObject({ view: 'My books' });
});

/** The number of the newest act of this name. */
const lastAct = async (action: string): Promise<number> => {
  const row = await office.db
    .selectFrom('audit')
    .select('act_idx')
    .where('action', '=', action)
    .orderBy('audit_idx', 'desc')
    .executeTakeFirstOrThrow();
  return Number(row.act_idx);
};

test('a report that follows a view, and whose view changes to what no file takes, keeps the last filter', async () => {
  const view_idx = await saveView('Odd', { search_val: 'Tale' });
  const { mailing_idx: id } = must(await office.admin.post('/api/v1/mailing', { ...mailing, view_idx }));
  await office.db
    .updateTable('saved_view')
    .set({ query: '{"learner_id":"eve"}' })
    .where('view_idx', '=', view_idx)
    .execute();
  expect(await mailed(id)).toEqual(['Tale']);
});

test('only views of the caller and of the report can be followed', async () => {
  const refused = async (view_idx: number) => {
    const { status, json } = await office.admin.post('/api/v1/mailing', { ...mailing, view_idx });
    return [status, json.error.code, Object.keys(json.error.fields)];
  };
  const rule = [422, 'mailing.view_rule', ['view_idx']];
  expect(await refused(await saveView('Library', { search_val: 'Tale' }, '/book'))).toEqual(rule);
  const mina = await office.signIn('mina', true);
  const hers = must(await mina.post('/api/v1/view', { list, name: 'Hers', query: { search_val: 'Tale' } })).view_idx;
  expect(await refused(hers)).toEqual(rule);
  expect(await refused(999_999)).toEqual(rule);
  const { mailing_idx: id } = must(await office.admin.post('/api/v1/mailing', mailing));
  expect((await office.admin.put(`/api/v1/mailing/${id}`, { view_idx: hers, version: 1 })).status).toBe(422);
});
