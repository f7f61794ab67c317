import path from 'node:path';
import { type Config, ConfigError, readConfig } from '#kernel/config/config.ts';
import { isLostConnection } from '#kernel/db/failures.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { BackupError } from '../backup/manifest.ts';
import { type Manifest, MovingError } from './export-manifest.ts';
import { exportOffice } from './export-office.ts';
import { importOffice } from './import-office.ts';

const usage = `npm run export -- DIR    writes everything of the office into an empty folder, in open formats; the product may run
npm run import -- DIR    reads an export into an office that has never been started`;

const said = ({ tables, stored }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, ${stored.files} files`;

const commands: Record<string, (config: Config, folder: string) => Promise<string>> = {
  export: async (config, folder) => `Exported to ${folder}: ${said(await exportOffice(config, folder))}.`,
  import: async (config, folder) =>
    `Imported from ${folder}: ${said(await importOffice(config, folder))}.
Accounts are disabled, keys have ended, links are closed and webhooks are off. Start the product with ADMIN_ID, ADMIN_PASSWORD and
ADMIN_RESET=1: that account can sign in, and lets in the others. The former office must not run any more.`,
};

try {
  const [name = '', folder, ...others] = process.argv.slice(2);
  const command = commands[name];
  if (!command || folder === undefined || folder.startsWith('-') || others.length > 0) throw new MovingError(usage);
  console.log(await command(readConfig(process.env), path.resolve(folder)));
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
