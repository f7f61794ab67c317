import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { longTextFaults, titleFaults } from '#kernel/desk/text-faults.ts';
import { cleanText, cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { strayActs } from '#test/stray-acts.ts';
import { faultDesk } from './fault.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = faultDesk(() => office);
beforeEach(() => desk.clear());

const countOf = async (fault: string) =>
  must(await office.admin.get('/api/v1/fault')).find((one: { fault: string }) => one.fault === fault).count;

describe('The books with a kind of fault are exactly those that have it', () => {
  test.each<[string, Record<string, unknown>[], Record<string, unknown>[]]>([
    [
      'blank_ends',
      [
        { title: ' Bread' },
        { title: 'Bread ' },
        { author: 'Ada  Penrose' },
        { title_en: 'Doors\t' },
        { title: 'Sea\u00a0' },
      ],
      [{ title: 'A Map of the Sea' }, { title: 'Sea\u00a0Map' }, { author: null }, { summary: ' Two  blanks ' }],
    ],
    [
      'odd_spaces',
      [
        { title: 'Nine\u00a0Doors' },
        { author: 'Ada\u200bPenrose' },
        { title: '달에서\u3000온' },
        { illustrator: '\ufeffSora' },
      ],
      [{ title: 'Nine Doors ' }, { title: 'म\u200dत' }, { summary: 'Nine\u00a0Doors' }],
    ],
    [
      'decomposed',
      [{ author: 'Jose\u0301' }, { title: '\u1103\u1161\u11af' }],
      [{ author: 'José' }, { title: 'x\u0301' }, { title: 'A\u2000B' }],
    ],
    [
      'isbn_check',
      [{ isbn_print: '9780000000027' }, { isbn_spindle: '0306406153' }, { isbn_print: '978-0-00-000002-7' }],
      [
        { isbn_print: '9780000000026' },
        { isbn_spindle: '0306406152' },
        { isbn_print: '080442957X' },
        { isbn_print: 'none 1' },
        { isbn_print: '9780000000000' },
      ],
    ],
    [
      'isbn_rounded',
      [{ isbn_print: '9.78E+12' }, { isbn_spindle: '9,79119E+12' }, { isbn_print: '9780000000000' }],
      // Its check digit fits: a publisher's first number.
      [{ isbn_print: '9791190000000' }, { isbn_print: '9780000000027' }, { isbn_spindle: 'E12' }],
    ],
    [
      'isbn_two',
      [
        { isbn_print: '9780000000026; 9790000000025' },
        { isbn_print: '0306406152,9780306406157' },
        { isbn_spindle: '978-0-00-000002-6 / 979-0-000000-02-5' },
      ],
      [{ isbn_print: '9780000000026' }, { isbn_print: '9780000000026 (set)' }, { isbn_spindle: '9780000000026/1' }],
    ],
  ])('%s', async (fault, faulty, sound) => {
    const wanted: string[] = [];
    for (const texts of faulty) wanted.push(await desk.book(texts));
    for (const texts of sound) await desk.book(texts);
    expect(await desk.ids(fault)).toEqual(wanted);
    await expect.poll(() => countOf(fault)).toBe(wanted.length);
  });

  test('texts: what cleaning an input would change, and nothing else', async () => {
    const signs = [
      ' ',
      '\t',
      '\u00a0',
      '\u1680',
      '\u2000',
      '\u2003',
      '\u200b',
      '\u200d',
      '\u2028',
      '\u202f',
      '\u3000',
      '\ufeff',
      '\u00ad',
      '\u0301',
      'e',
      'é',
      '가',
      '\u1100',
      '\u1161',
    ];
    const pairs = signs.flatMap((one) => signs.map((other) => `${one}${other}`));
    const texts = [...signs, ...pairs].flatMap((some) => [`a${some}b`, `${some}b`, `a${some}`]);
    for (const [faults, clean] of [
      [titleFaults, cleanTitle],
      [longTextFaults, cleanText],
    ] as const) {
      const { rows } = await sql<{ text: string }>`
        select text from unnest(${texts}::text[]) given (text)
        where ${sql.join(Object.values(faults), sql` or `)}`.execute(office.db);
      expect(rows.map(({ text }) => text)).toEqual(texts.filter((text) => clean(text) !== text));
    }
  });
});

describe('A fix', () => {
  test('corrects all records in one act, which is undone for one of them and then for the rest', async () => {
    const bids: string[] = [];
    for (const title of [' One', 'Two ', 'Three  3']) bids.push(await desk.book({ title }));
    const [one = '', two = '', three = ''] = bids;
    expect((await desk.rows('blank_ends'))[0]).toMatchObject({
      kind: 'book',
      id: one,
      href: `/book/${one}`,
      fields: [{ field: 'title', before: ' One', after: 'One' }],
    });
    expect(await desk.fix('blank_ends', { all: true, dry_run: true })).toEqual({ changed: 3, left: {} });
    expect(await desk.field(one, 'title')).toBe(' One');
    const { act_idx: act, ...figures } = await desk.fix('blank_ends', { all: true });
    expect(figures).toEqual({ changed: 3, left: {} });
    expect(await desk.ids('blank_ends')).toEqual([]);
    expect(await desk.undo(act, [two])).toMatchObject({ back: 1, kept: 0 });
    expect([await desk.field(one, 'title'), await desk.field(two, 'title')]).toEqual(['One', 'Two ']);
    must(await office.admin.put(`/api/v1/book/${three}`, { title: 'Mine' }));
    expect(await desk.foresee(act)).toMatchObject({ back: 1, kept: 1 });
    expect(await desk.undo(act)).toMatchObject({ back: 1, kept: 1 });
    expect([await desk.field(one, 'title'), await desk.field(three, 'title')]).toEqual([' One', 'Mine']);
    expect(await strayActs(office)).toEqual([]);
  });

  test('is in the history of each record once, and its undo too', async () => {
    const bid = await desk.book({ title: ' One' });
    await desk.book({ title: ' Two' });
    const { act_idx: act } = await desk.fix('blank_ends', { all: true });
    await desk.undo(act, [bid]);
    const { lines } = must(await office.admin.get(`/api/v1/audit/of/book/${bid}`));
    expect(lines.slice(0, 2)).toMatchObject([
      { changes: [{ after: ' One' }] },
      { changes: [{ before: ' One', after: 'One' }] },
    ]);
    expect(lines).toHaveLength(3);
  });

  test('of some records leaves the others', async () => {
    const [one, two] = [await desk.book({ title: ' One' }), await desk.book({ title: ' Two' })];
    expect(await desk.fix('blank_ends', { ids: [one] })).toMatchObject({ changed: 1 });
    const three = await desk.book({ title: ' Three' });
    expect(await desk.fix('blank_ends', { all: true, except: [two] })).toMatchObject({ changed: 1 });
    expect(await desk.ids('blank_ends')).toEqual([two]);
    expect(await desk.field(three, 'title')).toBe('Three');
  });

  test('leaves and counts what changed since, is in a release, is taken, or is for a person', async () => {
    const [sound, staged] = [await desk.book(), await desk.book({ title: ' Staged' })];
    const { rel_idx: rel } = must(await office.admin.post('/api/v1/release', { name: 'Winter' }));
    must(
      await office.admin.put(`/api/v1/release/${rel}/change`, { kind: 'book', id: staged, values: { title: 'New' } }),
    );
    expect(await desk.fix('blank_ends', { ids: [sound, staged] })).toEqual({
      changed: 0,
      left: { changed: 1, in_release: 1 },
    });
    await desk.book({ isbn_print: '9780000000026' });
    const twin = await desk.book({ isbn_print: '9780000000027' });
    const free = await desk.book({ isbn_print: '9780000000119' });
    expect(await desk.fix('isbn_check', { all: true })).toMatchObject({ changed: 1, left: { taken: 1 } });
    expect(await desk.ids('isbn_check')).toEqual([twin]);
    expect(await desk.field(free, 'isbn_print')).toBe('9780000000118');
    const three = { isbn_print: '9780000000026;9790000000025', isbn_spindle: '9780000000132' };
    await desk.book(three);
    expect(await desk.fix('isbn_two', { all: true })).toEqual({ changed: 0, left: { no_fix: 1 } });
    const refused = await office.admin.post('/api/v1/fault/isbn_rounded/fix', { all: true });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'fault.no_fix' } } });
  });

  test('puts two numbers of one field into both', async () => {
    const bid = await desk.book({ isbn_print: '9780000000026; 9790000000025', isbn_spindle: '9790000000025' });
    const same = await desk.book({ isbn_print: '0306406152, 9780306406157', isbn_spindle: '9790000000094' });
    expect(await desk.fix('isbn_two', { all: true })).toMatchObject({ changed: 2 });
    expect(await desk.field(bid, 'isbn_print')).toBe('9780000000026');
    expect(await desk.field(same, 'isbn_print')).toBe('9780306406157');
  });

  test('of many records waits for a second person, if the house asks for one', async () => {
    const eve = await office.signIn('eve', true);
    const rule = { value: { records_above: 1 } };
    must(await office.admin.put('/api/v1/setting/second_person', rule));
    const [one] = [await desk.book({ title: ' One' }), await desk.book({ title: ' Two' })];
    const planned = await office.admin.post('/api/v1/fault/blank_ends/fix', { all: true });
    expect(planned.status).toBe(202);
    expect(await desk.field(one ?? '', 'title')).toBe(' One');
    must(await eve.post(`/api/v1/approval/${planned.json.results.approval}/approve`, {}));
    expect(await desk.ids('blank_ends')).toEqual([]);
    const laxer = await office.admin.put('/api/v1/setting/second_person', { value: {} });
    if (laxer.status === 202) must(await eve.post(`/api/v1/approval/${laxer.json.results.approval}/approve`, {}));
  });
});

describe('A dismissal', () => {
  test('holds until what the fault is about changes', async () => {
    const bid = await desk.book({ title: 'Two  blanks' });
    const dismissed = await desk.dismiss('blank_ends', { ids: [bid], reason: 'On the cover' });
    expect(dismissed).toMatchObject({ dismissed: 1 });
    expect(await desk.ids('blank_ends')).toEqual([]);
    expect((await desk.rows('blank_ends', '?dismissed=1'))[0].dismissed).toMatchObject({
      reason: 'On the cover',
      until: 'change',
      by: 'ada',
    });
    await office.db.updateTable('book').set({ publisher: 'Lantern' }).where('bid', '=', bid).execute();
    expect(await desk.ids('blank_ends')).toEqual([]);
    await office.db.updateTable('book').set({ title: 'Three   blanks' }).where('bid', '=', bid).execute();
    expect(await desk.ids('blank_ends')).toEqual([bid]);
  });

  test('for good holds whatever changes; it is undone as an act, or taken back', async () => {
    const bid = await desk.book({ title: 'Two  blanks' });
    const { act_idx: act } = await desk.dismiss('blank_ends', { all: true, reason: 'Meant', until: 'always' });
    await office.db.updateTable('book').set({ title: 'Three   blanks' }).where('bid', '=', bid).execute();
    expect(await desk.fix('blank_ends', { all: true })).toEqual({ changed: 0, left: {} });
    expect(await desk.undo(act)).toMatchObject({ back: 1, kept: 0 });
    expect(await desk.ids('blank_ends')).toEqual([bid]);
    await desk.dismiss('blank_ends', { all: true, reason: 'Meant', until: 'always' });
    expect(must(await office.admin.post('/api/v1/fault/blank_ends/restore', { ids: [bid] }))).toEqual({ restored: 1 });
    expect(await desk.ids('blank_ends')).toEqual([bid]);
  });
});

test.each([
  [{}, 400],
  [{ ids: ['B1'], all: true }, 400],
  [{ ids: [] }, 400],
])('A fix that names %j is refused', async (body, status) => {
  expect(await office.admin.post('/api/v1/fault/blank_ends/fix', body)).toMatchObject({ status });
});

test('An unknown kind is not found', async () => {
  expect(await office.admin.get('/api/v1/fault/nothing')).toMatchObject({ status: 404 });
});
