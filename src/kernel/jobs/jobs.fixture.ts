import { openDatabase, openPool } from '../db/database.ts';
import { Jobs } from './jobs.ts';

/** A process of its own that takes one job, says so, and never ends it: `node jobs.fixture.ts <database url>`. */
const connection = { connectionString: process.argv[2] ?? '' };
const jobs = new Jobs({ connection, db: openDatabase(openPool(connection)), onError: console.error });
jobs.define('endless', async ({ progress }) => {
  await progress.tell(1, 2);
  console.log('taken');
  await new Promise(() => undefined);
});
await jobs.start();
