import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BenchServer, bestOfEach, openBenchApp, record } from './kit.ts';

const [few, many] = [10_000, 1_000_000];
const most = 2;
const limitMs = 1000;

/**
 * The workbench of a million books beside that of ten thousand: its page, how long the counts in the background take, and how soon
 * one is right after a change.
 */
export async function benchWorkbench(server: BenchServer): Promise<void> {
  const libraries = [];
  for (const [name, books] of [
    ['bench_workbench_few', few],
    ['bench_workbench', many],
  ] as const) {
    const url = await server.database(name);
    await fill(url, books);
    libraries.push(await openLibrary(url));
  }
  const [small, large] = libraries as [Library, Library];
  for (const [library, books] of [
    [small, few],
    [large, many],
  ] as const) {
    const [first, all] = [await library.first(), await library.allCounted()];
    showMs(`first page of ${books} books, before anything was counted`, first);
    showMs(`all kinds of ${books} books counted in the background`, all);
  }
  const [ofFew, ofMany] = await bestOfEach(20, [small.page, large.page]);
  record({
    name: `workbench of ${many} books beside ${few}`,
    said: `${ofMany.toFixed(1)} ms beside ${ofFew.toFixed(1)}`,
    ratio: ofMany / ofFew,
    aim: { most },
  });
  await Promise.all([small.change(), large.change()]);
  showMs(`page of ${many} books at once after a change`, await large.first());
  const right = await small.untilRight();
  record({
    name: `count of blanks right after a change, ${few} books`,
    said: `${right.toFixed(0)} ms of ${limitMs} ms`,
    ratio: right / limitMs,
    aim: { most: 1 },
  });
  for (const library of libraries) await library.stop();
  await server.drop('bench_workbench_few');
  await server.drop('bench_workbench');
}

const showMs = (name: string, ms: number) => record({ name, said: `${ms.toFixed(0)} ms`, ratio: ms / 1000 });

type Library = Awaited<ReturnType<typeof openLibrary>>;

async function openLibrary(url: string) {
  const { app, cookie } = await openBenchApp(url);
  await app.start();
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const get = async (path: string) => {
    const response = await fetch(address + path, { headers: { cookie } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return response.text();
  };
  const counts = async (): Promise<{ fault: string; count: number | null }[]> =>
    JSON.parse(await get('/api/v1/fault')).results;
  const page = () => get('/workbench');
  const took = async (act: () => Promise<unknown>) => {
    const start = performance.now();
    await act();
    return performance.now() - start;
  };
  const until = async (isDone: () => Promise<boolean>) => {
    while (!(await isDone())) await sleep(20);
  };
  let before: number | null = null;
  const blank = async () => (await counts()).find(({ fault }) => fault === 'blank_ends')?.count ?? null;
  return {
    page,
    first: () => took(page),
    allCounted: () => took(() => until(async () => (await counts()).every(({ count }) => count !== null))),
    /** Adds a blank to a title. */
    change: async () => {
      before = await blank();
      await client.query(`update book set title = title || ' ' where bid = 'G2'`);
      await client.query(`insert into change (kind, id, at) values ('book', 'G2', now())`);
    },
    /** How long it takes until its kind is counted with it. */
    untilRight: () => took(() => until(async () => (await blank()) === (before ?? 0) + 1)),
    stop: async () => {
      await client.end();
      await app.stop();
    },
  };
}

/** Twelve figures and the one that makes them an ISBN. */
const isbn = (twelve: string) => {
  const figures = Array.from({ length: 12 }, (_, at) => `${twelve} / ${10 ** at} % 10 * ${at % 2 === 0 ? 3 : 1}`);
  return `(${twelve} * 10 + (10 - (${figures.join(' + ')}) % 10) % 10)::text`;
};

/** Books with covers, files and what they lack, a thousandth of them with each of some faults. */
async function fill(url: string, books: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // No kind of fault searches books; triggers do one by one what is done here at once.
  await client.query(`drop index book__search_idx; set session_replication_role = replica; set statement_timeout = 0`);
  await client.query(`
    insert into series (title, position) select 'Series ' || n, n from generate_series(1, 500) n;
    insert into level (ser_idx, title, position) select ser_idx, 'Level ' || n, n from series, generate_series(1, 4) n;
    insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, author, language, level_type, lexile,
      published_at, created_at, updated_at)
    select 'G' || n, case n % 2 when 0 then 'EPUB' else 'SPINDLE' end,
      'The ' || md5(n::text) || case n % 1000 when 1 then ' ' when 3 then E'\\u00a0two' else '' end, l.ser_idx, l.lev_idx,
      case n % 1000 when 5 then (9780000000000 + n)::text else ${isbn('(978000000000 + n::bigint)')} end,
      ${isbn('(979000000000 + n::bigint)')}, 'Author ' || n % 4000, 'English', 'Lexile', (n % 1200)::text || 'L',
      case when n % 3 > 0 then now() end, now(), now() - n * interval '1 second'
    from generate_series(1, ${books}) n join level l on l.lev_idx = 1 + n % 2000;
    insert into book_image (bidx, kind, place, folder, file_name, width, height, size, digest)
    select bidx, 'cover', 1, 'images/' || bidx, bidx || '.jpg', case bidx % 1000 when 7 then 200 else 600 end, 800, 40000, md5(bidx::text)
    from book;
    insert into word (bidx, word) select bidx, 'word' || bidx % 7000 from book where bidx % 2 = 0;
    insert into sentence (word_idx, sentence, mdr_targeted) select word_idx, 'A sentence with ' || word || '.', 'N' from word;
    insert into book_readiness select made.* from missing_in(array(select bidx from book)) made`);
  for (const table of ['book', 'book_image', 'word', 'sentence', 'book_readiness', 'level', 'series'])
    await client.query(`vacuum analyze ${table}`);
  await client.end();
}
