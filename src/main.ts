import { ConfigError, readConfig } from '#kernel/config/config.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { startProcess } from './process.ts';
import { nameSources } from './source-stacks.ts';

/** Errors that the operator can fix, so that the message is enough: invalid settings and failed system calls. */
const isTheirs = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof UnsuitableDatabase || (error instanceof Error && 'syscall' in error);

nameSources();
try {
  await startProcess(readConfig(process.env, process.stdout));
} catch (error) {
  console.error(isTheirs(error) ? error.message : error);
  process.exit(1);
}
