import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { textLimits } from '#features/collection/collection.public.ts';
import { reservationDesk } from '#features/reservation/reservation.fixture.ts';
import { isChangedBySpreadsheet } from '#kernel/text/spreadsheet-fault.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { faultDesk } from './fault.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
const desk = faultDesk(() => office);
beforeEach(() => desk.clear());

const countOf = async (fault: string) =>
  must(await office.admin.get('/api/v1/fault')).find((one: { fault: string }) => one.fault === fault).count;

test('texts are longer than their fields exactly where a call would refuse them', async () => {
  const fields = Object.entries(textLimits);
  const texts = fields.flatMap(([field, most]) => [
    { field, text: 'a'.repeat(most), isLong: false },
    { field, text: '달'.repeat(most), isLong: false },
    { field, text: 'a'.repeat(most + 1), isLong: true },
  ]);
  const wanted: string[] = [];
  for (const [nth, { field, text, isLong }] of texts.entries()) {
    const cid = `long${nth}`;
    must(await office.admin.post('/api/v1/collection', { cid, title: `Tales ${nth}` }));
    must(await office.admin.put(`/api/v5/collection/${cid}/localize/ko`, { title: `이야기 ${nth}` }));
    await sql`update collection_text set ${sql.ref(field)} = ${text} from collection c
      where c.cidx = collection_text.cidx and c.cid = ${cid} and locale = 'ko'`.execute(office.db);
    const { status } = await office.admin.put(`/api/v5/collection/${cid}/localize/es`, { [field]: text });
    expect({ field, isRefused: status !== 200 }).toEqual({ field, isRefused: isLong });
    if (isLong) wanted.push(`${cid}: ko ${field}`);
    await sql`delete from collection_text where locale = 'es'`.execute(office.db);
  }
  const rows = await desk.rows('text_long');
  expect(rows.map(({ id, line }: { id: string; line: string }) => `${id}: ${line}`)).toEqual(wanted);
  expect(rows[0]).toMatchObject({ kind: 'collection', fields: null });
  await expect.poll(() => countOf('text_long')).toBe(4);
});

test('a roadmap is steep where a row has more new words than the settings allow, and not if they allow any', async () => {
  const limit = (value: number) => office.admin.put('/api/v1/setting/roadmap.most_new_words', { value });
  const group = async (title: string, rows: readonly (readonly string[][])[]) => {
    const { grp_idx } = await office.db
      .insertInto('age_group')
      .values({ title })
      .returning('grp_idx')
      .executeTakeFirstOrThrow();
    await sql`insert into roadmap (grp_idx) values (${grp_idx}) on conflict do nothing`.execute(office.db);
    for (const [row, books] of rows.entries())
      for (const [place, words] of books.entries()) {
        const bid = await desk.book();
        await sql`with one as (select bidx from book where bid = ${bid}), said as (
            insert into word (bidx, word) select bidx, word from one, unnest(${words}::text[]) word)
          insert into roadmap_book (grp_idx, bidx, row_no, place) select ${grp_idx}, bidx, ${row}, ${place} from one`.execute(
          office.db,
        );
      }
    return String(grp_idx);
  };
  const words = (from: number, count: number) => Array.from({ length: count }, (_, n) => `word${from + n}`);
  // Twenty new words are enough; the next twenty-one are too many; those after them were met.
  const steep = await group('Steep', [[words(0, 20)], [words(20, 11), words(31, 10)], [words(0, 41)]]);
  await group('Gentle', [[words(0, 20)], [words(10, 25).map((word) => word.toUpperCase())], [words(0, 5)]]);
  expect(await desk.rows('roadmap_steep')).toMatchObject([{ kind: 'roadmap', id: steep, line: '2: 21', fields: null }]);
  await expect.poll(() => countOf('roadmap_steep')).toBe(1);
  must(await limit(19));
  expect((await desk.rows('roadmap_steep')).map(({ line }: { line: string }) => line)).toEqual([
    '1: 20 · 2: 21',
    '1: 20',
  ]);
  must(await limit(0));
  expect(await desk.ids('roadmap_steep')).toEqual([]);
  await sql`delete from roadmap_book`.execute(office.db);
});

test('a scheduled change is idle if its collection has the value, or will have it by then', async () => {
  const { request, schedule, price } = reservationDesk(() => office);
  for (const [cid, amount] of [
    ['idle', '9'],
    ['busy', '9'],
  ] as const)
    must(await office.admin.post('/api/v1/collection', { cid, title: `Title ${cid}`, prices: price(amount) }));
  const set = async (cid: string, after: number, amount: string) =>
    String(must(await request(cid, after, { value: price(amount) })).res_idx);
  const wanted = [await set('idle', 100, '9')];
  await set('idle', 200, '12');
  wanted.push(await set('idle', 300, '12'));
  await set('idle', 400, '9');
  await set('busy', 100, '8');
  await schedule('busy', 100, { target: 'description', locale: 'ko', value: '<p>달</p>' });
  wanted.push(String(await schedule('busy', 100, { target: 'cover_img', value: null })));
  expect(await desk.ids('schedule_idle')).toEqual(wanted);
  expect((await desk.rows('schedule_idle'))[0]).toMatchObject({
    kind: 'reservation',
    line: 'price · idle',
    fields: null,
  });
  await expect.poll(() => countOf('schedule_idle')).toBe(3);
  // What was idle sets something once the collection has another value.
  must(await office.admin.put('/api/v5/collection/busy', { prices: price('8') }));
  expect((await desk.ids('schedule_idle')).length).toBe(4);
});

test('a code is numeric where a spreadsheet would change it and it can still be redeemed', async () => {
  const { addBatch, addCollection, addCustomer } = codeDesk(() => office);
  const [cidx, cust_idx] = [await addCollection('numeric'), await addCustomer('NUM-1')];
  const cg_idx = await addBatch({ cust_idx, cidx });
  const changed = '123456789012 012345678901 5204329933E5 12E345678901 SEPTEMBER123 12DECEMBER12 FEBRUARY2024';
  const kept = '5204329933F5 E52043299331 AUTUMN123456 5204329933EE SEPTEMBERS12 ABCDEFGHJKMN 12SEPTEMBERS';
  const codes = `${changed} ${kept}`.split(' ');
  const add = (code: string, over: object = {}) =>
    office.db
      .insertInto('code')
      .values({ code, cg_idx, issued_at: 9, ...over })
      .execute();
  for (const code of codes) await add(code);
  for (const [code, over] of [
    ['223456789012', { activated_date: 9 }],
    ['323456789012', { is_canceled: 9 }],
    ['423456789012', { valid_until: 10 }],
  ] as const)
    await add(code, over);
  const numeric = codes.filter(isChangedBySpreadsheet).toSorted();
  expect(numeric).toHaveLength(7);
  expect(await desk.ids('code_numeric')).toEqual(numeric);
  expect((await desk.rows('code_numeric'))[0]).toMatchObject({
    kind: 'code',
    line: 'Name of NUM-1 · Batch',
    fields: null,
  });
});
