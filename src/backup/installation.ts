import { existsSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Config } from '#kernel/config/config.ts';
import { Servers } from '#kernel/db/servers.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { openEmbedded } from '../embedded-database.ts';
import { secretFile } from './copy-secret.ts';

/** The database and files of an installation, as configured. */
export interface Installation {
  storage: Storage;
  /** Whether the secret already existed: opening the files creates one. */
  hadSecret: boolean;
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** Opens what the product would use. The embedded server is shared with a running product, or started meanwhile. */
export async function openInstallation(config: Config, as = 'library-office-backup'): Promise<Installation> {
  const given = config.databaseDirectUrl ?? config.databaseUrl;
  const embedded = given === undefined ? await openEmbedded(config) : undefined;
  const connectionString = given ?? embedded?.url ?? '';
  const hadSecret = existsSync(secretFile(config.dataDir));
  const { storage } = await openStorage(config);
  return {
    storage,
    hadSecret,
    connect: async () => {
      const servers = new Servers({ connectionString });
      await servers.find();
      const client = new servers.Client({ application_name: as });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    close: async () => embedded?.stop(),
  };
}

/** Sends the statements of a query builder on one connection, whose transactions the caller may begin itself. */
export function dialectOn(client: pg.Client): PostgresDialect {
  const connect = async () => Object.assign(client, { release: () => undefined });
  return new PostgresDialect({ pool: { connect, end: async () => undefined, options: {} } });
}

/** Builds statements for one connection, of any tables. */
export const queriesOn = (client: pg.Client): Kysely<unknown> => new Kysely<unknown>({ dialect: dialectOn(client) });
