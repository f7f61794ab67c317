import { sql } from 'kysely';
import { ChangeFeed } from '#kernel/changes/change-feed.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type BenchServer, openWork, record } from './kit.ts';

const rounds = 50;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`;

/** How soon a reader sees a change while a long import is running, compared with a bare transaction of one row. */
export async function benchChanges(server: BenchServer): Promise<void> {
  const url = await server.database('changes');
  const { work, db, close } = openWork(url);
  const feed = new ChangeFeed({ connection: { connectionString: url }, db, onError: console.error });
  await feed.listen();
  const caller = systemCaller('bench');
  const done = Promise.withResolvers<void>();
  const importing = work.write(caller, async (ctx) => {
    await sql`create table imported as select n, repeat('x', 500) as text from generate_series(1, 200000) n`.execute(
      ctx.db,
    );
    ctx.changed('book');
    await done.promise;
  });
  const [reach, bare]: [number[], number[]] = [[], []];
  let [last] = (await feed.after(null)).slice(-1);
  for (let round = 0; round < rounds; round++) {
    const woken = Promise.withResolvers<void>();
    const off = feed.onWake(() => woken.resolve());
    const start = performance.now();
    await work.write(caller, async (ctx) => ctx.changed('series', round));
    await woken.promise;
    [last] = (await feed.after(last?.cursor ?? null)).slice(-1);
    reach.push(performance.now() - start);
    off();
    if (last?.id !== String(round)) throw new Error(`the reader has ${last?.id} in place of ${round}`);
    const begin = performance.now();
    await db.transaction().execute((trx) =>
      trx
        .insertInto('setting')
        .values({ key: `bench-${round}`, value: '1' })
        .execute(),
    );
    bare.push(performance.now() - begin);
  }
  done.resolve();
  await importing;
  await feed.close();
  await close();
  record({
    name: 'a change reaches a reader during an import',
    said: `${milliseconds(median(reach))} of ${milliseconds(median(bare))} for a bare transaction; the slowest ${milliseconds(Math.max(...reach))}`,
    ratio: median(reach) / median(bare),
    aim: { most: 5 },
  });
}
