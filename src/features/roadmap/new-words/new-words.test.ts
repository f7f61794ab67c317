import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let group: number;

// Each book has some of these words, in lower or upper case; every ninth has none.
const vocabulary = Array.from({ length: 60 }, (_, n) => `word${n}`);
const bookCount = 40;
const bids = Array.from({ length: bookCount }, (_, n) => `B${n + 1}`);
const wordsOf = new Map(
  bids.map((bid, n) => {
    const own = vocabulary.filter((_, k) => (n * 7 + k * 11) % (5 + (n % 13)) === 0);
    return [bid, n % 9 === 8 ? [] : own.map((word, k) => ((n + k) % 3 === 0 ? word.toUpperCase() : word))];
  }),
);

beforeAll(async () => {
  office = await startOffice();
  const books = bids.map((_, n) => bookRow(n + 1, { age_group: 'Ages 4–6' }));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await office.admin.put('/api/v1/book', { bids });
  const pairs = [...wordsOf].flatMap(([bid, words]) => words.map((word) => ({ bid, word })));
  await sql`
    insert into word (bidx, word)
    select b.bidx, given.word from json_to_recordset(${JSON.stringify(pairs)}::json) given (bid text, word text)
    join book b using (bid)`.execute(office.db);
  group = (await office.admin.get('/api/v1/age_group')).json.results[0].grp_idx;
});
afterAll(() => office.close());

/** Counted one by one, in reading order. */
function bruteForce(rows: readonly (readonly string[])[]): (number | null)[][] {
  const met = new Set<string>();
  return rows.map((row) =>
    row.map((bid) => {
      const words = new Set(wordsOf.get(bid)?.map((word) => word.toLowerCase()));
      const fresh = [...words].filter((word) => !met.has(word));
      for (const word of fresh) met.add(word);
      return words.size === 0 ? null : fresh.length;
    }),
  );
}

const countOf = async (rows: readonly (readonly string[])[]) =>
  (await office.admin.post('/api/v1/roadmap/new_words', { rows })).json.results;

test('The new words of each book of a path are those that no book before it has, counted one by one', async () => {
  for (const step of [1, 3, 7, 11]) {
    const path = bids.map((_, n) => bids[(n * step) % bookCount] ?? '');
    const rows = Array.from({ length: bookCount / 4 }, (_, n) => path.slice(n * 4, n * 4 + 4));
    expect((await countOf(rows)).rows).toEqual(bruteForce(rows));
  }
});

test('A book that was deleted meanwhile, or is named again, has no figure; an invalid arrangement is refused', async () => {
  expect((await countOf([['B1'], ['gone']])).rows).toEqual([bruteForce([['B1']])[0], [null]]);
  expect((await countOf([])).rows).toEqual([]);
  expect((await countOf([['B1'], ['B1']])).rows).toEqual([bruteForce([['B1']])[0], [null]]);
  expect((await office.admin.post('/api/v1/roadmap/new_words', { rows: [bids] })).status).toBe(400);
});

test('The waiting list begins with the fewest new words if asked to; books without words come last', async () => {
  const placed = bids.slice(0, 5);
  await office.admin.put('/api/v1/roadmap', { target_group: group, target_row: 0, bids: placed });
  const url = `/api/v1/roadmap/waiting?target_group=${group}`;
  const byTitle = (await office.admin.get(url)).json.results.books;
  const byWords = (await office.admin.get(`${url}&order=new_words`)).json.results.books;
  const expected = bids.slice(5).map((bid) => ({ bid, new_words: bruteForce([[...placed], [bid]])[1]?.[0] ?? null }));
  const figures = (books: { bid: string; new_words: number | null }[]) =>
    new Map(books.map(({ bid, new_words }) => [bid, new_words]));
  expect(figures(byTitle)).toEqual(figures(expected));
  expect(figures(byWords)).toEqual(figures(expected));
  const order: (number | null)[] = byWords.map(({ new_words }: { new_words: number | null }) => new_words);
  expect(order).toEqual(order.toSorted((one, other) => (one ?? Infinity) - (other ?? Infinity)));
  expect(order.at(-1)).toBeNull();
  expect((await office.admin.get(`${url}&order=size`)).status).toBe(400);
});

test('A row with more new words than the setting is marked on the page', async () => {
  const [row = []] = bruteForce([bids.slice(0, 5)]);
  const total = row.reduce<number>((sum, words) => sum + (words ?? 0), 0);
  const isMarked = async (most: number) => {
    await office.admin.put('/api/v1/setting/roadmap.most_new_words', { value: most });
    return (await office.admin.get(`/roadmap/${group}`)).body.includes('▲');
  };
  expect(await isMarked(total)).toBe(false);
  expect(await isMarked(total - 1)).toBe(true);
  expect(await isMarked(0)).toBe(false);
});
