import path from 'node:path';
import { type Config, ConfigError, readConfig } from '#kernel/config/config.ts';
import { isLostConnection } from '#kernel/db/failures.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { BackupError } from '../backup/manifest.ts';
import { openWork } from '../operations/open-work.ts';
import { awaitQuiet, isMaintenance, switchMaintenance } from '../operations/switch-maintenance.ts';
import { type Manifest, MovingError } from './export-manifest.ts';
import { exportOffice } from './export-office.ts';
import { importOffice } from './import-office.ts';

const usage = `npm run export -- DIR           writes everything of the office into an empty folder, in open formats; the product may run
npm run export -- DIR --leave   the same for the last time: switches maintenance on first, and leaves it on
npm run import -- DIR           reads an export into an office that has never been started`;

const said = ({ tables, stored }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, ${stored.files} files`;

const nothingLeft =
  'Nothing was exported, and maintenance is on. Run this again, or switch it off: npm run maintenance -- off.';

// A write ends within its statement limit.
const writesEndWithinMs = 75_000;

/** From here on nothing is written in this office, on no instance, and what is due waits. */
async function leave(config: Config): Promise<void> {
  const { work, close } = await openWork(config);
  try {
    await switchMaintenance(work, true);
    if (!(await awaitQuiet(work, writesEndWithinMs)))
      throw new MovingError('Maintenance is on, but something that began before is still being written. Try again.');
  } finally {
    await close();
  }
}

async function exported(config: Config, folder: string, isLeaving: boolean): Promise<string> {
  if (isLeaving) await leave(config);
  const manifest = await exportOffice(config, folder).catch((error: unknown) => {
    if (isLeaving) console.error(nothingLeft);
    throw error;
  });
  const what = `Exported to ${folder}: ${said(manifest)}.`;
  return isLeaving ? `${what}\nMaintenance stays on: import the export elsewhere, and stop this office.` : what;
}

async function imported(config: Config, folder: string): Promise<string> {
  const what = said(await importOffice(config, folder));
  const { work, close } = await openWork(config);
  const former = (await isMaintenance(work).finally(close))
    ? 'Maintenance is on, as it was in the former office: switch it off here alone, with “npm run maintenance -- off”.'
    : 'The former office was not in maintenance: what was saved there since is missing here. Stop it, or what is due happens in both.';
  return `Imported from ${folder}: ${what}.
Accounts are disabled, keys have ended, links are closed and webhooks are off. Start the product with ADMIN_ID, ADMIN_PASSWORD and
ADMIN_RESET=1: that account can sign in, and lets in the others.
${former}`;
}

/** What is typed, read; throws {@link MovingError} with the usage. */
function read(typed: readonly string[]): { name: string; folder: string; isLeaving: boolean } {
  const [name = '', folder, ...others] = typed;
  const isLeaving = others.length === 1 && others[0] === '--leave';
  const isKnown = name === 'export' || (name === 'import' && !isLeaving);
  if (!isKnown || folder === undefined || folder.startsWith('-') || (others.length > 0 && !isLeaving))
    throw new MovingError(usage);
  return { name, folder: path.resolve(folder), isLeaving };
}

try {
  const { name, folder, isLeaving } = read(process.argv.slice(2));
  const config = readConfig(process.env);
  console.log(name === 'export' ? await exported(config, folder, isLeaving) : await imported(config, folder));
} catch (error) {
  const isTheirs = [BackupError, ConfigError, UnsuitableDatabase].some((kind) => error instanceof kind);
  const isLost = isLostConnection(error);
  console.error(
    isTheirs || isLost || (error instanceof Error && 'syscall' in error) ? (error as Error).message : error,
  );
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    console.error('The disk is full. Make room and run this again: it begins anew.');
  else if (isLost) console.error('The database stopped or cannot be reached. Its log says why; a disk may be full.');
  process.exitCode = 1;
}
