import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Config } from '#kernel/config.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { damagedFiles, putFiles } from './files.ts';
import { BackupError, type Manifest, placeOf, readManifest } from './manifest.ts';
import { openPlace, type Place } from './place.ts';
import { findTables, loadTable, sameEverywhere, sumDump, sumTable } from './tables.ts';

/** Restores a backup to the configured place; `replace` allows replacing data there. Every instance must be stopped. */
export async function restore(config: Config, folder: string, { replace }: { replace: boolean }): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await requireUndamaged(manifest, folder);
  const place = await openPlace(config);
  const client = await place.connect();
  try {
    await requireIdle(client);
    if (replace) await client.query('drop schema if exists public, pgboss cascade; create schema public');
    else await requireEmpty(place, client);
    await makeTables(config, place, manifest);
    await putFiles(place.storage, folder, manifest.files);
    await load(client, manifest, folder);
    await putSecret(place, folder, replace);
    return manifest;
  } finally {
    await client.end();
    await place.close();
  }
}

async function requireUndamaged(manifest: Manifest, folder: string): Promise<void> {
  const damaged = await damagedFiles(folder, manifest.files);
  for (const table of manifest.tables) {
    const { sha256 } = await sumDump(table, folder).catch(() => ({ sha256: '' }));
    if (sha256 !== table.sha256) damaged.push(table.name);
  }
  if (damaged.length > 0) {
    const some = damaged.slice(0, 10).join(', ');
    throw new BackupError(`The backup is damaged, and nothing was changed (${damaged.length} parts): ${some}`);
  }
}

async function requireIdle(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'library-office%'`);
  if (rowCount) throw new BackupError('The product still uses this database. Stop every instance first.');
}

async function requireEmpty(place: Place, client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_tables where schemaname in ('public', 'pgboss') limit 1");
  const first = await place.storage.list('')[Symbol.asyncIterator]().next();
  if (!first.done) throw notEmpty('There are files');
  if (rowCount) throw notEmpty('The database has tables');
}

const notEmpty = (what: string) =>
  new BackupError(`${what} where the backup is to be restored. To replace everything there, add --replace.`);

/** Creates the tables with the migrations up to the backup's; a newer release adds its own when it starts. */
async function makeTables(config: Config, place: Place, { migration, jobs }: Manifest): Promise<void> {
  const pool = await place.openPool();
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, path.join(config.root, 'db/migrations'), migration);
    if (jobs > 0) await requireSameJobs(pool, jobs);
  } finally {
    await db.destroy();
  }
}

async function requireSameJobs(pool: pg.Pool, jobs: number): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  const version = await boss.schemaVersion();
  await boss.stop({ graceful: false });
  if (version !== jobs)
    throw new BackupError(
      `The jobs of the backup are those of another release (${jobs}, here ${version}): restore it with that one.`,
    );
}

/** Loads all tables, all or nothing. Meanwhile there are no constraints or triggers that refuse or change rows. */
async function load(client: pg.Client, manifest: Manifest, folder: string): Promise<void> {
  await client.query('begin');
  await client.query(sameEverywhere);
  await client.query("set local maintenance_work_mem = '256MB'");
  const again = await takeOff(client);
  const sources = await findTables(client);
  for (const { name } of sources.toReversed()) await client.query(`delete from ${name}`);
  for (const table of manifest.tables) await loadTable(client, table, folder);
  for (const { name, last } of manifest.sequences) await client.query('select setval($1, $2)', [name, last]);
  await client.query('set constraints all immediate');
  for (const statement of again) await client.query(statement);
  await requireSame(client, manifest);
  await client.query('commit');
  await client.query('analyze');
}

/** Drops foreign keys and indexes and disables triggers of our tables; returns the statements that restore them. */
async function takeOff(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; again: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as again
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class c on c.oid = indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s disable trigger user', c.oid::regclass), format('alter table %s enable trigger user', c.oid::regclass)
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relhastriggers`);
  for (const { off } of rows) await client.query(off);
  // Indexes before foreign keys, which look rows up through them.
  return rows
    .map(({ again }) => again)
    .toSorted((a, b) => Number(b.startsWith('CREATE')) - Number(a.startsWith('CREATE')));
}

async function requireSame(client: pg.Client, { tables }: Manifest): Promise<void> {
  const sources = new Map((await findTables(client)).map((source) => [source.name, source]));
  for (const { name, rows, sha256 } of tables) {
    const source = sources.get(name);
    const found = source && (await sumTable(client, source));
    if (found?.sha256 === sha256) continue;
    throw new BackupError(
      `${name} has ${found?.rows ?? 'no'} rows after the restore, and other ones than the backup (${rows}).`,
    );
  }
}

/** A bucket needs no secret, and neither does the backup of one without spreadsheet accounts. */
async function putSecret({ secretFile, hadSecret }: Place, folder: string, replace: boolean): Promise<void> {
  if (hadSecret && !replace) return;
  if (existsSync(placeOf.secret(folder))) await copyFile(placeOf.secret(folder), secretFile);
}
