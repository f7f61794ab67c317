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
  const books = [1, 2, 3].map((n) => bookRow(n, { title: n === 2 ? 'Tale' : `Fact ${n}` }));
  must(await office.admin.put('/api/v1/book/import', { books, create_missing: true }));
});
afterAll(async () => {
  await office.close();
  await smtp.close();
});

const all = {
  name: 'Tales',
  source: 'all_books',
  format: 'csv',
  addresses: 'director@library.example',
  rhythm: 'week',
  day: 1,
  hour: 9,
};

test('a report is mailed as it was filtered and sorted on the screen, and its link shows that', async () => {
  const made = must(await office.admin.post('/api/v1/mailing', { ...all, filter: 'search_val=Tale&sort=-title' }));
  must(await office.admin.post(`/api/v1/mailing/${made.mailing_idx}/send`));
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(1);
  const [{ mail } = expect.fail()] = smtp.received;
  const sheet = new TextDecoder().decode(mail.attachments[0]?.content as ArrayBuffer);
  expect([sheet.includes('Tale'), sheet.includes('Fact')]).toEqual([true, false]);
  expect(mail.text).toContain('/report/all-books?search_val=Tale&sort=-title');
  expect((await office.admin.get('/mailing')).body).toContain('/report/all-books?search_val=Tale&amp;sort=-title');
});

test.each([
  ['that the report has not', { filter: 'learner_id=eve' }],
  ['with the days, which each mail sets', { source: 'registered_collection', filter: 'since=2026-01-01' }],
  ['whose value is none', { source: 'registered_collection', filter: 'cust_idx=everybody' }],
  ['of a report that has none', { source: 'platform', filter: 'search_val=Tale' }],
])('a filter %s is refused', async (_, over) => {
  const { status, json } = await office.admin.post('/api/v1/mailing', { ...all, ...over });
  expect([status, json.error.code]).toEqual([422, 'mailing.filter_rule']);
});

test('a filter is changed, told by the trail, and comes back with its undo', async () => {
  const { mailing_idx: id } = must(await office.admin.post('/api/v1/mailing', { ...all, filter: 'search_val=Tale' }));
  const { act_idx } = must(await office.admin.put(`/api/v1/mailing/${id}`, { filter: '', version: 1 }));
  const filterOf = async () => must(await office.admin.get(`/api/v1/mailing/${id}`)).filter;
  expect(await filterOf()).toBe('');
  must(await office.admin.undo(act_idx));
  expect(await filterOf()).toBe('search_val=Tale');
});

test.each([
  ['/report/all-books?search_val=Tale', 'source=all_books&amp;filter=search_val%3DTale'],
  ['/report/registered-collection?book=B1', 'source=registered_collection&amp;filter=book%3DB1'],
  ['/report/registered-book', 'source=registered_book'],
  ['/report/platform', 'source=platform'],
])('%s offers to mail what it shows', async (path, query) => {
  expect((await office.admin.get(path)).body).toContain(`/mailing/create?${query}`);
});

test('the form begins with the filter that it was opened with, without what no file takes', async () => {
  const filter = new URLSearchParams({ filter: 'search_val=Tale&page=2&since=2026-01-01' });
  const { body } = await office.admin.get(`/mailing/create?source=all_books&${filter}`);
  expect(body).toContain('Only what the report’s filter finds');
  expect(body).toContain('"filter":"search_val=Tale"');
});

test('nothing is offered where no mail is sent', async () => {
  const other = await startOffice();
  try {
    for (const path of ['/report/platform', '/report/all-books', '/report/registered-book'])
      expect((await other.admin.get(path)).body).not.toContain('/mailing/create');
  } finally {
    await other.close();
  }
});
