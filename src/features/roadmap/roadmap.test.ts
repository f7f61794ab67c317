import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import type { Rows } from './roadmap.rules.ts';

const rowCount = process.env['TEST_LONG'] === '1' ? 2000 : 200;

let office: Office;
let group: number;
let other: number;

beforeAll(async () => {
  office = await startOffice();
  const books = Array.from({ length: 12 }, (_, n) =>
    bookRow(n + 1, { age_group: n < 6 ? 'Ages 4–6' : 'Ages 7–9', title: `Book ${String(n + 1).padStart(2, '0')}` }),
  );
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await office.admin.put('/api/v1/book', { bids: books.map(({ bid }) => String(bid)).filter((bid) => bid !== 'B12') });
  const groups: { grp_idx: number }[] = (await office.admin.get('/api/v1/age_group')).json.results;
  [group = 0, other = 0] = groups.map(({ grp_idx }) => grp_idx);
});
afterAll(() => office.close());
beforeEach(async () => {
  for (const table of ['roadmap_book', 'roadmap', 'audit', 'change'] as const)
    await office.db.deleteFrom(table).execute();
});

const url = '/api/v1/roadmap';
const put = (body: object) => office.admin.put(url, { target_group: group, ...body });
const move = (target_row: number, ...bids: string[]) => put({ target_row, bids });
const rows = async (of = group): Promise<string[][]> =>
  (await office.admin.get(`${url}?target_group=${of}`)).json.results.rows;
const trail = () =>
  office.db
    .selectFrom('audit')
    .select(['entity', 'entity_id', 'action', 'actor', 'before', 'after'])
    .orderBy('audit_idx')
    .execute();
/** The stored places, in order. */
const stored = async () =>
  office.db
    .selectFrom('roadmap_book')
    .select(['row_no', 'place'])
    .where('grp_idx', '=', group)
    .orderBy('row_no')
    .orderBy('place')
    .execute();
const fill = async (wanted: Rows) => {
  for (const [row, bids] of wanted.entries()) await move(row, ...bids);
};
const rowFull = {
  status: 422,
  json: {
    error: {
      code: 'roadmap.row_full',
      message: 'A row cannot exceed 5 books, and at most 5 books can be moved at once.',
    },
  },
};

describe('A roadmap', () => {
  test('has no rows at first; waiting books are moved into new and existing rows', async () => {
    expect(await rows()).toEqual([]);
    expect(await move(0, 'B1', 'B2')).toMatchObject({
      status: 200,
      json: { results: { success: true, version: 1, rows: [['B1', 'B2']] } },
    });
    await move(1, 'B3');
    await move(0, 'B4');
    expect(await rows()).toEqual([['B1', 'B2', 'B4'], ['B3']]);
    expect(await trail()).toMatchObject([
      {
        entity: 'roadmap',
        entity_id: String(group),
        action: 'roadmap.moved',
        actor: 'ada',
        after: { books: ['B1', 'B2'], row: [1] },
      },
      { after: { books: ['B3'], row: [2] } },
      { before: { row: [] }, after: { books: ['B4'], row: [1] } },
    ]);
  });

  test('of one group does not affect another, which may contain the same book', async () => {
    await move(0, 'B1');
    expect((await office.admin.put(url, { target_group: other, target_row: 0, bids: ['B1'] })).status).toBe(200);
    expect([await rows(), await rows(other)]).toEqual([[['B1']], [['B1']]]);
  });

  test('loses a row with its last book; -1 removes books from it', async () => {
    await fill([['B1', 'B2'], ['B3'], ['B4']]);
    await move(0, 'B3');
    expect(await rows()).toEqual([['B1', 'B2', 'B3'], ['B4']]);
    await move(-1, 'B4', 'B1');
    expect(await rows()).toEqual([['B2', 'B3']]);
    expect(await stored()).toEqual([
      { row_no: 0, place: 0 },
      { row_no: 0, place: 1 },
    ]);
  });

  test('gets books at a place in a row, whether they are new, of another row or of the same', async () => {
    await fill([['B1', 'B2'], ['B3']]);
    expect(await put({ target_row: 0, target_place: 1, bids: ['B4'] })).toMatchObject({ status: 200 });
    expect(await rows()).toEqual([['B1', 'B4', 'B2'], ['B3']]);
    await put({ target_row: 0, target_place: 0, bids: ['B3'] });
    await put({ target_row: 0, target_place: 4, bids: ['B1'] });
    expect(await rows()).toEqual([['B3', 'B4', 'B2', 'B1']]);
    expect((await trail()).at(-1)).toMatchObject({
      before: { row: [1], place: 2 },
      after: { books: ['B1'], row: [1], place: 4 },
    });
    expect(await put({ target_row: 1, target_place: 3, bids: ['B5'] })).toMatchObject({
      json: { results: { rows: [['B3', 'B4', 'B2', 'B1'], ['B5']] } },
    });
    expect(await put({ target_row: 0, target_place: 0, bids: ['B5', 'B6'] })).toMatchObject(rowFull);
    expect((await put({ target_row: -1, target_place: 0, bids: ['B5'] })).json.results.rows).toHaveLength(1);
  });

  test('says of each unpublished book that is placed that readers do not see it', async () => {
    const { json } = await move(0, 'B1', 'B12');
    expect(json.results).toMatchObject({
      rows: [['B1', 'B12']],
      warnings: [{ field: 'bids', message: '“Book 12” is not published. Readers do not see it until it is.' }],
    });
    // It was said when it was placed; and a removed book is not placed.
    expect((await move(1, 'B12')).json.results.warnings).toEqual([]);
    expect((await put({ rows: [['B12', 'B1']] })).json.results.warnings).toEqual([]);
    expect((await move(-1, 'B12')).json.results.warnings).toEqual([]);
  });

  test('does not change when a move is repeated, which leaves no trace', async () => {
    await fill([['B1', 'B2']]);
    expect((await move(0, 'B1')).json.results).toMatchObject({ success: true, version: 1 });
    expect((await move(-1, 'B9')).json.results.version).toBe(1);
    expect(await trail()).toHaveLength(1);
  });

  test('refuses a sixth book in a row, and a selection of six', async () => {
    await fill([['B1', 'B2', 'B3', 'B4', 'B5']]);
    expect(await move(0, 'B6')).toMatchObject(rowFull);
    expect(await move(1, 'B6', 'B7', 'B8', 'B9', 'B10', 'B11')).toMatchObject(rowFull);
    expect(await put({ rows: [['B1', 'B2', 'B3', 'B4', 'B5', 'B6']] })).toMatchObject(rowFull);
    expect(await rows()).toEqual([['B1', 'B2', 'B3', 'B4', 'B5']]);
    expect(await trail()).toHaveLength(1);
  });

  test('refuses the sixth of books moved into a row at the same moment', async () => {
    await fill([['B1', 'B2', 'B3']]);
    const answers = await Promise.all(['B4', 'B5', 'B6', 'B7'].map((bid) => move(0, bid)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422]);
    expect((await rows())[0]).toHaveLength(5);
    expect((await stored()).map(({ place }) => place)).toEqual([0, 1, 2, 3, 4]);
  });

  test('is arranged by rows that name the same books; empty rows are dropped', async () => {
    await fill([['B1', 'B2'], ['B3'], ['B4', 'B5']]);
    const arranged = [['B5'], ['B2', 'B1'], [], ['B4', 'B3']];
    expect(await put({ rows: arranged, base: '3' })).toMatchObject({ status: 200, json: { results: { version: 4 } } });
    expect(await rows()).toEqual([['B5'], ['B2', 'B1'], ['B4', 'B3']]);
    expect((await trail()).at(-1)).toMatchObject({
      action: 'roadmap.arranged',
      before: { from: 1, rows: ['B1 B2', 'B3', 'B4 B5'] },
      after: { from: 1, rows: ['B5', 'B2 B1', 'B4 B3'] },
    });
  });

  test.each([
    ['lack a book', [['B1']], { added: ['B2'], removed: [], repeated: [] }],
    ['have one more', [['B1', 'B2', 'B3']], { added: [], removed: ['B3'], repeated: [] }],
    ['name one twice', [['B1', 'B2'], ['B1']], { added: [], removed: [], repeated: ['B1'] }],
  ])('refuses rows that %s', async (_what, wanted, details) => {
    await fill([['B1', 'B2']]);
    expect(await put({ rows: wanted })).toMatchObject({
      status: 409,
      json: { error: { code: 'roadmap.other_books', details } },
    });
    expect(await rows()).toEqual([['B1', 'B2']]);
  });

  test.each([
    ['a move', { target_row: 0, bids: ['B3'], version: 1 }],
    ['rows', { rows: [['B2', 'B1']], base: '1' }],
  ])('refuses %s over a newer version, and says who made it and when', async (_what, body) => {
    await move(0, 'B1');
    await move(0, 'B2');
    expect(await put(body)).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { name: 'ada', version: 2, at: expect.any(Number) } } },
    });
    expect(await rows()).toEqual([['B1', 'B2']]);
  });

  test('refuses a row, a book and a group that do not exist', async () => {
    expect(await move(1, 'B1')).toMatchObject({ status: 422, json: { error: { code: 'roadmap.no_row' } } });
    expect(await move(0, 'B1', 'NOPE')).toMatchObject({
      status: 404,
      json: { error: { message: 'These books do not exist: NOPE.' } },
    });
    expect((await office.admin.put(url, { target_group: 999_999, target_row: 0, bids: ['B1'] })).status).toBe(404);
    expect((await office.admin.get(`${url}?target_group=999999`)).status).toBe(404);
    expect((await put({ target_row: 0, bids: [] })).status).toBe(400);
    expect((await put({ target_row: 0, bids: ['B1'], rows: [] })).status).toBe(400);
    expect(await trail()).toEqual([]);
  });

  test('without its group redirects to the list of groups, in the language asked for', async () => {
    const { status, headers } = await office.admin.get('/roadmap?lang=ko');
    expect({ status, location: headers['location'] }).toEqual({ status: 303, location: '/agegroup?lang=ko' });
    expect((await office.staff.get('/roadmap')).status).toBe(403);
  });

  test(`of ${rowCount} rows of five is moved in and arranged`, async () => {
    const many = Array.from({ length: rowCount * 5 }, (_, n) => bookRow(n + 1000));
    for (let at = 0; at < many.length; at += 5000)
      await office.admin.post('/api/v1/book', { books: many.slice(at, at + 5000), create_missing: true });
    await office.db.insertInto('roadmap').values({ grp_idx: group }).execute();
    await sql`
      insert into roadmap_book (grp_idx, bidx, row_no, place)
      select ${group}::integer, bidx, (nth - 1) / 5, (nth - 1) % 5
      from (select bidx, row_number() over (order by bidx) as nth from book where bid like 'B____%') placed`.execute(
      office.db,
    );
    const before = await rows();
    expect(before).toHaveLength(rowCount);
    // The first row moves to the last place: every other row is renumbered.
    await move(rowCount, ...(before[0] ?? []));
    expect(await rows()).toEqual([...before.slice(1), before[0]]);
    expect((await put({ rows: before })).status).toBe(200);
    expect(await rows()).toEqual(before);
  });
});

describe('The contents of a roadmap', () => {
  const waiting = async (query = '') =>
    (await office.admin.get(`${url}/waiting?target_group=${group}&${query}`)).json.results;
  const bidsOf = async (query?: string) => (await waiting(query)).books.map(({ bid }: { bid: string }) => bid);

  test('are not on the waiting list of published books, which can be searched and limited to the group', async () => {
    await move(0, 'B1', 'B2');
    expect(await bidsOf('search=book')).toEqual(['B3', 'B4', 'B5', 'B6', 'B7', 'B8', 'B9', 'B10', 'B11']);
    expect(await bidsOf('search=b10')).toEqual(['B10']);
    expect(await bidsOf('search=b12')).toEqual([]);
    expect(await bidsOf('own=true')).toEqual(['B3', 'B4', 'B5', 'B6']);
    expect(await waiting('page=2')).toMatchObject({ total: 9, books: [], page: 2 });
    expect((await office.admin.get(`${url}/waiting?target_group=999999`)).status).toBe(404);
  });

  test('are not among a pasted list of bids on the waiting list, which names them', async () => {
    await move(0, 'B1', 'B2');
    const found = await waiting('search=B1,+b10%0aB7+B99');
    expect(found).toMatchObject({ books: [{ bid: 'B7' }, { bid: 'B10' }], total: 2, missing: ['B1', 'B99'] });
  });

  test('are looked up by bid; a book unpublished afterwards stays and is marked', async () => {
    await move(0, 'B1', 'B2');
    await office.admin.put('/api/v1/book', { bids: ['B2'], published: false });
    expect(await rows()).toEqual([['B1', 'B2']]);
    const { results } = (await office.admin.get(`${url}/book?bids=B1,B2,NOPE`)).json;
    expect(results).toEqual(
      expect.arrayContaining([
        { bid: 'B1', title: 'Book 01', cover: null, published: true },
        { bid: 'B2', title: 'Book 02', cover: null, published: false },
      ]),
    );
    expect(results).toHaveLength(2);
    await office.admin.put('/api/v1/book', { bids: ['B2'] });
  });

  test('cannot be deleted: neither a book, which links to its roadmap, nor a group with books', async () => {
    await move(0, 'B1');
    expect(await office.admin.post('/book/delete/B1')).toMatchObject({
      status: 409,
      json: {
        error: {
          code: 'book.in_use',
          details: { references: [{ label: 'Ages 4–6', kind: 'roadmap.kind', href: `/roadmap/${group}` }] },
        },
      },
    });
    expect((await office.admin.get('/book/B1/uses')).body).toShow(`/roadmap/${group}`);
    await office.db.updateTable('book').set({ grp_idx: null }).execute();
    expect(await office.admin.delete(`/api/v1/age_group/${group}`)).toMatchObject({
      status: 409,
      json: { error: { code: 'agegroup.in_use', details: { references: [{ href: `/roadmap/${group}` }] } } },
    });
  });

  test('can be removed, and then the group can be deleted', async () => {
    const { age_group } = (await office.admin.post('/api/v1/age_group', { title: 'Teens' })).json.results;
    await office.admin.put(url, { target_group: age_group, target_row: 0, bids: ['B1'] });
    await office.admin.put(url, { target_group: age_group, target_row: -1, bids: ['B1'] });
    expect((await office.admin.delete(`/api/v1/age_group/${age_group}`)).status).toBe(200);
    expect((await office.admin.get(`/roadmap/${age_group}`)).status).toBe(404);
  });

  test('are found by the finder, and changes are in the history', async () => {
    await move(0, 'B1', 'B2');
    expect(JSON.stringify((await office.admin.get('/api/v1/search?text=ages 4')).json)).toContain(`/roadmap/${group}`);
    const found = async (text: string, lang = 'en') => {
      const { json } = await office.admin.get(`/api/v1/search?lang=${lang}&text=${encodeURIComponent(text)}`);
      const labels = json.results.map(({ label, href }: { label: string; href: string }) => [label, href]);
      return labels.filter(([, href]: string[]) => href?.startsWith('/roadmap/'));
    };
    const own = ['Roadmap: Ages 4–6', `/roadmap/${group}`];
    for (const text of ['roadmap', 'Roadm', 'ages 4 roadmap']) expect(await found(text), text).toContainEqual(own);
    expect(await found('로드맵', 'ko')).toContainEqual(['로드맵: Ages 4–6', own[1]]);
    expect(await found('roadmap of nobody')).toEqual([]);
    const history = (await office.admin.get(`/api/v1/audit/of/roadmap/${group}`)).json.results.lines;
    expect(history).toMatchObject([
      {
        action: 'books moved',
        changes: [
          { field: 'Books', after: 'Book 01, Book 02' },
          { field: 'Row', after: '1' },
        ],
      },
    ]);
    const { status, body } = await office.admin.get(`/roadmap/${group}`);
    expect(status).toBe(200);
    expect(body).toShow('Roadmap: Ages 4–6');
  });

  test('are reached from the row of their group by their name, and the finder finds that screen by it', async () => {
    const { body } = await office.admin.get('/agegroup');
    expect(body).toShow(new RegExp(`<a href="/roadmap/${group}" aria-label="Roadmap: Ages 4–6">Roadmap</a>`));
    expect(body).toShow(/<a href="\/agegroup"[^>]*data-words="roadmap, /);
    expect((await office.admin.get('/agegroup?lang=ko')).body).toShow('>로드맵</a>');
  });
});

describe('A roadmap whose age group was deleted', () => {
  const create = (title: string, wanted: Rows) => office.admin.post(url, { title, rows: wanted });

  test('is created again with the group, in the trail of both, without the books that are gone', async () => {
    const { status, json } = await create('Night readers', [['B1', 'gone'], ['also gone'], ['B2', 'B3']]);
    expect(status).toBe(200);
    const { grp_idx } = json.results;
    expect(json.results.rows).toEqual([['B1'], ['B2', 'B3']]);
    expect(
      await office.db
        .selectFrom('roadmap_book')
        .select(['row_no', 'place'])
        .where('grp_idx', '=', grp_idx)
        .orderBy('row_no')
        .orderBy('place')
        .execute(),
    ).toEqual([
      { row_no: 0, place: 0 },
      { row_no: 1, place: 0 },
      { row_no: 1, place: 1 },
    ]);
    expect(await rows(grp_idx)).toEqual([['B1'], ['B2', 'B3']]);
    expect((await trail()).map(({ entity, entity_id, action }) => [entity, entity_id, action])).toEqual([
      ['age_group', String(grp_idx), 'age_group.created'],
      ['roadmap', String(grp_idx), 'roadmap.arranged'],
    ]);
  });

  test('is refused under a title that is taken, with too many books in a row, or with a book twice; then nothing is made', async () => {
    const groups = () => office.db.selectFrom('age_group').select('grp_idx').execute();
    const before = await groups();
    expect(await create('Ages 4–6', [['B1']])).toMatchObject({
      status: 409,
      json: { error: { code: 'agegroup.title_taken', fields: { title: expect.any(String) } } },
    });
    expect(await create('Large', [['B1', 'B2', 'B3', 'B4', 'B5', 'B6']])).toMatchObject(rowFull);
    expect(await create('Twice', [['B1'], ['B1']])).toMatchObject({
      status: 422,
      json: { error: { code: 'roadmap.repeated', message: 'The rows name a book twice.' } },
    });
    expect(await groups()).toEqual(before);
  });
});
