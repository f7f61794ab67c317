import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';

/**
 * Migrates a database to the newest schema, or to that of migration `to`: plain SQL files in name order, each once,
 * under Kysely's lock, so that instances starting together all succeed. Throws the error of the failing file and leaves
 * the database unchanged.
 */
export async function migrate(db: Kysely<unknown>, folder: string, to?: string): Promise<void> {
  await requireDatabase(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(folder) },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });
  const until = Date.now() + mostWaitMs;
  const attempt = () => (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  let { error } = await attempt();
  while (isBlocked(error) && Date.now() < until) {
    await pause(betweenAttemptsMs);
    ({ error } = await attempt());
  }
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new UnsuitableDatabase(
      `A newer release has used this database (${error.message}). Start that release instead.`,
    );
  if (error) throw refusalOf(error) ?? error;
}

/** What the operator has to change, if PostgreSQL refused the role or lacks an extension. */
function refusalOf(error: unknown): UnsuitableDatabase | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === '42501')
    return new UnsuitableDatabase(
      `The role of DATABASE_URL must own its database and its tables (${error.message}): alter database … owner to …`,
    );
  if (/extension "pg_trgm"/.test(error.message))
    return new UnsuitableDatabase(
      `PostgreSQL needs its extension pg_trgm, from its contrib package (${error.message}).`,
    );
  return undefined;
}

// For how long it tries again while an earlier release, which serves meanwhile, uses the tables. Milliseconds.
const mostWaitMs = 300_000;
const betweenAttemptsMs = 200;

/** Others use what is to be changed: nothing was. */
const isBlocked = (error: unknown) =>
  error instanceof pg.DatabaseError && ['40P01', '55P03'].includes(error.code ?? '');

// Behind a pooler the role has a statement timeout. It waits for a lock for less than the second after which PostgreSQL ends
// a deadlock, and an earlier release with it: whoever serves goes on, and is not kept waiting behind it.
const limits = "set local statement_timeout = 0;\nset local lock_timeout = '500ms';\n";

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(limits + text).execute(db)) }];
    }),
  );
  return Object.fromEntries(entries);
}

/** Thrown if the database is unsuitable; the message says what to change. */
export class UnsuitableDatabase extends Error {}

async function requireDatabase(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
           current_setting('server_encoding') as encoding`.execute(db);
  const [found] = rows;
  if (!found || found.version < 15) throw new UnsuitableDatabase('PostgreSQL 15 or newer is needed.');
  if (found.encoding !== 'UTF8') throw new UnsuitableDatabase(`The database must be UTF8, and is ${found.encoding}.`);
}

/**
 * Korean letters count as letters only with a Unicode character type; with LC_CTYPE C the search index would ignore
 * them.
 */
export async function requireKoreanSearch(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ trigrams: string[] }>`select show_trgm(strip('가나')) as trigrams`.execute(db);
  if (!rows[0]?.trigrams.length) {
    throw new UnsuitableDatabase(
      "This database's character type does not know Korean letters. Create it with --locale-provider=builtin --locale=C.UTF-8, or an ICU locale.",
    );
  }
}
