import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import jobQueue from 'pg-boss/package.json' with { type: 'json' };
import type { Config } from '#kernel/config/config.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { requireRestored } from '#kernel/db/restore-marker.ts';
import { sumOf } from '../backup/files.ts';
import { openInstallation, queriesOn } from '../backup/installation.ts';
import { giveTo, ownerOf } from '../backup/owner.ts';
import { makeJobs, requireIdle, takeOff } from '../backup/restore.ts';
import { type Manifest, MovingError, readManifest, requireWhole } from './export-manifest.ts';
import { declared } from './export-office.ts';
import { type ExportedTable, readTables } from './exported-columns.ts';
import { importFiles, requireNoOthers } from './import-files.ts';
import { loadCsv, readCsv, sameCells } from './table-csv.ts';

/**
 * Reads an export into an office that has never been started. Every file of it is checked first. The rows come in one
 * transaction: an import that was killed has left files at most, and is begun again.
 */
export async function importOffice(config: Config, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  requireReadable(config, manifest);
  await requireWhole(folder, manifest);
  const owner = await ownerOf(config.dataDir);
  const installation = await openInstallation(config, 'library-office-import');
  const client = await installation.connect();
  try {
    await requireRestored(client);
    await requireIdle(client);
    await requireEmpty(client);
    await requireNoOthers(installation.storage, folder);
    await importFiles(installation.storage, folder);
    await makeJobs(client);
    await importRows(config, client, folder, manifest);
    await client.query('analyze');
    await giveTo(owner, config.dataDir);
    return manifest;
  } finally {
    await client.end();
    await installation.close();
  }
}

/** Later releases know the changes of tables of earlier ones; the tables of the job queue have to be the same. */
function requireReadable({ root }: Config, { release, migration, jobs }: Manifest): void {
  if (existsSync(path.join(root, 'db/migrations', `${migration}.sql`)) && jobs === jobQueue.pgboss.schema) return;
  throw new MovingError(
    `Release ${release} made this export, and this one cannot read it. Import it with that release, then upgrade.`,
  );
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_tables where schemaname = 'public' limit 1");
  if (rowCount)
    throw new MovingError('The database has tables. Import into an empty one, before the product is started there.');
}

/** Makes the tables as they were, loads them and compares them, all or nothing. */
async function importRows({ root }: Config, client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  await queriesOn(client)
    .transaction()
    .execute(async (trx) => {
      await migrate(trx, path.join(root, 'db/migrations'), manifest.migration);
      // An instance that connected at the last moment waits for this, or has made the tables before.
      await requireIdle(client);
      await client.query(`${sameCells}; set local maintenance_work_mem = '256MB'; set constraints all immediate`);
      const tables = await readTables(client, declared);
      const again = await takeOff(client);
      await client.query('set constraints all deferred');
      for (const { name } of tables) await client.query(`delete from ${name}`);
      for (const entry of manifest.tables) {
        const table = tables.find(({ name }) => name === entry.name);
        if (table?.columns.map(({ name }) => name).join() !== entry.columns.join())
          throw new MovingError(`The table ${entry.name} of the export is another one than this release's.`);
        await importTable(client, { table, entry, folder });
      }
      for (const { name, last } of manifest.sequences)
        await client.query('select setval($1::regclass, $2)', [name, last]);
      await client.query('set constraints all immediate');
      for (const statement of again) await client.query(statement);
    });
}

interface ImportedTable {
  table: ExportedTable;
  entry: Manifest['tables'][number];
  folder: string;
}

async function importTable(client: pg.Client, { table, entry, folder }: ImportedTable): Promise<void> {
  const filled = filledOf(client, entry.name);
  const rows = await loadCsv(client, table, { source: createReadStream(path.join(folder, entry.file)), filled });
  // What the import changes is another file than the export's.
  const isSame = filled.size > 0 || (await sumOf(readCsv(client, table).source)).sha256 === entry.sha256;
  if (rows !== entry.rows || !isSame)
    throw new MovingError(`${entry.name} has other rows after the import than the export, and nothing was changed.`);
}

/** What the import puts into columns of a table, as SQL. */
function filledOf(client: pg.Client, table: string): Map<string, string> {
  const db = queriesOn(client);
  const text = (expression: RawBuilder<unknown>) => sql`${expression}`.compile(db).sql;
  return new Map(
    Object.entries(declared.filled).flatMap(([column, expression]) => {
      const at = column.lastIndexOf('.');
      return column.slice(0, at) === table ? [[column.slice(at + 1), text(expression)]] : [];
    }),
  );
}
