import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookFields, checkCell, warningsOf } from '#features/book/book-rows.public.ts';
import { type Office, startOffice } from '#test/app.ts';
import { sampleBooks } from './sample.catalogue.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

test('the sample library is offered while there are no books, loads once, and is refused afterwards', async () => {
  expect((await office.admin.get('/sample')).body).toContain('Load the sample library');
  const answers = await Promise.all([office.admin.post('/api/v1/sample'), office.admin.post('/api/v1/sample')]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const series = await office.admin.get('/api/v1/series');
  expect(series.json.results.map((one: { title: string }) => one.title)).toContain('달빛 우체국');
  const found = await office.admin.get('/book?search_val=jose+nandu');
  expect(found.body).toContain('El jardín de sal');
  expect((await office.admin.get('/sample')).body).not.toContain('Load the sample library</');
});

test('every sample book is valid, and its ISBN has a right check digit', async () => {
  const stored = await office.db.selectFrom('book').select(['bid', 'isbn_print', 'isbn_spindle']).execute();
  expect(stored.map(({ bid }) => bid).toSorted()).toEqual(sampleBooks().map(({ bid }) => bid));
  const faults = sampleBooks().flatMap((book) => [
    ...bookFields.flatMap((field) => {
      const cell = checkCell(field, book[field.name]);
      return 'value' in cell && (cell.value !== '' || !field.required) ? [] : [`${book['bid']} ${field.name}`];
    }),
    ...warningsOf(book).map(({ field, key }) => `${book['bid']} ${field} ${key}`),
  ]);
  expect(faults).toEqual([]);
  // Weighed 1 and 3 in turn, the digits of an ISBN-13 come to a multiple of ten.
  const weighed = (isbn: string) =>
    Array.from(isbn, Number).reduce((sum, digit, n) => sum + digit * (1 + 2 * (n % 2)), 0);
  const isbns = stored.flatMap((book) => [book.isbn_print, book.isbn_spindle]);
  expect(isbns.filter((isbn) => !/^\d{13}$/.test(isbn) || weighed(isbn) % 10 !== 0)).toEqual([]);
});
