import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '#kernel/config/config.ts';
import { isLostConnection } from '#kernel/db/failures.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { type BackupStatus, backupStatusFile, readBackupStatus } from '#kernel/mount/backup-status.ts';
import { addBackup, backUp } from './backup.ts';
import { type BackupLocation, folderLocation } from './location.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { give, ownerOf } from './owner.ts';
import { rehearse } from './rehearse.ts';
import { BackupRepository } from './repository.ts';
import { restoreFiles } from './restore-files.ts';
import { describe, requireRestorable, restore } from './restore.ts';

const usage = `npm run backup [-- folder]                 writes everything into a new folder, backup-<time> by default
npm run backup -- --to PLACE               adds a backup to a folder or bucket of backups, BACKUP_TO by default;
                                           --files: only files and the secret, not the database
npm run backup -- --rehearse [PLACE]       restores the newest into a scratch database, compares and verifies it;
                                           --into postgres://…: an empty database for that
npm run restore -- folder|PLACE            puts it where the configuration points
  [--at TIME] [--check] [--replace]        another one than the newest; only says what it is and whether it is whole
  [--files]                                only files that are missing`;

const [command, ...args] = process.argv.slice(2);

const stamp = () => new Date().toISOString().replace(/[-:]|\..*/g, '');

const options = {
  to: { type: 'string' },
  at: { type: 'string' },
  into: { type: 'string' },
  files: { type: 'boolean', default: false },
  rehearse: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
} as const;

async function run(): Promise<string> {
  const config = readConfig(process.env);
  const { values, positionals } = parsed();
  const [given] = positionals;
  if (positionals.length > 1) throw new BackupError(usage);
  const from = given ?? values.to ?? config.backupTo;
  if (command === 'restore' || values.rehearse) {
    if (from === undefined) throw new BackupError(usage);
    return values.rehearse ? rehearsed(config, from, values) : restored(config, from, values);
  }
  const to = values.to ?? (given === undefined ? config.backupTo : undefined);
  if (to !== undefined) {
    const { name, manifest } = await addBackup(config, to, { filesOnly: values.files });
    if (!values.files) await note(config.dataDir, 'made_at');
    return `Backed up to ${name}: ${said(manifest)}.`;
  }
  if (values.files) throw new BackupError(usage);
  const folder = path.resolve(given ?? `backup-${stamp()}`);
  const manifest = await backUp(config, folder);
  await note(config.dataDir, 'made_at');
  return `Backed up to ${folder}: ${said(manifest)}.`;
}

function parsed() {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new BackupError(`${(error as Error).message}\n\n${usage}`);
  }
}

type Values = ReturnType<typeof parsed>['values'];

async function rehearsed(config: Config, from: string, { at, into }: Values): Promise<string> {
  const location = await locationOf(config, from, at);
  console.log((await describe(config, location)).said);
  const { manifest, verified } = await rehearse(config, location, { into });
  const differing = verified.filter(({ count }) => count > 0);
  for (const { name, rule, count, mend } of differing)
    console.error(`DIFFERS ${name}: ${count}. ${rule} To mend: ${mend}`);
  if (differing.length > 0) throw new BackupError('The backup was restored, and what it holds is not consistent.');
  await note(config.dataDir, 'rehearsed_at');
  return `Rehearsed: restored, compared and verified by ${verified.length} checks: ${said(manifest)}.`;
}

async function restored(config: Config, from: string, { at, check, files, replace }: Values): Promise<string> {
  if (files) return `Put back ${await restoreFiles(config, await BackupRepository.open(from, config))} files.`;
  const location = await locationOf(config, from, at);
  console.log((await describe(config, location)).said);
  if (!check) return `Restored and compared: ${said(await restore(config, location, { replace }))}.`;
  return `Whole: ${said(await requireRestorable(config, location))}. Nothing was changed.`;
}

/** A backup in a folder of its own, or one of many. */
async function locationOf(config: Config, from: string, at: string | undefined): Promise<BackupLocation> {
  const isOne = !from.startsWith('s3:') && !existsSync(path.join(path.resolve(from), 'objects'));
  return isOne ? folderLocation(path.resolve(from)) : (await BackupRepository.open(from, config)).find(at);
}

const said = ({ tables, files }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, ${files.length} files`;

try {
  console.log(await run());
} catch (error) {
  const isTheirs = [BackupError, ConfigError, UnsuitableDatabase].some((kind) => error instanceof kind);
  const isLost = isLostConnection(error);
  console.error(
    isTheirs || isLost || (error instanceof Error && 'syscall' in error) ? (error as Error).message : error,
  );
  if (isLost) console.error('The database stopped or cannot be reached. Its log says why; a disk may be full.');
  process.exitCode = 1;
}

/** Notes that a backup was made or rehearsed, where the instances' metrics read it. */
async function note(dataDir: string, what: keyof BackupStatus): Promise<void> {
  const before = await readBackupStatus(dataDir).catch(() => ({}));
  const file = backupStatusFile(dataDir);
  const draft = `${file}.${process.pid}`;
  const status: BackupStatus = { ...before, [what]: Math.floor(Date.now() / 1000) };
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(draft, JSON.stringify(status), { mode: 0o600 });
    await give(await ownerOf(dataDir), draft);
    await rename(draft, file);
  } catch (error) {
    // The backup itself is complete.
    console.error(`The metrics will not show this: ${(error as Error).message}`);
  }
}
