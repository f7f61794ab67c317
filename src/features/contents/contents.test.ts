import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
const { add, put, take, contents } = desk;
let series: number;
let level: number;
let books: number[];
beforeEach(async () => {
  await desk.clear();
  series = await desk.addSeries('S');
  level = await desk.addLevel(series, 'L');
  books = await desk.addBooks(series, level, 3);
});

describe('The contents of a collection', () => {
  test('are series, levels and books, listed with titles and counts', async () => {
    await add('c');
    const answer = await put('c', 'series', series);
    expect(answer).toMatchObject({ status: 200, json: { results: { success: true, changed: 1 } } });
    expect((await contents('c')).counts).toEqual({ web: 3, mobile: 0 });
    await put('c', 'level', level);
    await put('c', 'book', books[0] ?? 0);
    expect(await contents('c')).toEqual({
      results: [
        { content_type: 'series', content_idx: series, title: 'S' },
        { content_type: 'level', content_idx: level, title: 'L' },
        { content_type: 'book', content_idx: books[0], title: `Book b${level}-1` },
      ],
      counts: { web: 3, mobile: 0 },
      total: 3,
    });
  });

  test('follow the books that join and leave their series and levels, and count mobile ones separately', async () => {
    await add('c');
    await put('c', 'level', level);
    const other = await desk.addSeries('Other');
    const [moved = 0] = await desk.addBooks(other, await desk.addLevel(other, 'O'), 1, { format: 'EPUB' });
    const move = (to: object) => office.db.updateTable('book').set(to).where('bidx', '=', moved).execute();
    await move({ ser_idx: series, lev_idx: level });
    expect(await desk.get('c')).toMatchObject({ web_book_count: 4, mobile_book_count: 1 });
    await office.db.deleteFrom('book').where('bidx', '=', moved).execute();
    expect((await contents('c')).counts).toEqual({ web: 3, mobile: 0 });
  });

  test('need a reason for adding a series and for removing a book', async () => {
    await add('c');
    expect(await put('c', 'series', series, ' ')).toMatchObject({
      status: 422,
      json: { error: { code: 'collection.reason_needed', fields: { reason: 'Enter a reason.' } } },
    });
    const [book = 0] = books;
    expect((await put('c', 'book', book, '')).status).toBe(200);
    expect((await take('c', 'book', book, '')).status).toBe(422);
    expect((await take('c', 'book', book, 'sold out')).status).toBe(200);
    expect((await desk.trail('c')).at(-1)).toMatchObject({
      action: 'collection.contents_removed',
      before: { count: 1, items: [`book:${book}`] },
      reason: 'sold out',
    });
    expect((await desk.versions('c'))[0]).toMatchObject({ reason: 'sold out' });
  });

  test('are changed as the address says: a body may be absent, but not contradict it', async () => {
    await add('c');
    const [book = 0] = books;
    await put('c', 'level', level);
    const url = `/api/v1/collection/c/content/level/${level}`;
    for (const body of [{ cid: 'other' }, { content_type: 'book' }, { content_idx: level + 1 }])
      expect(await office.admin.put(url, body)).toMatchObject({
        status: 409,
        json: {
          error: { code: 'collection.other_content', fields: { [Object.keys(body)[0] ?? '']: expect.any(String) } },
        },
      });
    const added = { cid: 'other', content_type: 'book', content_idx: book };
    expect((await office.admin.put('/api/v1/collection/c', added)).status).toBe(409);
    expect((await office.admin.send({ method: 'PUT', url })).json.results).toMatchObject({ changed: 1 });
    expect((await office.admin.put('/api/v1/collection/c', { ...added, cid: 'c', target_id: 'B1' })).status).toBe(200);
    expect((await office.admin.send({ method: 'PUT', url: `/api/v1/collection/c/content/book/${book}` })).status).toBe(
      422,
    );
  });

  test('need a reason for every addition in manage mode', async () => {
    await add('c');
    const [book = 0] = books;
    const managing = (cid: string) => ({ cookie: `${office.admin.cookie}; manage_mode=true; cid=${cid}` });
    const body = { content_type: 'book', content_idx: book };
    expect((await office.admin.put('/api/v1/collection/c', body, managing('c'))).status).toBe(422);
    expect((await office.admin.put('/api/v1/collection/c', body, managing('other'))).status).toBe(200);
  });

  test('cannot be added twice or removed twice, and must exist', async () => {
    await add('c');
    await put('c', 'level', level);
    expect(await put('c', 'level', level)).toMatchObject({
      status: 409,
      json: { error: { code: 'collection.content_taken' } },
    });
    expect((await put('c', 'level', 99_999)).status).toBe(404);
    await take('c', 'level', level);
    expect((await take('c', 'level', level)).status).toBe(404);
    expect((await put('nobody', 'level', level)).status).toBe(404);
    expect((await put('c', 'word', 1)).status).toBe(400);
  });

  test('cannot be changed while locked, but still follow their series', async () => {
    const { cidx } = await add('c');
    await put('c', 'series', series);
    expect((await desk.lock(cidx, true)).status).toBe(200);
    expect(await put('c', 'level', level)).toMatchObject({
      status: 409,
      json: { error: { code: 'collection.is_locked' } },
    });
    expect((await take('c', 'series', series)).status).toBe(409);
    await office.db
      .deleteFrom('book')
      .where('bidx', '=', books[0] ?? 0)
      .execute();
    expect((await contents('c')).counts.web).toBe(2);
    await desk.lock(cidx, false);
    expect((await take('c', 'series', series)).status).toBe(200);
    expect((await desk.trail('c')).map(({ action }) => action)).toEqual([
      'collection.created',
      'collection.contents_added',
      'collection.locked',
      'collection.unlocked',
      'collection.contents_removed',
    ]);
  });

  test('are added in bulk, with a preview of the effect', async () => {
    await add('c');
    await put('c', 'book', books[0] ?? 0);
    await add('elsewhere');
    await put('elsewhere', 'series', series);
    const items = books.map((content_idx) => ({ content_type: 'book', content_idx }));
    const call = (body: object) => office.admin.put('/api/v5/collection/c/contents', body);
    expect((await call({ add: items, dry_run: true })).json.results).toMatchObject({
      changed: 0,
      impact: {
        items: 3,
        already: 1,
        books: 2,
        reached: 1,
        unpublished: 2,
        no_mobile: 2,
        elsewhere: { count: 1, first: [{ cid: 'elsewhere', title: 'Title of elsewhere' }] },
      },
    });
    expect(await contents('c')).toMatchObject({ total: 1, counts: { web: 1 } });
    expect((await call({ add: items })).json.results).toMatchObject({ changed: 2 });
    expect((await contents('c')).counts.web).toBe(3);
    const removal = { remove: [{ content_type: 'series', content_idx: series }, ...items.slice(1)], dry_run: true };
    expect((await call(removal)).json.results.impact).toMatchObject({ items: 3, already: 1, books: 2, reached: 1 });
    expect((await desk.versions('c')).length).toBe(3);
  });

  test('are found by type and by every word of a search, with the books that each reaches', async () => {
    await add('c');
    for (const [type, idx] of [
      ['series', series],
      ['level', level],
      ['book', books[1] ?? 0],
    ] as const)
      await put('c', type, idx);
    const line = (query: string) => office.admin.get(`/api/v5/collection/c/contents/line?${query}`);
    expect((await line('type=series')).json.results).toEqual({
      lines: [{ content_type: 'series', content_idx: series, title: 'S', detail: null, books: 3 }],
      total: 1,
    });
    expect((await line('type=level')).json.results.lines).toMatchObject([{ title: 'L', detail: 'S', books: 3 }]);
    const bid = `b${level}-2`;
    expect((await line(`type=book&search=BOOK ${bid}`)).json.results).toMatchObject({
      lines: [{ detail: bid }],
      total: 1,
    });
    expect((await line('type=book&search=nothing')).json.results).toEqual({ lines: [], total: 0 });
    expect((await line('type=word')).status).toBe(400);
  });

  test('are found and offered by a pasted list of bids, the others of which are named', async () => {
    await add('c');
    for (const book of books.slice(0, 2)) await put('c', 'book', book);
    const [one, two, three] = [1, 2, 3].map((n) => `b${level}-${n}`);
    const search = `${two},+${one}%0a${three}+none-1`;
    const { results } = (await office.admin.get(`/api/v5/collection/c/contents/line?type=book&search=${search}`)).json;
    expect(results).toMatchObject({ lines: [{ detail: one }, { detail: two }], total: 2, missing: [three, 'none-1'] });
    const { json } = await office.admin.get(`/api/v5/collection/c/contents/candidate?search=${search}`);
    expect(json).toMatchObject({
      results: [{ detail: one, contained: true }, { detail: two }, { detail: three, contained: false }],
      missing: ['none-1'],
    });
  });

  test('are added from a search, which marks those contained already', async () => {
    await add('c');
    await put('c', 'series', series);
    const find = async (search: string) =>
      (await office.admin.get(`/api/v5/collection/c/contents/candidate?search=${search}`)).json.results;
    expect((await find('s')).slice(0, 2)).toMatchObject([
      { content_type: 'series', title: 'S', books: 3, contained: true },
      { content_type: 'level', title: 'L', detail: 'S', contained: false },
    ]);
    const bid = `b${level}-3`;
    expect(await find(bid)).toMatchObject([{ content_type: 'book', detail: bid, contained: false }]);
    expect(await find('')).toEqual([]);
  });

  test('are found by the 10 and by the 13 digits of an ISBN', async () => {
    await add('c');
    const [bidx = 0] = books;
    await put('c', 'book', bidx);
    await office.db.updateTable('book').set({ isbn_print: '9780306406157' }).where('bidx', '=', bidx).execute();
    for (const search of ['9780306406157', '0-306-40615-2', '978-0-306-40615-7'])
      for (const call of ['candidate?', 'line?type=book&']) {
        const { json } = await office.admin.get(`/api/v5/collection/c/contents/${call}search=${search}`);
        expect(json.results.lines ?? json.results, search).toMatchObject([{ content_idx: bidx }]);
      }
  });

  test('are searched for new levels in the order of their series, as one counts', async () => {
    await add('c');
    const counted = await desk.addSeries('Counted');
    for (const n of [1, 2, 10]) await desk.addLevel(counted, `Book ${n}`);
    const { json } = await office.admin.get('/api/v5/collection/c/contents/candidate?search=counted+book');
    expect(json.results.map(({ title }: { title: string }) => title)).toEqual(['Book 1', 'Book 2', 'Book 10']);
  });

  test('are found among the rows of a list', async () => {
    await add('c');
    await put('c', 'level', level);
    const contained = async (query: string) =>
      (await office.admin.get(`/api/v5/collection/c/contents/contained?${query}`)).json.results;
    expect(await contained(`type=level&ids=${level}+${level + 1000}`)).toEqual([String(level)]);
    expect(await contained(`type=book&ids=b${level}-1`)).toEqual([]);
  });

  test('say who locked them', async () => {
    const { cidx } = await add('c');
    const state = async () => (await office.admin.get('/api/v5/collection/c/contents/state')).json.results;
    expect(await state()).toEqual({
      version: 1,
      counts: { web: 0, mobile: 0 },
      totals: { series: 0, level: 0, book: 0 },
      locked: null,
    });
    await put('c', 'level', level);
    await desk.lock(cidx, true);
    expect(await state()).toMatchObject({ totals: { level: 1 }, locked: { name: 'ada', at: expect.any(Number) } });
  });

  test('take fifty simultaneous changes without losing one, as versions without a gap', async () => {
    await add('c');
    const many = await desk.addBooks(series, await desk.addLevel(series, 'M'), 50);
    const answers = await Promise.all(many.map((bidx) => put('c', 'book', bidx)));
    expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200));
    expect(await contents('c')).toMatchObject({ total: 50, counts: { web: 50 } });
    const versions = await desk.versions('c');
    expect(versions).toHaveLength(51);
    const sizes = await Promise.all(
      versions.map(async ({ ver_idx }: { ver_idx: number }) => (await desk.version('c', ver_idx)).changes.length),
    );
    expect(sizes.slice(0, -1)).toEqual(many.map(() => 1));
    expect((await desk.get('c')).version).toBe(51);
  });
});

describe('The books of a list', () => {
  const call = (body: object, cid = 'c') => office.admin.put(`/api/v5/collection/${cid}/contents`, body);
  const filter = () => ({ add_books: { filter: { level }, except: [`b${level}-2`] } });

  test('join a collection by the filter that finds them, except for some, as one version and one act', async () => {
    await add('c');
    await put('c', 'book', books[0] ?? 0);
    const before = (await desk.versions('c')).length;
    expect((await call({ ...filter(), dry_run: true })).json.results).toMatchObject({
      changed: 0,
      impact: { items: 2, already: 1, books: 1, reached: 1, unpublished: 1, no_mobile: 1 },
    });
    const { results } = (await call(filter())).json;
    expect(results).toMatchObject({ success: true, changed: 1, act_idx: expect.any(Number) });
    expect((await contents('c')).counts.web).toBe(2);
    expect(await desk.versions('c')).toHaveLength(before + 1);
    expect((await desk.trail('c')).at(-1)).toMatchObject({ after: { count: 1, items: [`book:${books[2]}`] } });
    expect((await call(filter())).status).toBe(409);
  });

  test('join by their bids; an unknown one stops all of them', async () => {
    await add('c');
    const answer = await call({ add_books: { ids: [`b${level}-1`, 'nobody'] } });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'book.some_not_found' } } });
    expect((await call({ add_books: { ids: [`b${level}-1`] }, dry_run: true })).json.results.impact.items).toBe(1);
    expect((await call({ add_books: { ids: [`b${level}-1`] } })).json.results.changed).toBe(1);
  });

  test('stay out where the filter cannot be read, the version is stale, or a reason is missing', async () => {
    const { cidx } = await add('c');
    const { status, json } = await call({ add_books: { filter: { genre: 'Myth', level: 'x' }, except: [] } });
    expect([status, json.error.fields]).toEqual([
      400,
      { 'add_books.filter.level': 'Wrong type of value.', 'add_books.filter.genre': 'Unknown field.' },
    ]);
    expect((await call({})).status).toBe(400);
    expect((await call({ ...filter(), remove: [] })).status).toBe(400);
    const stale = await call({ ...filter(), version: 7 });
    expect(stale).toMatchObject({ status: 409, json: { error: { code: 'error.stale' } } });
    const cookie = `${office.admin.cookie}; manage_mode=true; cid=c`;
    const managing = await office.admin.put('/api/v5/collection/c/contents', filter(), { cookie });
    expect(managing).toMatchObject({ status: 422, json: { error: { code: 'collection.reason_needed' } } });
    await desk.lock(cidx, true);
    expect((await call(filter())).json.error.code).toBe('collection.is_locked');
    expect((await contents('c')).total).toBe(0);
  });
});

test('A series cannot be deleted while a collection holds one of its levels, and says so beforehand', async () => {
  const empty = await desk.addSeries('Empty');
  const filled = await desk.addLevel(empty, 'Held');
  await add('c');
  await put('c', 'level', filled);
  const holders = async () => (await office.admin.get(`/api/v1/reference/series/${empty}`)).json.results;
  const none = { count: 0, first: [] };
  const losses = { figures: ['1 level is deleted too.'], refusals: [], seen: 'series.lost_levels=1' };
  const unused = { ...none, ...losses, reasons: [] };
  expect(await holders()).toEqual({
    ...losses,
    count: 1,
    first: [{ label: 'Title of c', kind: 'Collection', href: '/collection/c' }],
    reasons: ['Collection: Title of c (1).'],
    lost_in: none,
  });
  const refused = await office.admin.delete(`/api/v1/series/${empty}`);
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'series.level_in_use' } } });
  await take('c', 'level', filled);
  expect(await holders()).toEqual({ ...unused, lost_in: none });
  expect((await office.admin.delete(`/api/v1/series/${empty}`)).status).toBe(200);
});

describe('Undoing a change of contents', () => {
  const foreseen = async (act: number) => (await office.admin.get(`/api/v1/act/${act}`)).json.results.undo;

  test('removes what was added, and puts back what was removed, as new versions', async () => {
    await add('c');
    const added = (await put('c', 'series', series)).json.results.act_idx;
    await put('c', 'book', books[0] ?? 0);
    expect(await foreseen(added)).toMatchObject({ back: 1, kept: 0 });
    expect((await office.admin.undo(added)).json.results).toEqual({ success: true, back: 1, kept: 0 });
    expect(await contents('c')).toMatchObject({ total: 1, counts: { web: 1 } });
    const removed = (await take('c', 'book', books[0] ?? 0)).json.results.act_idx;
    expect((await office.admin.undo(removed)).json.results).toMatchObject({ back: 1 });
    expect(await contents('c')).toMatchObject({ total: 1, results: [{ content_idx: books[0] }] });
    expect(await desk.versions('c')).toHaveLength(6);
    expect((await desk.trail('c')).at(-1)).toMatchObject({ action: 'collection.undone' });
    expect((await office.admin.undo(removed)).status).toBe(409);
  });

  test('keeps what was changed again since then, and is refused while the collection is locked', async () => {
    const { cidx } = await add('c');
    const items = books.map((content_idx) => ({ content_type: 'book', content_idx }));
    const { act_idx: act } = (await office.admin.put('/api/v5/collection/c/contents', { add: items })).json.results;
    await take('c', 'book', books[0] ?? 0);
    expect(await foreseen(act)).toMatchObject({ back: 2, kept: 1, first: [{ title: `Book b${level}-1` }] });
    await desk.lock(cidx, true);
    expect((await office.admin.undo(act)).json.error.code).toBe('collection.is_locked');
    await desk.lock(cidx, false);
    expect((await office.admin.undo(act)).json.results).toEqual({ success: true, back: 2, kept: 1 });
    expect((await contents('c')).total).toBe(0);
  });

  test('keeps a book that was removed and added again since, and undoes two changes in turn', async () => {
    await add('c');
    const [book = 0] = books;
    const first = (await put('c', 'book', book)).json.results.act_idx;
    const second = (await take('c', 'book', book)).json.results.act_idx;
    expect((await office.admin.undo(second)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await foreseen(first)).toMatchObject({ back: 1, kept: 0 });
    await take('c', 'book', book);
    await put('c', 'book', book);
    expect(await foreseen(first)).toMatchObject({ back: 0, kept: 1 });
    expect((await office.admin.undo(first)).json.results).toEqual({ success: true, back: 0, kept: 1 });
    expect((await contents('c')).total).toBe(1);
  });

  test('keeps what later changes did that were undone only in part', async () => {
    await add('c');
    const items = books.map((content_idx) => ({ content_type: 'book', content_idx }));
    const change = async (body: object) =>
      (await office.admin.put('/api/v5/collection/c/contents', { ...body, reason: 'because' })).json.results.act_idx;
    const [book, second, third] = items;
    await change({ add: [book, second] });
    const first = await change({ remove: [book] });
    const added = await change({ add: [book, third] });
    const removed = await change({ remove: [book, second] });
    const selection = { ids: [`b${level}-1`] };
    const deleted = (await office.admin.delete('/api/v1/book', { selection })).json.results.act_idx;
    expect((await office.admin.undo(removed)).json.results).toEqual({ success: true, back: 1, kept: 1 });
    expect((await office.admin.undo(deleted)).json.results).toMatchObject({ success: true });
    expect((await office.admin.undo(added)).json.results).toEqual({ success: true, back: 1, kept: 1 });
    // It was added and removed again since, and neither undo could take that back.
    expect(await foreseen(first)).toMatchObject({ back: 0, kept: 1 });
  });

  test('does not bring back a book that was deleted since', async () => {
    await add('c');
    await put('c', 'book', books[0] ?? 0);
    const act = (await take('c', 'book', books[0] ?? 0)).json.results.act_idx;
    await office.db
      .deleteFrom('book')
      .where('bidx', '=', books[0] ?? 0)
      .execute();
    expect((await office.admin.undo(act)).json.results).toEqual({ success: true, back: 0, kept: 1 });
  });
});
