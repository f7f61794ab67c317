import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import jobQueue from 'pg-boss/package.json' with { type: 'json' };
import type { Config } from '#kernel/config/config.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { markRestore, unmarkRestore } from '#kernel/db/restore-marker.ts';
import { releaseOf } from './backup.ts';
import { damagedFiles, putFiles } from './files.ts';
import { type Installation, openInstallation, queriesOn } from './installation.ts';
import { type BackupLocation, folderLocation } from './location.ts';
import { BackupError, type Manifest, readManifest, type TableEntry } from './manifest.ts';
import { giveTo, ownerOf } from './owner.ts';
import { isSecretWhole, putSecret } from './copy-secret.ts';
import { findTables, isWhole, loadTable, sameEverywhere, sumTable } from './tables.ts';

/** What a backup is, and whether this release can restore it; told before anything is changed. */
export async function describe(
  { root }: Config,
  location: BackupLocation,
): Promise<{ manifest: Manifest; said: string }> {
  const manifest = await readManifest(location);
  const { made_at, release = 'unknown', migration, jobs, tables, files } = manifest;
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const said = [
    `${location.name}: made ${made_at} by release ${release} (migration ${migration}, job queue ${jobs}), ${rows} rows of ${tables.length} tables, ${files.length} files.`,
    refusalOf(root, manifest) ?? `This release, ${await releaseOf(root)}, restores it.`,
  ].join('\n');
  return { manifest, said };
}

/**
 * Restores a backup to the configured installation; `replace` allows replacing data there. Every instance must be stopped.
 * A backup that cannot be restored is refused before anything is changed; from then until the end the database is
 * marked as incomplete, and no instance starts on it.
 */
export async function restore(
  config: Config,
  from: string | BackupLocation,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const location = typeof from === 'string' ? folderLocation(from) : from;
  const manifest = await requireRestorable(config, location);
  if (manifest.tables.length === 0) throw new BackupError(`${location.name} has only files: restore it with --files.`);
  const owner = await ownerOf(config.dataDir);
  const installation = await openInstallation(config);
  const client = await installation.connect();
  try {
    await requireIdle(client);
    if (!replace) await requireEmpty(installation, client);
    const isFirst = await markRestore(client, location.name);
    try {
      // An instance that connected before the mark was there still uses the database.
      await requireIdle(client);
      await putFiles(installation.storage, location, manifest);
      await makeTables(config, client, manifest, replace);
    } catch (error) {
      if (isFirst) await unmarkRestore(client);
      throw error;
    }
    await makeJobs(client);
    await load(client, manifest, location);
    await putSecret(config.dataDir, location, { replace: replace || !installation.hadSecret });
    await giveTo(owner, config.dataDir);
    await unmarkRestore(client);
    return manifest;
  } finally {
    await client.end();
    await installation.close();
  }
}

/** Reads all of a backup; throws {@link BackupError} if it is damaged or this release cannot restore it. */
export async function requireRestorable({ root }: Config, location: BackupLocation): Promise<Manifest> {
  const manifest = await readManifest(location);
  const refusal = refusalOf(root, manifest);
  if (refusal !== undefined) throw new BackupError(refusal);
  await requireUndamaged(manifest, location);
  return manifest;
}

/** Later releases know the migrations of earlier ones; the tables of the job queue have to be the same. */
function refusalOf(root: string, { migration, jobs, release }: Manifest): string | undefined {
  const isKnown = existsSync(path.join(root, 'db/migrations', `${migration}.sql`));
  const { schema } = jobQueue.pgboss;
  if (isKnown && jobs === schema) return undefined;
  const why = isKnown ? `its job queue has version ${jobs}, here ${schema}` : `its newest migration is ${migration}`;
  const maker = release === undefined ? 'the release that made it' : `release ${release}, which made it`;
  return `The backup was made by another release, and nothing was changed (${why}). Restore it with ${maker}, then upgrade.`;
}

async function requireUndamaged(manifest: Manifest, location: BackupLocation): Promise<void> {
  const damaged = await damagedFiles(location, manifest);
  for (const table of manifest.tables) if (!(await isWhole(table, location))) damaged.push(table.name);
  if (!(await isSecretWhole(manifest, location))) damaged.push('secret');
  if (damaged.length > 0) {
    const some = damaged.slice(0, 10).join(', ');
    throw new BackupError(`The backup is damaged, and nothing was changed (${damaged.length} parts): ${some}`);
  }
}

/** Throws {@link BackupError} while an instance or another command uses the database. */
export async function requireIdle(client: pg.Client): Promise<void> {
  // Within a transaction, who is connected would be told once and for all.
  await client.query('select pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'library-office%'`);
  if (rowCount)
    throw new BackupError(
      'The product, or another backup or restore, still uses this database. Stop every instance first.',
    );
}

async function requireEmpty(installation: Installation, client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_tables where schemaname in ('public', 'pgboss') limit 1");
  const first = await installation.storage.list('')[Symbol.asyncIterator]().next();
  if (!first.done) throw notEmpty('There are files');
  if (rowCount) throw notEmpty('The database has tables');
}

const notEmpty = (what: string) =>
  new BackupError(`${what} where the backup is to be restored. To replace everything there, add --replace.`);

/**
 * Creates the tables with the migrations up to the backup's, in place of those that are there; a newer release adds its
 * own when it starts. If they are not those of the backup, nothing is changed.
 */
async function makeTables({ root }: Config, client: pg.Client, manifest: Manifest, replace: boolean): Promise<void> {
  await queriesOn(client)
    .transaction()
    .execute(async (trx) => {
      if (replace) await client.query('drop schema if exists public, pgboss cascade; create schema public');
      await migrate(trx, path.join(root, 'db/migrations'), manifest.migration);
      await requireSameTables(client, manifest);
    });
}

async function requireSameTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const shapes = (tables: readonly Pick<TableEntry, 'name' | 'columns'>[]) =>
    tables
      .filter(({ name }) => name.startsWith('public.'))
      .map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`);
  const [here, there] = [new Set(shapes(await findTables(client))), new Set(shapes(manifest.tables))];
  const [first] = here.symmetricDifference(there);
  if (first) throw new BackupError(`The tables of the backup are other ones than this release's: ${first}.`);
}

/** Creates the tables of the job queue, if they are not there yet. */
export async function makeJobs(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Loads all tables, all or nothing. Meanwhile there are no constraints or triggers that refuse or change rows. */
async function load(client: pg.Client, manifest: Manifest, location: BackupLocation): Promise<void> {
  await client.query('begin');
  await client.query(sameEverywhere);
  await client.query("set local maintenance_work_mem = '256MB'");
  const again = await takeOff(client);
  const sources = await findTables(client);
  for (const { name } of sources.toReversed()) await client.query(`delete from ${name}`);
  for (const table of manifest.tables) await loadTable(client, table, location);
  for (const { name, last } of manifest.sequences) await client.query('select setval($1, $2)', [name, last]);
  await client.query('set constraints all immediate');
  for (const statement of again) await client.query(statement);
  await requireSame(client, manifest);
  await client.query('commit');
  await client.query('analyze');
}

/** Drops foreign keys and indexes and disables triggers of our tables; returns the statements that restore them. */
export async function takeOff(client: pg.Client): Promise<string[]> {
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
