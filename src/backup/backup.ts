import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { hasChain, readHead } from '#features/proof/proof.public.ts';
import type { Config } from '#kernel/config/config.ts';
import { parseStorageUrl } from '#kernel/config/s3-url.ts';
import { requireRestored } from '#kernel/db/restore-marker.ts';
import { type CopiedFiles, copyNewFiles } from './files.ts';
import { type Installation, openInstallation, queriesOn } from './installation.ts';
import { folderLocation } from './location.ts';
import { BackupError, type Manifest, writeManifest } from './manifest.ts';
import { BackupRepository, newestFiles } from './repository.ts';
import { copySecret } from './copy-secret.ts';
import { dumpTable, findTables, sameEverywhere } from './tables.ts';

/** Writes a backup to a new folder: a snapshot of the database and every file it refers to. The product may run. */
export async function backUp(config: Config, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty.`);
  const installation = await openInstallation(config);
  try {
    return await write(config, installation, { location: folderLocation(folder), format: 1, before: undefined });
  } finally {
    await installation.close();
  }
}

/** What {@link addBackup} adds: with `filesOnly` no tables, for a database that is backed up by its own tools. */
interface AddOptions {
  filesOnly?: boolean;
}

/**
 * Adds a backup to a folder or bucket of backups, with those files that no earlier one has, and removes all but the
 * newest. Returns how it is named.
 */
export async function addBackup(
  config: Config,
  to: string,
  { filesOnly }: AddOptions = {},
): Promise<{ name: string; manifest: Manifest }> {
  requireElsewhere(config, to);
  const repository = await BackupRepository.open(to, config);
  const installation = await openInstallation(config);
  try {
    const lock = await lockBackups(installation);
    try {
      const time = new Date().toISOString().replace(/[-:]|\..*/g, '');
      const location = repository.at(time, await repository.fileKeys());
      const before = await newestFiles(repository);
      const manifest = await write(config, installation, { location, format: 2, before, filesOnly });
      await repository.prune(config.backupKeep, time);
      return { name: location.name, manifest };
    } finally {
      await lock.end();
    }
  } finally {
    await installation.close();
  }
}

/** A bucket of the product would back itself up. */
function requireElsewhere({ bucket }: Config, to: string): void {
  const location = parseStorageUrl(to);
  if (location && location.bucket === bucket?.bucket && location.endpoint === bucket.endpoint)
    throw new BackupError(`${to} is the product's own bucket. Back up to another one.`);
}

// Any number that no other lock of the product uses.
const backupLock = 7_202_621;

/**
 * Refuses a second backup to the same location: each would remove files of the other. A transaction holds the lock, since
 * behind a pooler a session outlives its client; it has no snapshot, so nothing waits for it.
 */
async function lockBackups(installation: Installation): Promise<pg.Client> {
  const client = await installation.connect();
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_xact_lock(${backupLock}) as got`);
  if (rows[0]?.got) return client;
  await client.end();
  throw new BackupError('Another backup of this database is being made.');
}

type Target = Omit<CopiedFiles, 'copied'> & { filesOnly?: boolean | undefined };

async function write({ root, dataDir }: Config, installation: Installation, target: Target): Promise<Manifest> {
  const { location, format, filesOnly } = target;
  const copied: CopiedFiles['copied'] = new Map();
  const copyFiles = () => copyNewFiles(installation.storage, { ...target, copied });
  const client = await installation.connect();
  try {
    await requireRestored(client);
    // Most files are copied before the snapshot, so that a file whose record is deleted after it is included; the second
    // round is short, and the third copies files added just before the snapshot.
    await copyFiles();
    await copyFiles();
    await client.query('begin isolation level repeatable read read only');
    await client.query(sameEverywhere);
    const state = await readState(client);
    const secret = await copySecret(dataDir, location);
    await copyFiles();
    const tables: Manifest['tables'] = [];
    for (const table of filesOnly ? [] : await findTables(client))
      tables.push(await dumpTable(client, table, location));
    await client.query('commit');
    const manifest: Manifest = {
      format,
      made_at: new Date().toISOString(),
      release: await releaseOf(root),
      ...state,
      tables,
      files: [...copied.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      ...secret,
    };
    await writeManifest(location, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

/** The version of the product in a folder. */
export async function releaseOf(root: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return version;
}

/** Its first query also fixes the transaction's snapshot. */
async function readState(client: pg.Client): Promise<Pick<Manifest, 'migration' | 'jobs' | 'sequences' | 'trail'>> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = 'pgboss' and tablename = 'version'",
  );
  if (!rowCount) throw new BackupError('There is nothing to back up: the product has never been started here.');
  const { rows: found } = await client.query<{ migration: string }>('select max(name) as migration from migration');
  const { rows: jobs } = await client.query<{ version: number }>('select version from pgboss.version');
  const { rows: sequences } = await client.query<{ name: string; last: number }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::float8 as last
    from pg_sequences where schemaname = 'public' and last_value is not null order by name`);
  const db = queriesOn(client);
  const head = (await hasChain(db)) ? await readHead(db) : undefined;
  return {
    migration: found[0]?.migration ?? '',
    jobs: jobs[0]?.version ?? 0,
    sequences,
    ...(head && { trail: { rows: head.rows, link: head.link } }),
  };
}
