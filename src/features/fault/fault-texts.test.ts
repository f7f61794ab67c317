import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textFaults } from '#kernel/desk/text-faults.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { faultDesk } from './fault.fixture.ts';

let office: Office;
const wanted: Record<string, string[]> = { blank_ends: [], odd_spaces: [], decomposed: [] };

// Which texts have which faults; those that have none are beside them.
const titles: [string, string[]][] = [
  [' Steps', ['blank_ends']],
  ['Steps  two', ['blank_ends']],
  ['Steps\u00a0three', ['odd_spaces']],
  ['Steps\u200b', ['odd_spaces']],
  ['E\u0301tapes', ['decomposed']],
  [' Cafe\u0301\u3000', ['blank_ends', 'odd_spaces', 'decomposed']],
  ['Étapes', []],
  ['Plain steps', []],
];
// The blanks between the words of a summary may be meant.
const summaries: [string, string[]][] = [
  ['Sea \n', ['blank_ends']],
  ['Two  blanks\u00a0here', []],
  ['Jose\u0301', ['decomposed']],
];

beforeAll(async () => {
  office = await startOffice();
  const note = (faults: readonly string[], id: string) => {
    for (const fault of faults) wanted[fault]?.push(id);
  };
  for (const [nth, [title, faults]] of titles.entries()) {
    const { ser_idx } = must(await office.admin.post('/api/v1/series', { title: `Series ${nth}` }));
    await sql`update series set title = ${title} where ser_idx = ${ser_idx}`.execute(office.db);
    note(faults, `series/${ser_idx}`);
  }
  const collections = [
    ...titles.map((one) => ['title', ...one] as const),
    ...summaries.map((one) => ['summary', ...one] as const),
  ];
  for (const [nth, [field, text, faults]] of collections.entries()) {
    const cid = `text${nth}`;
    must(await office.admin.post('/api/v1/collection', { cid, title: `Tales ${nth}` }));
    const locale = nth % 2 === 0 ? 'es' : 'en';
    must(await office.admin.put(`/api/v5/collection/${cid}/localize/es`, { title: `Cuentos ${nth}` }));
    await sql`update collection_text set ${sql.ref(field)} = ${text} from collection c
      where c.cidx = collection_text.cidx and c.cid = ${cid} and locale = ${locale}`.execute(office.db);
    note(faults, `collection/${cid}`);
  }
});
afterAll(() => office.close());
const desk = faultDesk(() => office);

test.each(textFaults)('%s: series and collections with such texts are found, and no others', async (fault) => {
  expect((await desk.ids(fault)).toSorted()).toEqual(wanted[fault]?.toSorted());
  const kinds = must(await office.admin.get('/api/v1/fault'));
  expect(kinds.find((one: { fault: string }) => one.fault === fault).count).toBe(wanted[fault]?.length);
});

test('a row leads to its record and shows which texts a fix sets', async () => {
  const bid = await desk.book({ title: ' Bread' });
  const [own, series] = await desk.rows('blank_ends');
  expect(own).toMatchObject({ kind: 'book', id: bid, fields: [{ before: ' Bread', after: 'Bread' }] });
  expect(series).toMatchObject({ kind: 'series', fields: [{ field: 'title', before: ' Steps', after: 'Steps' }] });
  expect(series.href).toBe(`/series?open=${series.id.split('/')[1]}`);
  expect((await desk.rows('blank_ends')).at(-1)).toMatchObject({
    kind: 'collection',
    href: '/collection/text8',
    fields: [{ field: 'multi_lang_data.es.summary', before: 'Sea \n', after: 'Sea' }],
  });
});

const series = (id: string) =>
  sql<{ title: string }>`select title from series where 'series/' || ser_idx = ${id}`.execute(office.db);
const titleOf = async (id: string) => (await series(id)).rows[0]?.title;

test('a fix sets books, series and collections as one act, which is undone for one of them and then for the others', async () => {
  const found = await desk.ids('blank_ends');
  const [first = '', second = ''] = found.filter((id) => id.startsWith('series/'));
  const before = await titleOf(second);
  const { changed, left, act_idx: act } = await desk.fix('blank_ends', { all: true });
  expect([changed, left]).toEqual([found.length, {}]);
  expect(await desk.ids('blank_ends')).toEqual([]);
  expect(await titleOf(first)).toBe('Steps');
  const history = must(await office.admin.get(`/api/v1/audit/act/${act}`));
  expect(new Set(history.lines.map((one: { entity: string }) => one.entity))).toEqual(
    new Set(['book', 'collection', 'series']),
  );
  expect(history.lines.every((one: { alone: boolean }) => one.alone)).toBe(true);
  expect(await desk.undo(act, [first])).toMatchObject({ back: 1, kept: 0 });
  expect([await titleOf(first), await titleOf(second)]).toEqual([' Steps', before?.replace('  ', ' ')]);
  const [taken] = (await desk.rows('blank_ends')).filter(({ id }: { id: string }) => id === first);
  expect(taken).toMatchObject({ fields: [{ before: ' Steps' }] });
  const foreign = await office.admin.post(`/api/v1/act/${act}/undo`, { ids: ['series/999999'] });
  expect(foreign).toMatchObject({ status: 422, json: { error: { code: 'undo.not_of_act' } } });
  expect(await desk.undo(act)).toMatchObject({ back: changed - 1, kept: 0 });
  expect((await desk.ids('blank_ends')).toSorted()).toEqual(found.toSorted());
});

test('a fix makes no translation older, and no older one up to date', async () => {
  const localize = async (locale: string, body: object) =>
    must(await office.admin.put(`/api/v5/collection/lamps/localize/${locale}`, body));
  const older = async () =>
    (await desk.rows('text_old')).find(({ id }: { id: string }) => id === 'lamps')?.line ?? null;
  must(await office.admin.post('/api/v1/collection', { cid: 'lamps', title: 'Lamps' }));
  await localize('es', { title: 'Faroles', summary: 'Luz' });
  await localize('ko', { title: '램프', summary: '빛' });
  await localize('en', { title: 'Lanterns' });
  await localize('es', { title: 'Linternas' });
  expect(await older()).toBe('ko title');
  await sql`update collection_text set title = title || ' ' where cidx = (select cidx from collection where cid = 'lamps')`.execute(
    office.db,
  );
  const { act_idx: act } = await desk.fix('blank_ends', { ids: ['collection/lamps'] });
  const row = async () => must(await office.admin.get('/api/v5/collection/lamps')).collection.multi_lang_data;
  expect(await row()).toMatchObject({ en: { title: 'Lanterns' }, es: { title: 'Linternas' }, ko: { title: '램프' } });
  expect(await older()).toBe('ko title');
  await desk.undo(act);
  expect(await row()).toMatchObject({ en: { title: 'Lanterns ' }, ko: { title: '램프 ' } });
  expect(await older()).toBe('ko title');
});

test('what an open release sets, what another series is called and a title of blanks alone are left', async () => {
  const { ser_idx: twin } = must(await office.admin.post('/api/v1/series', { title: 'Winter walks' }));
  const { ser_idx: other } = must(await office.admin.post('/api/v1/series', { title: 'Other' }));
  const { ser_idx: bare } = must(await office.admin.post('/api/v1/series', { title: 'Bare' }));
  await sql`update series set title = ' Winter walks' where ser_idx = ${other}`.execute(office.db);
  await sql`update series set title = ' ' where ser_idx = ${bare}`.execute(office.db);
  const { rel_idx: rel } = must(await office.admin.post('/api/v1/release', { name: 'Winter' }));
  const values = { multi_lang_data: { es: { summary: 'Mar' } } };
  must(await office.admin.put(`/api/v1/release/${rel}/change`, { kind: 'collection', id: 'text8', values }));
  const ids = [`series/${other}`, `series/${bare}`, 'collection/text8', `series/${twin}`];
  expect(await desk.fix('blank_ends', { ids })).toEqual({
    changed: 0,
    left: { taken: 1, no_fix: 1, in_release: 1, changed: 1 },
  });
});

test('it is dismissed until its text changes, and taken up again', async () => {
  const [id = ''] = wanted['odd_spaces'] ?? [];
  expect(await desk.dismiss('odd_spaces', { ids: [id], reason: 'As printed' })).toMatchObject({ dismissed: 1 });
  expect(await desk.ids('odd_spaces')).not.toContain(id);
  expect(await desk.ids('odd_spaces', '?dismissed=1')).toEqual([id]);
  must(await office.admin.post('/api/v1/fault/odd_spaces/restore', { ids: [id] }));
  expect(await desk.ids('odd_spaces')).toContain(id);
});
