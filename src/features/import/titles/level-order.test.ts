import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importCsv, importRow } from '../import.factory.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

/** Stages books of one series, each in a level of its own. */
async function stage(series: string, ...levels: string[]): Promise<number> {
  const rows = levels.map((level, n) => importRow(n + 1, { bid: `${series}-${n}`, series, level }));
  const form = new FormData();
  form.append('file', new Blob([importCsv(rows)]), 'books.csv');
  return (await office.admin.upload('/api/v1/import', form)).json.results.import_idx;
}
const state = async (id: number) => (await office.admin.get(`/api/v1/import/${id}`)).json.results;

test('New levels that a sheet names in another order than that of their numbers are sorted on request', async () => {
  const id = await stage('Lantern', 'Starter', 'Level 10', 'Level 2');
  const mixed = { series: 'Lantern', later: 'Level 10', earlier: 'Level 2' };
  expect(await state(id)).toMatchObject({ mixed_levels: mixed, sort_levels: false });
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, sort_levels: true });
  await office.admin.post(`/api/v1/import/${id}/apply`);
  await vi.waitFor(async () => expect(await state(id)).toMatchObject({ status: 'applied' }), 20_000);
  const levels = await office.db.selectFrom('level').select('title').orderBy('position').execute();
  expect(levels.map(({ title }) => title)).toEqual(['Starter', 'Level 2', 'Level 10']);
});

test('Levels that a sheet has in order are not mentioned', async () => {
  expect(await state(await stage('River', 'Level 1', 'Level 2'))).toMatchObject({ mixed_levels: null });
});
