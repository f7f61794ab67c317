import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { addMany } from '#test/many-rows.ts';
import { rowsOf, sheetFile, textsDesk } from './texts.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = collectionDesk(() => office);
const texts = textsDesk(() => office);

test('more than 5,000 texts are undone by a job', async () => {
  await desk.add('a', { title: 'A', multi_lang_data: { ko: { title: '가' } } });
  const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=ko&as=xlsx')).bytes);
  const timpIdx = await texts.stage(await sheetFile([heading, ...rows.map((row) => row.with(5, '나'))]));
  const { act_idx: act } = (await texts.apply(timpIdx)).json.results;
  await addMany(
    office.db,
    'text_import_cell',
    sql`
    insert into text_import_cell (timp_idx, nth, kind, record_id, field, locale, given, before)
    select ${timpIdx}::integer, 1000 + n, 'collection', 'gone-' || n, 'title', 'ko', 'x', '' from generate_series(1, 5000) n
  `,
  );
  expect((await office.admin.get(`/api/v1/act/${act}`)).json.results.undo).toMatchObject({ back: 1, long: true });
  const { work_idx: work } = (await texts.undo(act)).json.results;
  const status = async () => (await office.admin.get(`/api/v1/work/${work}`)).json.results.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('done');
  expect((await desk.get('a', 'ko')).title).toBe('가');
  expect((await texts.undo(act)).json.error.code).toBe('undo.already');
});

test('a text saved before an import is undone once the import is, and kept while it stands', async () => {
  await desk.add('b', { title: 'B', multi_lang_data: { ko: { title: '가' } } });
  const saved = await office.admin.put('/api/v5/collection/b/localize/ko', { title: '나' });
  const [heading = [], ...rows] = await rowsOf((await texts.out('from=en&to=ko&only=all&as=xlsx')).bytes);
  const changed = rows.map((row) => (row[0] === 'collection:b:title' ? row.with(5, '다') : row));
  const imported = (await texts.apply(await texts.stage(await sheetFile([heading, ...changed])))).json.results.act_idx;
  const { act_idx: act } = saved.json.results;
  expect((await texts.undo(act)).json.error.code).toBe('undo.changed_since');
  expect((await texts.undo(imported)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect((await texts.undo(act)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect((await desk.get('b', 'ko')).title).toBe('가');
});
