import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { Client } from './client.ts';
import { testDatabase } from './test-database.ts';
import { type SpawnedOffice, spawnOffice } from './spawned-office.ts';
import { account, admin } from './product.ts';

/**
 * Instances of the product as processes on one database, for the tests of a file that kill them. They share a folder;
 * all that still run are killed at the end.
 */
export function killableOffices() {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let client: pg.Client;
  let dataDir: string;
  const offices: SpawnedOffice[] = [];
  beforeAll(async () => {
    database = await testDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-kill-'));
  });
  afterAll(async () => {
    await Promise.all(offices.map((office) => office.kill()));
    await client.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    /** Another connection to the database, to be ended by whoever opens it. */
    connect: async (): Promise<pg.Client> => {
      const another = new pg.Client({ connectionString: database.url });
      await another.connect();
      return another;
    },
    query: async <Row>(text: string, values?: unknown[]): Promise<Row[]> => (await client.query(text, values)).rows,
    /** Starts an instance; it logs nothing unless its environment says so. */
    start: async (environment: Record<string, string> = {}): Promise<SpawnedOffice> => {
      const office = await spawnOffice({
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ...account,
        LOG_LEVEL: 'silent',
        ...environment,
      });
      offices.push(office);
      return office;
    },
    /** The administrator as a client of an instance. */
    signIn: ({ url }: SpawnedOffice): Promise<Client> => Client.logIn(url, admin),
  };
}
