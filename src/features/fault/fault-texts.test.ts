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

test('a row leads to its record and says which text it is; a fix of all leaves it for a person', async () => {
  const bid = await desk.book({ title: ' Bread' });
  const [own, series] = await desk.rows('blank_ends');
  expect(own).toMatchObject({ kind: 'book', id: bid, fields: [{ before: ' Bread', after: 'Bread' }] });
  expect(series).toMatchObject({ kind: 'series', line: '“ Steps”', fields: null });
  expect(series.href).toBe(`/series?open=${series.id.split('/')[1]}`);
  expect((await desk.rows('blank_ends')).at(-1)).toMatchObject({
    kind: 'collection',
    href: '/collection/text8',
    line: 'es summary: “Sea \n”',
  });
  const left = wanted['blank_ends']?.length;
  expect(await desk.fix('blank_ends', { all: true })).toMatchObject({ changed: 1, left: { no_fix: left } });
  expect(await desk.fix('blank_ends', { ids: [series.id] })).toEqual({ changed: 0, left: { no_fix: 1 } });
});

test('it is dismissed until its text changes, and taken up again', async () => {
  const [id = ''] = wanted['odd_spaces'] ?? [];
  expect(await desk.dismiss('odd_spaces', { ids: [id], reason: 'As printed' })).toMatchObject({ dismissed: 1 });
  expect(await desk.ids('odd_spaces')).not.toContain(id);
  expect(await desk.ids('odd_spaces', '?dismissed=1')).toEqual([id]);
  must(await office.admin.post('/api/v1/fault/odd_spaces/restore', { ids: [id] }));
  expect(await desk.ids('odd_spaces')).toContain(id);
});
