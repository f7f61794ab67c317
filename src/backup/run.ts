import path from 'node:path';
import { ConfigError, readConfig } from '#kernel/config/config.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { backUp } from './backup.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { restore } from './restore.ts';

const usage = `npm run backup [-- folder]             writes everything into a new folder, backup-<time> by default
npm run restore -- folder [--replace]  puts it where the configuration points`;

const [command, ...args] = process.argv.slice(2);
const folders = args.filter((one) => !one.startsWith('--'));
const replace = args.includes('--replace');

const stamp = () => new Date().toISOString().replace(/[-:]|\..*/g, '');

async function run(): Promise<string> {
  const config = readConfig(process.env);
  const [folder = command === 'backup' ? `backup-${stamp()}` : ''] = folders;
  if (!folder || folders.length > 1) throw new BackupError(usage);
  const at = path.resolve(folder);
  if (command === 'backup') return `Backed up to ${at}: ${said(await backUp(config, at))}.`;
  return `Restored and compared: ${said(await restore(config, at, { replace }))}.`;
}

const said = ({ tables, files }: Manifest) =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, ${files.length} files`;

try {
  console.log(await run());
} catch (error) {
  const isTheirs = [BackupError, ConfigError, UnsuitableDatabase].some((kind) => error instanceof kind);
  console.error(isTheirs || (error instanceof Error && 'syscall' in error) ? (error as Error).message : error);
  process.exitCode = 1;
}
