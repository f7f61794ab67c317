import type { LogEvent } from 'kysely';
import type { Config } from '#kernel/config/config.ts';
import { openDatabase } from '#kernel/db/database.ts';
import { openPool, type Pool } from '#kernel/db/pool.ts';
import type { Connection } from '#kernel/db/servers.ts';
import { Replica } from '#kernel/work/replica.ts';
import { overloaded, TaskQueue } from '#kernel/work/task-queue.ts';
import { longTaskLimit } from '#kernel/work/unit-of-work.ts';

/** The databases of a process. */
interface PoolParts {
  config: Config;
  connection: Connection;
  readConnection?: Connection | undefined;
  /** One pool of this size for everything, including long work. */
  poolSize?: number | undefined;
}

// The timeout for a statement of long work: a hundred thousand books take a tenth of it.
const longStatementMs = 15 * 60_000;
// The part of a pool that programs may use: however busy a portal is, staff find a connection free.
const programsPart = 0.7;

/** A longer queue of programs could not be served before they give up. */
const shareOf = ({ options }: Pool): TaskQueue =>
  new TaskQueue(Math.max(1, Math.floor((options.max ?? 1) * programsPart)), {
    longest: 10_000,
    withinMs: 10_000,
    refusal: overloaded,
  });

interface PoolListeners {
  onError: (error: Error) => void;
  onQuery?: ((event: LogEvent) => void) | undefined;
}

/** Opens the pools for staff, programs, long work and the replica. */
export function openPools(parts: PoolParts, { onError, onQuery }: PoolListeners) {
  const { connection, poolSize, config } = parts;
  const main = openPool(connection, { onError, max: poolSize ?? config.databasePool });
  const long = poolSize
    ? main
    : openPool(connection, { onError, max: longTaskLimit, statementTimeoutMs: longStatementMs });
  const read = parts.readConnection
    ? openPool(parts.readConnection, { onError, max: config.databaseReadPool, mayLag: true })
    : main;
  const open = (pool: Pool, ms?: number, share?: TaskQueue) => openDatabase(pool, ms, { onQuery, share });
  const db = open(main);
  const share = shareOf(main);
  const programDb = open(main, undefined, share);
  const replica = read === main ? undefined : new Replica(() => read.servers.answer());
  return {
    db,
    longDb: open(long),
    within: (ms: number) => open(main, ms),
    readDb: read === main ? db : open(read),
    programs: { db: programDb, readDb: read === main ? programDb : open(read, undefined, shareOf(read)) },
    programsWithin: (ms: number) => open(main, ms, share),
    replica,
    replicaWithin: (ms: number) => (read === main ? undefined : open(read, ms)),
    byName: { main, ...(long !== main && { long }), ...(read !== main && { read }) },
    close: async () => {
      replica?.close();
      for (const one of new Set([main, long, read])) await one.end();
    },
  };
}
