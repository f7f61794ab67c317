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
beforeEach(() => desk.clear());

const stage = (...over: Record<string, string>[]) => desk.stage(over.map((one, n) => importRow(500 + n, one)));
const titles = async (id: number, query = '') =>
  (await office.admin.get(`/api/v1/import/${id}/title${query}`)).json.results;
const merge = (id: number, merges: object[], version?: number) =>
  office.admin.put(`/api/v1/import/${id}/title`, { merges, ...(version !== undefined && { version }) });
const missing = async (id: number) =>
  (await desk.state(id)).missing.map(({ kind, title, similar }: Record<string, string>) => [kind, title, similar]);

const twins = [
  { series: 'Wheel of Time', level: 'One', category: 'Tales' },
  { series: 'Wheel of Time', level: 'Two', category: 'TALES' },
  { series: 'Wheel of time', level: 'One', category: '' },
];

test('all titles missing in the library can be paged through and searched, similar ones first', async () => {
  const many = Array.from({ length: 120 }, (_, n) => ({
    series: `Series ${n}`,
    level: 'All',
    age_group: 'Ages 3 to 5',
  }));
  const id = await stage(...many, { series: 'SERIES 7', level: 'All' });
  const first = await titles(id);
  expect([first.total, first.titles.length]).toEqual([243, 100]);
  expect(first.titles[0]).toMatchObject({ kind: 'series', title: 'Series 7', similar: 'SERIES 7', rows: 1 });
  expect((await titles(id, '?page=3')).titles).toHaveLength(43);
  expect(await titles(id, '?search=ages')).toMatchObject({ total: 1, titles: [{ kind: 'age_group', rows: 120 }] });
  expect((await titles(id, '?search=series 119')).total).toBe(2);
});

test('titles that differ only in case are merged in one act, which corrects rows with another spelling', async () => {
  const id = await stage(...twins);
  expect(await missing(id)).toContainEqual(['series', 'Wheel of time', 'Wheel of Time']);
  const answer = await merge(id, [
    { kind: 'series', from: ['Wheel of time'], to: 'Wheel of Time' },
    { kind: 'category', from: ['Tales'], to: 'TALES' },
  ]);
  expect(answer).toMatchObject({ status: 200, json: { results: { counts: { new: 3 } } } });
  expect(await missing(id)).toEqual([
    ['series', 'Wheel of Time', null],
    ['level', 'One', null],
    ['level', 'Two', null],
    ['category', 'TALES', null],
  ]);
  const { results } = (await office.admin.get(`/api/v1/import/${id}/row`)).json;
  expect(results.map(({ cells }: { cells: string[] }) => [cells[4], cells[14]])).toEqual([
    ['Wheel of Time', 'TALES'],
    ['Wheel of Time', 'TALES'],
    ['Wheel of Time', ''],
  ]);
  expect(await desk.acts()).toEqual(['import.staged', 'import.titles_merged']);
});

test('a title that the library spells differently is written as it is there, and is no longer missing', async () => {
  await office.admin.post('/api/v1/category', { title: 'Tales' });
  const id = await stage({ category: 'TALES' });
  expect(await missing(id)).toContainEqual(['category', 'TALES', 'Tales']);
  const page = (await office.admin.get(`/book/import/${id}`)).body;
  expect(page).toShow('Use “Tales” as in the library');
  await merge(id, [{ kind: 'category', from: ['TALES'], to: 'Tales' }]);
  expect((await desk.state(id)).missing_counts).toMatchObject({ category: 0 });
});

test('a title is one however its blanks and invisible marks are written, and one that looks like it is told', async () => {
  await office.admin.post('/api/v1/category', { title: 'Field Notes' });
  const spellings = [
    'Owl Yard',
    'Owl\u00a0Yard',
    '\ufeffOwl\u3000Yard',
    'Owl  Yard\u200b',
    'Owl Ya\u200brd',
    'Owl Yard\u200e',
  ];
  const id = await stage(
    ...spellings.map((series) => ({ series })),
    { series: 'Owl-Yard', category: 'Field\u00a0Notes' },
    { series: 'Owlyard', category: 'Field\u3000Notes' },
  );
  const found = await missing(id);
  expect(found.filter(([kind]: string[]) => kind !== 'level')).toEqual([
    ['series', 'Owl Yard', null],
    ['series', 'Owl-Yard', 'Owlyard'],
    ['series', 'Owlyard', 'Owl-Yard'],
  ]);
});

test('repeating a merge changes nothing and leaves no trace; an invalid one is refused', async () => {
  const id = await stage(...twins);
  const { version } = await desk.state(id);
  const merges = [{ kind: 'series', from: ['Wheel of time'], to: 'Wheel of Time' }];
  await merge(id, merges, version);
  expect(await merge(id, merges)).toMatchObject({ status: 200 });
  expect(await desk.acts()).toEqual(['import.staged', 'import.titles_merged']);
  expect(await merge(id, merges, version)).toMatchObject({ status: 409, json: { error: { code: 'error.stale' } } });
  for (const wrong of [[], [{ kind: 'level', from: ['One'], to: 'ONE' }], [{ kind: 'series', from: ['x'], to: ' ' }]])
    expect((await merge(id, wrong)).status).toBe(400);
  expect((await merge(999, merges)).status).toBe(404);
  await office.admin.delete(`/api/v1/import/${id}`);
  expect((await titles(id)) ?? null).toBeNull();
});

test('the page shows them in one line, whatever their number', async () => {
  const { body } = await office.admin.get(`/book/import/${await stage(...twins)}`);
  expect(body.replaceAll('<!-- -->', '')).toShow('Not in the library yet: 2 series, 3 levels, 2 categories');
});
