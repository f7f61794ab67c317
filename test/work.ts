import { type Database, openDatabase } from '#kernel/db/database.ts';
import { openPool } from '#kernel/db/pool.ts';
import { Catalogues } from '#kernel/messages/catalogues.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { type Clock, testClock } from './clock.ts';
import { testDatabase } from './test-database.ts';

/** A unit of work on its own database, without the server around it. */
export interface TestWork {
  work: UnitOfWork;
  db: Database;
  url: string;
  clock: Clock;
  close(): Promise<void>;
}

/** For tests of the layers below HTTP. Close it in afterAll. */
export async function startWork(): Promise<TestWork> {
  const { url, drop } = await testDatabase();
  const pool = openPool({ connectionString: url });
  const db = openDatabase(pool);
  const clock = testClock();
  const catalogues = new Catalogues({ common: commonMessages });
  const onError = (error: unknown) => console.error(error);
  const work = new UnitOfWork({ db, readDb: db, clock: clock.now, timeZone: 'Asia/Seoul', catalogues, onError });
  const close = async () => {
    await pool.end();
    await drop();
  };
  return { work, db, url, clock, close };
}
