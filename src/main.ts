import { startProcess } from './process.ts';
import { ConfigError, readConfig } from '#kernel/config.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';

try {
  await startProcess(readConfig(process.env));
} catch (error) {
  const told = error instanceof ConfigError || error instanceof UnsuitableDatabase;
  console.error(told ? error.message : error);
  process.exit(1);
}
