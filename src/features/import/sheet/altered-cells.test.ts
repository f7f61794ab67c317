import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  await desk.empty();
});

const before = ['007', '12:30', '10%', '1/2', '1E5', 'The Moon'];
const after = ['7', '12:30:00 PM', '10.00%', '01/02/26', '1.00E+05', 'The Moons'];

test('Titles that a spreadsheet changed in our CSV are named, and left as they are by one press', async () => {
  const rows = before.map((title, n) => importRow(n + 1, { title, series: '0010' }));
  const added = await office.admin.post('/api/v1/book', { books: rows, create_missing: true });
  expect(added.json.results).toMatchObject({ success: true });

  const id = await desk.stage(rows.map((row, n) => ({ ...row, title: after[n] ?? '', series: '10' })));
  await office.admin.put(`/api/v1/import/${id}`, { update: true });
  const { altered } = await desk.state(id);
  expect(altered.count).toBe(11);
  expect(altered.first).toContainEqual({ cell: 'C3', text: '12:30:00 PM', now: '12:30' });
  const page = (await office.admin.get(`/book/import/${id}`)).body;
  expect(page).toShow('11 cells are what a spreadsheet makes of the books’ texts');
  const [first] = await desk.rows(id);
  expect(first.warnings).toMatchObject([
    { field: 'title', column: 'C', message: expect.stringContaining('007') },
    { field: 'series', column: 'E' },
  ]);

  const { json } = await office.admin.put(`/api/v1/import/${id}/unalter`, {});
  expect(json.results).toMatchObject({
    altered: { count: 0, first: [] },
    counts: { changed: 1, unchanged: 5, rejected: 0 },
  });
  expect((await desk.rows(id)).map((row: { cells: string[] }) => row.cells[2])).toEqual([
    ...before.slice(0, 5),
    'The Moons',
  ]);
  expect(await desk.acts()).toContain('import.rows_unaltered');
});
