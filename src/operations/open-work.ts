import type { Config } from '#kernel/config/config.ts';
import { type Database, openDatabase } from '#kernel/db/database.ts';
import { DatabaseClock } from '#kernel/db/database-clock.ts';
import { openPool } from '#kernel/db/pool.ts';
import { Catalogues } from '#kernel/messages/catalogues.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { openEmbedded } from '../embedded-database.ts';

/** The database of an installation, for a command of its operator; instances may run. */
export interface OpenedWork {
  work: UnitOfWork;
  close: () => Promise<void>;
}

/** Opens the configured database, and the embedded server if there is no other. */
export async function openWork(config: Config): Promise<OpenedWork> {
  const given = config.databaseDirectUrl ?? config.databaseUrl;
  const embedded = given === undefined ? await openEmbedded(config) : undefined;
  const pool = openPool({ connectionString: given ?? embedded?.url ?? '' }, { max: 2 });
  await pool.servers.find();
  const db = openDatabase(pool);
  const clock = new DatabaseClock(db);
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await clock.compare();
  } catch (error) {
    await close();
    throw error;
  }
  const work = new UnitOfWork({
    db,
    readDb: db,
    clock: clock.now,
    timeZone: config.timeZone,
    catalogues: new Catalogues({ common: commonMessages }),
    onError: (error) => console.error(error),
  });
  return { work, close };
}

/** The replica of an installation, if it has one; nothing is asked before its first statement. */
export function openReplica({ databaseReadUrl }: Config): { db: Database; close: () => Promise<void> } | undefined {
  if (databaseReadUrl === undefined) return undefined;
  const pool = openPool({ connectionString: databaseReadUrl }, { max: 1, mayLag: true });
  return { db: openDatabase(pool), close: () => pool.end() };
}
