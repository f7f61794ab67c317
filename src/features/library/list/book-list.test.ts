import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { bookFields } from '#features/book/fields/book-fields.rules.ts';
import { readCsv } from '#kernel/sheets/csv-read.ts';
import { readXlsx } from '#kernel/sheets/xlsx-read.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let folder: string;

const books = [
  bookRow(1, { bid: 'A-1', title: 'José and the Ñandú', author: 'Ann', format: 'EPUB' }),
  bookRow(2, { bid: 'A-2', title: '각하의 정원', title_en: "The Lord's garden", author: 'Kim' }),
  bookRow(3, { bid: 'A-3', title: '가을 노래', author: 'Kim', series: 'Songs', level: 'One' }),
  bookRow(4, { bid: 'A_4', title: '100% true', author: 'Zoë', format: 'COURSE_BOOK' }),
  bookRow(5, { bid: 'A-5', title: '=1+1', author: 'Bob', word_count: 12, series: 'Songs', level: 'Two' }),
  bookRow(6, { bid: 'A-6', title: 'ガラスの城', original_title: 'Le petit château', author: 'Sato' }),
];

beforeAll(async () => {
  office = await startOffice();
  folder = await mkdtemp(path.join(os.tmpdir(), 'books-'));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await office.admin.put('/api/v1/book', { bids: ['A-3'] });
});
afterAll(async () => {
  await office.close();
  await rm(folder, { recursive: true });
});

/** The props of the page's view, as passed to the browser. */
async function page(query: string, at = '/book', cookie = '') {
  const { status, body } = await office.admin.get(`${at}?${query}`, { cookie: `${office.admin.cookie}; ${cookie}` });
  expect(status).toBe(200);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}
const bids = async (query: string): Promise<string[]> =>
  (await page(query)).found.rows.map((row: { bid: string }) => row.bid);

describe('the list of books', () => {
  test.each([
    ['jose', ['A-1']],
    ['NANDU', ['A-1']],
    ['josé and', ['A-1']],
    ['가', ['A-3']],
    ['각', ['A-2']],
    ['각하', ['A-2']],
    ['garden', ['A-2']],
    ['lord’s garden', ['A-2']],
    ["LORD's", ['A-2']],
    ['lords', ['A-2']],
    ['l-o-r-d', ['A-2']],
    ['ＬＯＲＤ', ['A-2']],
    ['A-5', ['A-5']],
    ['l’rd', []],
    ["'", []],
    ['- ’', []],
    ['ñandú & josé', ['A-1']],
    ['&', ['A-1']],
    ['gar\u00adden', ['A-2']],
    ['A‑5', ['A-5']],
    ['a5', ['A-5']],
    ['zoe', ['A_4']],
    ['100%', ['A_4']],
    ['%', ['A_4']],
    ['_', ['A_4']],
    ['カ', []],
    ['ガ', ['A-6']],
    ['978-0-00-000000-5-', []],
    [String(bookRow(5).isbn_print), ['A-5']],
    [String(bookRow(5).isbn_spindle).replace('979', '979-'), ['A-5']],
    ['0-00-000005-1', ['A-5']],
    ['００００００００５１', ['A-5']],
    ['nothing of the kind', []],
    ['kim garden', ['A-2']],
    ['  ÑANDU   ann ', ['A-1']],
    ['kim kim', ['A-2', 'A-3']],
    ['kim 가', ['A-3']],
    ['a-2 각', ['A-2']],
    ['kim zoe', []],
    ['le petit', ['A-6']],
    ['chateau sato', ['A-6']],
  ])('finds %s', async (text, found) => {
    expect(await bids(new URLSearchParams({ search_val: text, sort: 'bid' }).toString())).toEqual(found);
  });

  test('shows nothing for a search that is too long or given several times', async () => {
    const long = 'kim '.repeat(51);
    for (const query of [`search_val=${long}`, 'search_val=kim&search_val=zoe', `language=${'x'.repeat(201)}`])
      expect(await bids(query)).toEqual([]);
    expect((await page(`search_val=${long}`)).query.search_val).toBe(long.trim());
    const selection = { filter: { search_val: long }, except: [] };
    expect((await office.admin.get(`/book/export?search_val=${long}`)).status).toBe(400);
    const acted = await office.admin.delete('/api/v1/book', { selection, dry_run: true });
    expect(acted).toMatchObject({ status: 400, json: { error: { code: 'invalid.input' } } });
  });

  describe('with a pasted list of bids and ISBNs', () => {
    const isbn = (n: number) => String(bookRow(n).isbn_print);
    const listOf = (text: string, rest = {}) => String(new URLSearchParams({ search_val: text, sort: 'bid', ...rest }));

    test.each([
      ['spaces', 'A-1 A-3  a-5'],
      ['commas', 'A-1, A-3,A-5'],
      ['line breaks', 'A-1\nA-3\r\nA-5\n'],
      ['ISBNs among them', `A-1\n${isbn(3)}\n${isbn(5)}`],
      ['ISBNs with hyphens and spaces', `A-1, ${isbn(3).replace('979', '979-')}, ${isbn(5).replace('979', '979 ')}`],
    ])('has their rows: %s', async (_, text) => {
      const { found } = await page(listOf(text));
      expect(found).toMatchObject({ rows: [{ bid: 'A-1' }, { bid: 'A-3' }, { bid: 'A-5' }], total: 3, missing: [] });
    });

    test('names what was not found, also for another filter', async () => {
      expect((await page(listOf('A-1 B-77 A-3'))).found).toMatchObject({ total: 2, missing: ['B-77'] });
      const { found } = await page(listOf('A-1 B-77 A-3', { status: 'published' }));
      expect(found).toMatchObject({ rows: [{ bid: 'A-3' }], missing: ['A-1', 'B-77'] });
      const { body } = await office.admin.get(`/book?${listOf('A-1 B-77 B-78')}`);
      expect(body).toShow('2 IDs were not found: B-77, B-78');
      expect((await page(listOf('B-77 B-78'))).found).toMatchObject({ total: 0, missing: ['B-77', 'B-78'] });
    });

    test('means the same in its export and in what is done to all that match', async () => {
      const text = `A-1 A-5 ${Array.from({ length: 60 }, (_n, n) => `NONE-${n}`).join(' ')}`;
      expect((await page(listOf(text))).found).toMatchObject({ total: 2, missing: { length: 60 } });
      const { body } = await office.admin.get(`/book/export?${listOf(text)}&as=csv`);
      expect(body.match(/A[-_]\d/g)).toEqual(['A-1', 'A-5']);
      const selection = { filter: { search_val: text }, except: [] };
      const foreseen = await office.admin.delete('/api/v1/book', { selection, dry_run: true });
      expect(foreseen).toMatchObject({ status: 200, json: { results: { count: 2 } } });
    });

    test('is refused with more than 200 of them, and shows nothing', async () => {
      const text = Array.from({ length: 201 }, (_, n) => `A-${n}`).join(' ');
      expect((await page(listOf(text))).found.rows).toEqual([]);
      expect((await office.admin.get(`/book?${listOf(text)}`)).body).toShow(
        'A search has at most 200 characters, or is a list of at most 200 IDs.',
      );
      expect((await office.admin.get(`/book/export?${listOf(text)}`)).status).toBe(400);
    });

    test('is none of ids if no book has them', async () => {
      expect((await page(listOf('100% =1+1'))).found).not.toHaveProperty('missing');
      const { found } = await page(listOf(`${isbn(5).slice(-4)} ${isbn(5).slice(-3)}`));
      expect(found.rows).toMatchObject([{ bid: 'A-5' }]);
      expect(found).not.toHaveProperty('missing');
    });
  });

  test('is narrowed by series and format, each with the other kept in every link', async () => {
    const { ser_idx } = await office.db
      .selectFrom('series')
      .select('ser_idx')
      .where('title', '=', 'Songs')
      .executeTakeFirstOrThrow();
    expect(await bids(`series=${ser_idx}&sort=bid`)).toEqual(['A-3', 'A-5']);
    expect(await bids(`series=${ser_idx}&format=EPUB`)).toEqual([]);
    expect(await bids('format=COURSE_BOOK')).toEqual(['A_4']);
    const { body } = await office.admin.get(`/book?series=${ser_idx}&format=SPINDLE`);
    expect(body).toShow(`series=${ser_idx}&amp;format=SPINDLE&amp;sort=title`);
    expect((await page(`series=${ser_idx}`)).choices.series).toBe('Songs');
  });

  test.each([
    ['bid', ['A-1', 'A-2', 'A-3', 'A-5', 'A-6', 'A_4']],
    ['bid.desc', ['A_4', 'A-6', 'A-5', 'A-3', 'A-2', 'A-1']],
    ['title', ['A_4', 'A-5', 'A-1', 'A-3', 'A-2', 'A-6'].toSorted(byTitle)],
    ['series', ['A-1', 'A-2', 'A_4', 'A-6', 'A-3', 'A-5']],
    ['level', ['A-1', 'A-2', 'A_4', 'A-6', 'A-3', 'A-5']],
    ['format', ['A_4', 'A-1', 'A-2', 'A-3', 'A-5', 'A-6']],
    ['author', ['A-1', 'A-5', 'A-2', 'A-3', 'A-6', 'A_4']],
    ['published.desc', ['A-3', 'A-6', 'A-5', 'A_4', 'A-2', 'A-1']],
    ['isbn_print', ['A-1', 'A-2', 'A-3', 'A_4', 'A-5', 'A-6']],
    ['isbn_spindle.desc', ['A-6', 'A-5', 'A_4', 'A-3', 'A-2', 'A-1']],
    ['created', ['A-1', 'A-2', 'A-3', 'A_4', 'A-5', 'A-6']],
    ['no such order', ['A-6', 'A-5', 'A_4', 'A-3', 'A-2', 'A-1']],
  ])('is sorted by %s', async (sort, order) => {
    expect(await bids(`sort=${sort}`)).toEqual(order);
  });

  test('is at three addresses, and ignores parameters it cannot read', async () => {
    for (const at of ['/book/page', '/book/search']) expect((await page('search_val=kim', at)).found.total).toBe(2);
    expect((await page('series=abc&page=-1&page=x')).found.total).toBe(6);
    expect((await page('page=2')).found).toMatchObject({ rows: [], total: 6, page: 2 });
    expect((await office.admin.get('/book?page=2&sort=bid')).body).toShow(/<a [^>]*href="\/book\?sort=bid">Page 1</);
  });

  test('says that the import is under maintenance while the setting is on', async () => {
    const title = 'Book import function is under maintenance.';
    expect((await page('')).importClosed).toMatchObject({ title });
    await office.admin.put('/api/v1/setting/book.import_maintenance', { value: false });
    expect((await page('')).importClosed).toBeNull();
  });
});

describe('A personal look of the list of books', () => {
  const headings = async (cookie: string, query = 'sort=bid') => {
    const { body } = await office.admin.get(`/book?${query}`, { cookie: `${office.admin.cookie}; ${cookie}` });
    const head = /<thead>(.*?)<\/thead>/s.exec(body)?.[1] ?? '';
    return [...head.matchAll(/<th[^>]*>(?:<a[^>]*>)?([^<]+)</g)].map(([, label]) => label);
  };

  test('has the default columns, until others are chosen', async () => {
    expect(await headings('')).toEqual(['Title', 'Author', 'Series', 'Level', 'Format', 'Status', 'Last changed']);
    expect(await headings('list_book=words.isbn_print.title_en~100')).toEqual([
      'Title',
      'English title',
      'ISBN (print)',
      'Words',
    ]);
    expect(await headings('list_book=~100')).toEqual(['Title']);
  });

  test('determines which columns are read', async () => {
    const { found } = await page('sort=bid', '/book', 'list_book=category.word_count.created~25');
    const [first] = found.rows;
    expect(Object.keys(first).toSorted()).toEqual(
      ['bid', 'category', 'cover', 'created', 'title', 'version', 'word_count'].toSorted(),
    );
    expect(found.rows.find(({ bid }: { bid: string }) => bid === 'A-5').word_count).toBe(12);
  });

  test('has a hundred rows on a page, as many as chosen, or as the address says', async () => {
    expect((await page('')).paging).toEqual({ size: 100, limit: 10_000, sizes: [25, 50, 100, 200] });
    expect((await page('', '/book', 'list_book=author~25')).paging.size).toBe(25);
    expect((await page('size=200', '/book', 'list_book=author~25')).paging.size).toBe(200);
    expect((await page('size=7')).paging.size).toBe(100);
    expect((await page('size=100000')).paging.size).toBe(100);
  });
});

describe('The views of the list of books', () => {
  const views = async (): Promise<{ name: string; count?: number }[]> => (await page('')).views.builtIn;

  test('show how many books they contain, once counted', async () => {
    await expect
      .poll(async () => (await views()).map(({ name, count }) => [name, count]))
      .toEqual([
        ['All', undefined],
        ['Not published', 5],
        ['Nearly ready', 0],
        ['No cover', 6],
      ]);
    const { body } = await office.admin.get('/book');
    expect(body).toShow(/No cover<!-- --> <small>6<\/small>/);
  });
});

/** As the database compares titles: decomposed, without accents and apostrophes, letter by letter. */
function byTitle(a: string, b: string): number {
  const fold = (bid: string) =>
    String(books.find((book) => book.bid === bid)?.title)
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '');
  return fold(a) < fold(b) ? -1 : 1;
}

describe('an export', () => {
  test('is the list with its filters and order, as a sheet the importer reads', async () => {
    const answer = await office.admin.get('/book/export?as=csv&search_val=o&sort=bid.desc');
    const file = path.join(folder, 'books.csv');
    await writeFile(file, answer.body);
    const rows = (await Array.fromAsync(readCsv(file, {}))).flat();
    expect(rows[0]?.cells).toEqual(bookFields.map((field) => field.name));
    expect(rows.slice(1).map((row) => row.cells[0])).toEqual(['A_4', 'A-6', 'A-5', 'A-2', 'A-1']);
    expect(rows[3]?.cells.slice(0, 6)).toEqual(['A-5', 'SPINDLE', '=1+1', '', 'Songs', 'Two']);
  });

  test('of selected books has only those, or all that match but some', async () => {
    const bidsOf = async (query: string) => {
      const { status, body } = await office.admin.get(`/book/export?as=csv&search_val=o&sort=bid.desc&${query}`);
      expect(status).toBe(200);
      return body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]);
    };
    expect(await bidsOf('bids=A-2+A-5+NONE')).toEqual(['A-5', 'A-2']);
    expect(await bidsOf('except=A-2+A-5')).toEqual(['A_4', 'A-6', 'A-1']);
    // An empty list of bids selects nothing.
    expect(await bidsOf('bids=')).toEqual([]);
  });

  test('is named by the current day in the office', async () => {
    const name = async (time: string) => {
      office.clock.set(time);
      return (await office.admin.get('/book/export?as=csv')).headers['content-disposition'];
    };
    expect(await name('2026-03-02T14:59:00Z')).toContain('books-2026-03-02.csv');
    expect(await name('2026-03-02T15:00:00Z')).toContain('books-2026-03-03.csv');
  });

  test('is also available as a workbook, and no text in it runs as a formula', async () => {
    const response = await office.server.inject({
      url: '/book/export?as=xlsx&sort=bid&series=&format=SPINDLE',
      headers: { cookie: office.admin.cookie },
    });
    const file = path.join(folder, 'books.xlsx');
    await writeFile(file, response.rawPayload);
    const rows = (await Array.fromAsync(readXlsx(file, { sheet: 'ISBN Meta', strictSheet: true }))).flat();
    expect(rows.slice(1).map((row) => row.cells[0])).toEqual(['A-2', 'A-3', 'A-5', 'A-6']);
    expect(rows[3]?.cells[2]).toBe('=1+1');
    const csv = await office.admin.get('/book/export?as=csv&search_val=A-5');
    expect(csv.body).toShow(",'=1+1,");
  });

  test('of books in several batches has each of them once, in order', async () => {
    const many = Array.from({ length: 2500 }, (_, n) => bookRow(n + 1000));
    await office.admin.post('/api/v1/book', { books: many });
    const { body } = await office.admin.get('/book/export?as=csv&search_val=Book&sort=bid');
    const found = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect(found).toEqual(many.map((book) => book.bid));
    expect((await page('search_val=Book&sort=bid&page=25')).found).toMatchObject({ total: 2500, page: 25 });
  });
});
