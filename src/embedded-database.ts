import path from 'node:path';
import pg from 'pg';
import type { Config } from '#kernel/config/config.ts';
import { databaseUrl, type EmbeddedOptions, startEmbeddedPostgres } from '#kernel/db/embedded.ts';

const databaseName = 'office';

/** Starts or joins an installation's embedded server, and creates its database if missing. */
export async function openEmbedded(
  config: Config,
  options: Pick<EmbeddedOptions, 'stopping' | 'onLost'> = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const embedded = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
    log: (line) => console.error(line),
    ...options,
  });
  const client = new pg.Client({ connectionString: databaseUrl(embedded.connection, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`create database ${databaseName}`);
  } catch (error) {
    // 42P04: it exists; 23505: another process is creating it right now.
    if (!(error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end();
  }
  return { url: databaseUrl(embedded.connection, databaseName), stop: embedded.stop };
}
