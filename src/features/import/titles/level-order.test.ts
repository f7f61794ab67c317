import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

const desk = importDesk(() => office);
/** Stages books of one series, each in a level of its own. */
const stage = (series: string, ...levels: string[]) =>
  desk.stage(levels.map((level, n) => importRow(n + 1, { bid: `${series}-${n}`, series, level })));

test('New levels that a sheet names in another order than that of their numbers are sorted on request', async () => {
  const id = await stage('Lantern', 'Starter', 'Level 10', 'Level 2');
  const mixed = { series: 'Lantern', later: 'Level 10', earlier: 'Level 2' };
  expect(await desk.state(id)).toMatchObject({ mixed_levels: mixed, sort_levels: false });
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, sort_levels: true });
  expect(await desk.apply(id)).toMatchObject({ status: 'applied' });
  const levels = await office.db.selectFrom('level').select('title').orderBy('position').execute();
  expect(levels.map(({ title }) => title)).toEqual(['Starter', 'Level 2', 'Level 10']);
});

test('Levels that a sheet has in order are not mentioned', async () => {
  expect(await desk.state(await stage('River', 'Level 1', 'Level 2'))).toMatchObject({ mixed_levels: null });
});
