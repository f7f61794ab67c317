import pg from 'pg';
import { readOrder } from '#features/library/find/book-order.read.ts';
import { listBooks } from '#features/library/list/book-list.read.ts';
import { bookListOffer } from '#features/library/list/book-list-columns.rules.ts';
import { startOptions } from '#kernel/db/pool.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type BenchServer, best, fillBooks, openWork, record } from './kit.ts';

const books = 1_000_000;

/** The statements of a search: matches counted up to the limit, and the first hundred in order. */
function bareStatements(words: number): string[] {
  const conditions = Array.from(
    { length: words },
    (_, n) => `search like $${2 * n + 1} and normalize(search, NFC) like $${2 * n + 2}`,
  );
  const matches = `from book where ${conditions.join(' and ')}`;
  return [
    `select count(*) from (select 1 ${matches} limit 10001) counted`,
    `select bid, title, format, author, updated_at ${matches} order by updated_at desc, bidx desc limit 100`,
  ];
}

const searches = [
  { name: 'Latin, 3 letters, frequent', text: 'lan' },
  { name: 'Latin, rare', text: 'a3f9c1' },
  { name: 'Korean, 2 syllables', text: '나무' },
  { name: 'accents', text: 'jose nandu 4711' },
  { name: 'words of title and author', text: 'lantern 1207 author' },
  { name: 'two frequent words', text: 'lantern author' },
];

/** Searching a million books in the list, compared with the bare statements. */
export async function benchSearch(server: BenchServer): Promise<void> {
  const url = await server.database('bench_search');
  await fillBooks(url, books);
  const { work, close } = openWork(url);
  const client = new pg.Client({
    connectionString: url,
    options: startOptions,
  });
  await client.connect();
  for (const { name, text } of searches) {
    const words = text.split(' ');
    const { rows } = await client.query<{ s: string }>('select strip(word) as s from unnest($1::text[]) word', [words]);
    const values = rows.flatMap(({ s }) => [`%${s}%`, `%${s.normalize('NFC')}%`]);
    const bare = await best(7, async () => {
      for (const statement of bareStatements(words.length)) await client.query(statement, values);
    });
    const request = { order: readOrder(undefined), page: 1, size: 100, columns: bookListOffer.initial };
    const ours = await best(7, () =>
      work.read(systemCaller('bench'), (ctx) => listBooks(ctx, { search_val: text }, request)),
    );
    record({
      name: `search in ${books} books: ${name}`,
      said: `${ours.toFixed(1)} ms of ${bare.toFixed(1)} ms`,
      ratio: ours / bare,
      aim: { most: 1.5 },
    });
  }
  await client.end();
  await close();
}
