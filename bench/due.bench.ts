import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { DueActs } from '#kernel/jobs/due.ts';
import { inLanes } from '#kernel/lanes.rules.ts';
import { type BenchServer, best, openWork, record } from './kit.ts';

const runs = 5;
// As many concurrent updates as a process runs batches.
const lanes = 4;
// By then a process that polls for due acts knows them, and starts on time. Milliseconds.
const noticeMs = 1000;
const kind = 'bench.touch';

/** How long a process takes for acts that fall due at once, compared with the bare updates they consist of. */
export async function benchDue(server: BenchServer): Promise<void> {
  const { work, db, close } = openWork(await server.database('bench_due'));
  await sql`create table touched (id integer primary key, times integer not null default 0)`.execute(db);
  await sql`insert into touched select n from generate_series(1, 1000) n`.execute(db);
  let done = () => undefined as void;
  const due = new DueActs({ work, onError: console.error });
  due.define(kind, {
    run: async (ctx, key) => {
      await touch(ctx.db, Number(key));
      ctx.afterCommit(() => done());
    },
    failed: (_ctx, key) => Promise.reject(new Error(`act ${key} failed`)),
  });
  due.start();

  /** The milliseconds from the due time of this many acts until the last one is committed. */
  const atOnce = async (count: number): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = count;
    done = () => {
      if (--left === 0) resolve();
    };
    const at = new Date(Date.now() + noticeMs);
    await sql`
      insert into due (kind, key, at) select ${kind}, id, ${at.toISOString()}::timestamptz from touched
      where id <= ${count}::integer`.execute(db);
    await promise;
    return Date.now() - at.getTime();
  };

  for (const count of [100, 1000]) {
    const numbers = Array.from({ length: count }, (_, n) => n + 1);
    const bare = await best(runs, () => inLanes(numbers, lanes, (id) => touch(db, id)));
    let took = Number.POSITIVE_INFINITY;
    for (let run = 0; run < runs; run++) took = Math.min(took, await atOnce(count));
    record({
      name: `${count} acts due at once`,
      said: `${took.toFixed(0)} ms of ${bare.toFixed(0)} ms for as many bare updates`,
      ratio: took / bare,
      aim: { most: 4 },
    });
  }
  await due.stop();
  await close();
}

async function touch(db: Database, id: number): Promise<void> {
  await sql`update touched set times = times + 1 where id = ${id}::integer`.execute(db);
}
