import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '#kernel/config/config.ts';
import { requireRestored } from '#kernel/db/restore-marker.ts';
import { copyNewFiles } from './files.ts';
import { type Installation, openInstallation } from './installation.ts';
import { BackupError, type Manifest, pathOf, writeManifest } from './manifest.ts';
import { dumpTable, findTables, sameEverywhere } from './tables.ts';

/** Writes a backup to a new folder: a snapshot of the database and every file it refers to. The product may run. */
export async function backUp(config: Config, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty.`);
  const installation = await openInstallation(config);
  try {
    return await write(installation, folder);
  } finally {
    await installation.close();
  }
}

async function write(installation: Installation, folder: string): Promise<Manifest> {
  await mkdir(path.join(folder, 'tables'));
  await mkdir(path.join(folder, 'files'));
  await copyFile(installation.secretFile, pathOf.secret(folder)).catch(requireMissing);
  const files = new Map<string, Manifest['files'][number]>();
  const copyFiles = () => copyNewFiles(installation.storage, folder, files);
  // Most files are copied before the snapshot, so that a file whose record is deleted after it is included; the second
  // round is short, and the third copies files added just before the snapshot.
  await copyFiles();
  await copyFiles();
  const client = await installation.connect();
  try {
    await requireRestored(client);
    await client.query('begin isolation level repeatable read read only');
    await client.query(sameEverywhere);
    const state = await readState(client);
    await copyFiles();
    const tables: Manifest['tables'] = [];
    for (const table of await findTables(client)) tables.push(await dumpTable(client, table, folder));
    await client.query('commit');
    const manifest: Manifest = {
      format: 1,
      made_at: new Date().toISOString(),
      ...state,
      tables,
      files: [...files.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

function requireMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** Its first query also fixes the transaction's snapshot. */
async function readState(client: pg.Client): Promise<Pick<Manifest, 'migration' | 'jobs' | 'sequences'>> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = 'pgboss' and tablename = 'version'",
  );
  if (!rowCount) throw new BackupError('There is nothing to back up: the product has never been started here.');
  const { rows: found } = await client.query<{ migration: string }>('select max(name) as migration from migration');
  const { rows: jobs } = await client.query<{ version: number }>('select version from pgboss.version');
  const { rows: sequences } = await client.query<{ name: string; last: number }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::float8 as last
    from pg_sequences where schemaname = 'public' and last_value is not null order by name`);
  return { migration: found[0]?.migration ?? '', jobs: jobs[0]?.version ?? 0, sequences };
}
