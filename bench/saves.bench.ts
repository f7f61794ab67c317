import pg from 'pg';
import { type BenchServer, bestOfEach, fillBooks, openBenchApp, record } from './kit.ts';
import { capture } from './statements.ts';

const rounds = 8;
const savesEach = 60;

/** One save of a book and of a collection by the whole call, compared with a bare transaction that writes the same rows. */
export async function benchSaves(server: BenchServer): Promise<void> {
  const url = await server.database('bench_saves');
  await fillBooks(url, 20_000);
  const { app, cookie } = await openBenchApp(url);
  await app.server.ready();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let saved = 0;
  const send = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const answer = await app.server.inject({ method, url: path, headers: { cookie }, payload });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body.slice(0, 200)}`);
  };
  const compare = async (name: string, path: string, least: number) => {
    const save = () => send('PUT', path, { title: `Title ${++saved}` });
    await save();
    const all = await capture(save);
    const writes = all.filter(({ text }) => /^\s*(begin|commit)|\b(insert into|update) "?[a-z]/i.test(text));
    const bare = async () => {
      // Prepared, since the plans of ours are generic too.
      for (const [n, { text, values }] of writes.entries()) await client.query({ name: `${name} ${n}`, text, values });
    };
    const times = (act: () => Promise<void>) => async () => {
      for (let n = 0; n < savesEach; n++) await act();
    };
    const [ours, alone] = await bestOfEach(rounds, [times(save), times(bare)]);
    const each = (ms: number) => `${(ms / savesEach).toFixed(2)} ms`;
    record({
      name: `one save of ${name}, beside the bare transaction`,
      said: `${each(ours)} of ${each(alone)}, ${all.length} statements`,
      ratio: alone / ours,
      aim: { least },
    });
  };
  await compare('a book', '/api/v1/book/G5', 0.4);
  await send('POST', '/api/v1/collection', { cid: 'c1', title: 'One' });
  await compare('a collection', '/api/v5/collection/c1', 0.33);
  await client.end();
  await app.stop();
}
