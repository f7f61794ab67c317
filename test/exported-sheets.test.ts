import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { readCsv } from '#kernel/sheets/csv-read.ts';
import { allCells, saved, typedCells } from '#kernel/sheets/xlsx.fixture.ts';
import { readXlsx } from '#kernel/sheets/xlsx-read.ts';
import { type Office, startOffice } from './app.ts';
import { file } from './call-by-key.ts';
import { openDocument } from './open-document.ts';

let office: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  const days = { released_date: '2008-02-29', rights_until: '2031-12-31' };
  const years = { released_date: '2008', rights_until: 'end of 2031' };
  const books = [
    bookRow(1, { ...days, word_count: 1200, list_price: 'USD 12.50', bid: '0012' }),
    bookRow(2, { ...years, isbn_print: '0439023483' }),
  ];
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await desk.addCollection('C1');
  const { bidx } = await office.db
    .selectFrom('book')
    .select('bidx')
    .where('bid', '=', '0012')
    .executeTakeFirstOrThrow();
  await office.admin.put('/api/v1/collection/C1', { content_type: 'book', content_idx: bidx, reason: 'because' });
  await office.admin.post('/api/v1/age_group', { title: 'Ages 3 to 5' });
  await office.admin.post('/api/v1/category', { title: 'Tales' });
  await office.admin.post('/api/v1/term', { term: 'reader', texts: { ko: '독자' } });
  const [dollar = ''] = await desk.issueCodes(3, { length: 10 });
  const { cidx, cust_idx } = await office.db
    .selectFrom('code_batch')
    .select(['cidx', 'cust_idx'])
    .executeTakeFirstOrThrow();
  const won = await desk.addBatch({ cidx, cust_idx, title: 'Won', price: '39000', currency: 'KRW' });
  await desk.issue(won, 2, { valid_until: 1_900_000_000 });
  await desk.addEvent(1, { length: 30 });
  await desk.redeem('EVENT0000001', 'mia');
  await desk.redeem(dollar, '007');
  const priced = { target: 'price', value: [{ currency: 'KRW', price: '1' }] };
  await office.admin.post('/api/v1/reservation', { cid: 'C1', apply_at: '2030-01-01T00:00:00+09:00', ...priced });
});
afterAll(() => office.close());

const exportOf = async (address: string, as: 'csv' | 'xlsx') => {
  const { status, bytes } = await office.admin.get(`${address}${address.includes('?') ? '&' : '?'}as=${as}`);
  expect([address, status]).toEqual([address, 200]);
  return bytes;
};

const day = 'yyyy-mm-dd';
const minute = `${day} hh:mm`;
const second = `${minute}:ss`;
const prices = '[$KRW] #,##0 | [$USD] #,##0.00';
const counts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));

const codes = {
  ...counts('Batch number', 'Lot', 'Access period'),
  Issued: second,
  'Valid until': second,
  Activated: second,
  Ends: second,
};
const batches = {
  Date: day,
  'Price per code': prices,
  Amount: prices,
  ...counts('Issued', 'Withdrawn', 'Quantity', 'Unused', 'Active', 'Activated', 'Expired', 'Cancelled'),
};
const flows = counts('Issued', 'Activated', 'Expired', 'Cancelled', 'Withdrawn', 'Registrations');

/** The columns of each sheet that hold numbers, with their formats; all others hold texts. */
const numbers: [address: string, columns: Record<string, string>][] = [
  ['/book/export', { released_date: day, rights_until: day, word_count: '' }],
  [
    '/report/all-books/export',
    {
      'Release date': day,
      'Rights end': day,
      Added: minute,
      'Last changed': minute,
      ...counts('Word count', 'Words', 'Collections', 'Roadmaps', 'Registrations'),
    },
  ],
  ['/api/v1/code', codes],
  ['/report/all-coupons/export', { ...codes, 'Valid from': second, Participants: '', Price: prices }],
  ['/code/report/export', batches],
  ['/code/purchase/export', batches],
  ['/report/platform/export?by=day', { Day: day, ...flows }],
  ['/report/platform/export?by=collection', flows],
  [
    '/report/registered-collection/export',
    {
      ...counts('Registrations', 'Active', 'Expired', 'Cancelled', 'By code', 'By event'),
      First: day,
      Last: day,
    },
  ],
  [
    '/report/registered-book/export',
    {
      ...counts('Collections', 'Registrations', 'Active', 'Expired', 'Cancelled', 'By code', 'By event'),
      First: day,
      Last: day,
    },
  ],
  ['/collection/matrix/export', {}],
  ['/registration/export', { Registered: minute, Until: minute }],
  [
    '/event/export',
    { From: minute, Until: minute, ...counts('Access period (days)', 'Participant limit', 'Participants') },
  ],
  ['/reservation/export', { 'Takes effect': second, ...counts('No.', 'Based on version') }],
  ['/customer/export', {}],
  ['/term/export', {}],
  ['/agegroup/export', counts('Books')],
  ['/category/export', counts('Books')],
  ['/collection/export', counts('Books on the web', 'Books on mobile')],
  ['/api/v1/audit/export', { 'When (Asia/Seoul)': second }],
];

test('Every export of a list or a report is among them', async () => {
  const { paths } = await openDocument(office);
  const noSheet = '/api/v1/learner/{ref}/export';
  const exports = Object.keys(paths).filter((url) => url.endsWith('/export') && url !== noSheet);
  const known = new Set(numbers.map(([address]) => address.split('?')[0]));
  expect(exports.filter((url) => !known.has(url))).toEqual([]);
});

test.each(numbers)(
  'In the workbook of %s, days, times, amounts and counts are numbers, and ids texts',
  async (address, expected) => {
    const [heading = [], ...rows] = typedCells(await exportOf(address, 'xlsx'));
    const found = heading.flatMap((name, column) => {
      const cells = rows.flatMap((row) => row[column] ?? []);
      const formats = cells.flatMap((cell) => (typeof cell === 'object' ? [cell.format] : []));
      return formats.length > 0 ? [[name, [...new Set(formats)].toSorted().join(' | ')]] : [];
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.fromEntries(found)).toEqual(expected);
  },
);

test.each(numbers)('The workbook of %s reads as its CSV', async (address) => {
  const csv = await allCells(readCsv(await saved(await exportOf(address, 'csv'))));
  const read = await allCells(readXlsx(await saved(await exportOf(address, 'xlsx'))));
  // Read from a workbook, an amount has no zeros at its end, and a time always has seconds.
  const inFull = (text: string) =>
    text
      .replace(/^(\d+\.\d)0$/, '$1')
      .replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d)$/, '$1:00')
      .replace(/ 00:00:00$/, '');
  expect(read).toEqual(csv.map((row) => row.map(inFull)));
});

test('A library that comes back as the workbook that was exported changes no book', async () => {
  const books = await exportOf('/book/export', 'xlsx');
  const form = new FormData();
  form.append('file', file(books, 'books.xlsx'));
  const { import_idx } = (await office.admin.upload('/api/v1/import', form)).json.results;
  const { json } = await office.admin.put(`/api/v1/import/${import_idx}`, { update: true });
  expect(json.results.counts).toMatchObject({ unchanged: 2, changed: 0, new: 0, rejected: 0 });
});
