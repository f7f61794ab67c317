import type pg from 'pg';
import jobQueue from 'pg-boss/package.json' with { type: 'json' };
import { z } from 'zod';
import type { Config } from '#kernel/config/config.ts';
import { requireRestored } from '#kernel/db/restore-marker.ts';
import { kernelExported } from '#kernel/mount/kernel-exported.ts';
import { releaseOf } from '../backup/backup.ts';
import { type CopiedFiles, copyNewFiles } from '../backup/files.ts';
import { type Installation, openInstallation } from '../backup/installation.ts';
import { features } from '../features.ts';
import { dataPackage, type PackagedTable } from './data-package.ts';
import { ExportFolder } from './export-folder.ts';
import { Manifest, manifestFile, MovingError, sumsFile, writtenManifest } from './export-manifest.ts';
import { readmeOf } from './export-readme.ts';
import { joined, readTables } from './exported-columns.ts';
import { fileLines } from './file-list.ts';
import { inTransactionOf } from './snapshot-context.ts';
import { readCsv, sameCells } from './table-csv.ts';

/** What leaves of the office, by all that declare it. */
export const declared = joined([kernelExported, ...features.flatMap(({ exported }) => exported ?? [])]);

/**
 * Writes all of the office into an empty folder, in open formats, as of one moment; the product may run. What an attempt
 * that was killed has left there is removed first.
 */
export async function exportOffice(config: Config, folder: string): Promise<Manifest> {
  const installation = await openInstallation(config, 'library-office-export');
  const client = await installation.connect();
  try {
    await requireRestored(client);
    const lock = await lockFolder(installation, folder);
    try {
      const into = await ExportFolder.begin(folder);
      const copied: CopiedFiles['copied'] = new Map();
      const copyFiles = () =>
        copyNewFiles(installation.storage, { location: into.location, format: 1, before: undefined, copied });
      // As a backup does: a file whose record is deleted after the snapshot was copied before it.
      await copyFiles();
      await copyFiles();
      const manifest = await writeRows(config, client, into, { copied, copyFiles });
      await into.finish();
      return manifest;
    } finally {
      await lock.end();
    }
  } finally {
    await client.end();
    await installation.close();
  }
}

// Any number that no other lock of the product uses.
const exportLock = 7_202_641;

/** Until this connection ends, nobody else exports into the folder. A transaction holds the lock, as that of backups. */
async function lockFolder(installation: Installation, folder: string): Promise<pg.Client> {
  const client = await installation.connect();
  await client.query('begin; set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ got: boolean }>(
    'select pg_try_advisory_xact_lock($1::integer, hashtext($2)) as got',
    [exportLock, folder],
  );
  if (rows[0]?.got) return client;
  await client.end();
  throw new MovingError(`Another export into ${folder} is being made.`);
}

interface StoredFiles {
  copied: CopiedFiles['copied'];
  copyFiles: () => Promise<void>;
}

async function writeRows(
  config: Config,
  client: pg.Client,
  into: ExportFolder,
  { copied, copyFiles }: StoredFiles,
): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(sameCells);
  const state = await readState(client);
  await copyFiles();
  const tables: (PackagedTable & { sha256: string })[] = [];
  for (const table of await readTables(client, declared)) {
    const { source, rows } = readCsv(client, table);
    const { file, sha256 } = await into.write(`tables/${table.name}.csv`, source);
    tables.push({ ...table, file, sha256, rows: rows() });
  }
  await inTransactionOf(client, config, new Date(state.made_at), async (ctx) => {
    for (const one of declared.documents) await into.write(one.file, await one.write(ctx));
  });
  const files = [...copied.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await into.write('files.csv', fileLines(client, files));
  await client.query('commit');
  into.add(files.map(({ key, ...sum }) => ({ file: `files/${key}`, ...sum })));
  const content = {
    format: 1 as const,
    ...state,
    release: await releaseOf(config.root),
    jobs: jobQueue.pgboss.schema,
    tables: tables.map(({ name, file, columns, rows, sha256 }) => ({
      name,
      file,
      columns: columns.map((column) => column.name),
      rows,
      sha256,
    })),
    stored: { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) },
  };
  await into.write('datapackage.json', dataPackage(tables, state.made_at));
  await into.write('manifest.schema.json', `${JSON.stringify(z.toJSONSchema(Manifest), undefined, 1)}\n`);
  await into.write('README.md', readmeOf({ ...content, checksums: '' }, declared));
  const lines = into.written
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map((one) => `${one.sha256}  ${one.file}\n`);
  const { sha256: checksums } = await into.write(sumsFile, lines.join(''));
  const manifest = { ...content, checksums };
  await into.write(manifestFile, writtenManifest(manifest));
  return manifest;
}

/** Its first statement also fixes what the transaction sees. */
async function readState(client: pg.Client): Promise<Pick<Manifest, 'made_at' | 'migration' | 'sequences'>> {
  const { rows: there } = await client.query<{ it: boolean }>("select to_regclass('migration') is not null as it");
  if (!there[0]?.it) throw new MovingError('There is nothing to export: the product has never been started here.');
  const { rows } = await client.query<{ made_at: string; migration: string }>(
    "select to_json(now()) #>> '{}' as made_at, max(name) as migration from migration",
  );
  const { rows: sequences } = await client.query<{ name: string; last: number }>(
    `select s.sequencename as name, s.last_value::float8 as last
     from pg_sequences s
     where s.schemaname = 'public' and s.last_value is not null and not exists (
       select from pg_depend d where d.objid = format('public.%I', s.sequencename)::regclass and d.deptype in ('a', 'i')
         and d.refobjid = any(array(select to_regclass(name) from unnest($1::text[]) as name)::oid[]))
     order by name`,
    [Object.keys(declared.without)],
  );
  return { made_at: rows[0]?.made_at ?? '', migration: rows[0]?.migration ?? '', sequences };
}
