import { sql } from 'kysely';
import { openDatabase } from '../db/database.ts';
import { openPool } from '../db/pool.ts';
import { Catalogues } from '../i18n/catalogues.ts';
import { UnitOfWork } from '../unit-of-work.ts';
import { DueActs } from './due.ts';

/**
 * A separate process that performs due acts, each one a row of `done`: `node due.fixture.ts <database url> <acts>`. It
 * prints a line once it has begun this many, and never finishes the last one.
 */
const [, , url = '', most = ''] = process.argv;
const db = openDatabase(openPool({ connectionString: url }));
const work = new UnitOfWork({
  db,
  readDb: db,
  clock: () => new Date(),
  timeZone: 'UTC',
  catalogues: new Catalogues({}),
  onError: console.error,
});
const due = new DueActs({ work, onError: console.error });
let begun = 0;
due.define('strike', {
  run: async (ctx, key) => {
    await sql`insert into done (key) values (${key})`.execute(ctx.db);
    if (++begun < Number(most)) return;
    console.log('begun');
    await new Promise(() => undefined);
  },
  failed: async () => undefined,
});
due.start();
