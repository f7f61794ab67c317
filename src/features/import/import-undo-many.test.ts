import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from './import.factory.ts';
import { importDesk } from './import.fixture.ts';

// `npm run test:long` undoes an import of 20,000 rows.
const rows = process.env['TEST_LONG'] ? 20_000 : 1000;
/** A book of the import that somebody edits after it. */
const edited = 7;

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = importDesk(() => office);

test(`an import of ${rows} rows is undone whole, but for what was edited since, and what it changed is as before`, async () => {
  await desk.clear();
  const before = await desk.count('book');
  const added = Array.from({ length: rows }, (_, n) => importRow(100 + n));
  const id = await desk.stage([importRow(1, { bid: 'B1', author: 'Changed' }), ...added]);
  await office.admin.put(`/api/v1/import/${id}`, { update: true, create_missing: true });
  expect(await desk.apply(id)).toMatchObject({ status: 'applied' });
  expect(await desk.count('book')).toBe(before + rows);
  const bid = added[edited]?.['bid'] ?? '';
  expect((await office.admin.put(`/api/v1/book/${bid}`, { author: 'Somebody' })).status).toBe(200);
  expect((await office.admin.post(`/api/v1/import/${id}/undo`)).status).toBe(200);
  expect(await desk.state(id)).toMatchObject({ status: 'undone' });
  expect(await desk.count('book')).toBe(before + 1);
  expect((await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results[0].author).toBe('Somebody');
  expect((await office.admin.get('/api/v1/book?bid=B1')).json.results[0].author).not.toBe('Changed');
});
