import pg from 'pg';
import { benchPages } from './http.bench.ts';
import { type BenchServer, best, fillBooks, openBenchApp, record } from './kit.ts';
import { capture, type Statement } from './statements.ts';

const runs = 10;
const many = 20_000;
const inSeries = 10_000;

/**
 * A collection of 20,000 books: reading it, adding a series of 10,000 more, and restoring it, compared with the bare
 * statements.
 */
export async function benchCollection(server: BenchServer): Promise<void> {
  const url = await server.database('bench_collection');
  await fillBooks(url, 40_000);
  const { app, cookie } = await openBenchApp(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const answer = await app.server.inject({ method, url: path, headers: { cookie }, ...(payload && { payload }) });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body.slice(0, 200)}`);
    return answer.json();
  };

  await client.query(
    `update book set ser_idx = 1, lev_idx = (select min(lev_idx) from level where ser_idx = 1) where bidx > $1 and bidx <= $2`,
    [many, many + inSeries],
  );
  await client.query('vacuum analyze book');
  await send('POST', '/api/v1/collection', { cid: 'many', title: 'Many' });
  await send('POST', '/api/v1/collection', { cid: 'few', title: 'Few' });
  const add = Array.from({ length: many }, (_, n) => ({ content_type: 'book', content_idx: n + 1 }));
  await send('PUT', '/api/v5/collection/many/contents', { add });
  await client.query('vacuum analyze collection_content');

  const compare = async (name: string, { act, reset, clean, only = () => true }: Compared) => {
    await reset();
    const statements = (await capture(act)).filter(({ text }) => only(text));
    let [ours, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // In turns, so that a busy machine slows down both.
    for (let n = 0; n < runs; n++) {
      await reset();
      ours = Math.min(ours, await best(1, act));
      await client.query(clean);
      bare = Math.min(bare, await best(1, () => replay(client, statements)));
    }
    record({
      name,
      said: `${ours.toFixed(1)} ms of ${bare.toFixed(1)} ms, ${statements.length} statements`,
      ratio: ours / bare,
      aim: { most: 1.7 },
    });
  };
  const without = 'delete from collection_content where ser_idx = 1; delete from act_record';
  await compare('adding a series of 10,000 books to a collection', {
    act: () => send('PUT', '/api/v1/collection/few', { content_type: 'series', content_idx: 1, reason: 'bench' }),
    reset: () => client.query(without),
    clean: without,
    // Only the writes, without the queries.
    only: (text) => /^\s*(begin|start|commit)|\b(insert into|update) "?[a-z]/i.test(text),
  });
  let full = 0;
  await compare('restoring a version of 20,000 contents', {
    act: () => send('POST', `/api/v5/collection/many/version/${full}/restore`, {}),
    reset: async () => {
      full = (await send('GET', '/api/v5/collection/many/version')).results[0].ver_idx;
      await send('PUT', '/api/v5/collection/many/contents', { remove: add, reason: 'bench' });
    },
    clean: `delete from collection_content where cidx = (select cidx from collection where cid = 'many')`,
  });
  const series = { add: [{ content_type: 'series', content_idx: 1 }], dry_run: true };
  const figures = await best(runs, () => send('PUT', '/api/v5/collection/many/contents', series));
  record({
    name: 'figures before a series of 10,000 books joins',
    said: `${figures.toFixed(1)} ms beside ${many} contents, of a second`,
    ratio: figures / 1000,
  });
  await client.end();
  await app.stop();
  await benchPages(url, [
    { name: `GET /api/v5/collection/{cid} (${many} books)`, path: '/api/v5/collection/many', least: 0.6 },
  ]);
}

interface Compared {
  act: () => Promise<unknown>;
  /** Runs before each run of ours, and before each run of the bare statements. */
  reset: () => Promise<unknown>;
  clean: string;
  only?: (text: string) => boolean;
}

async function replay(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await client.query(text, values);
}
