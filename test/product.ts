import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Client } from './client.ts';
import type { TestDatabase } from './postgres.ts';
import { spawnOffice } from './spawned-office.ts';

/** The administrator of a new database. */
export const admin = { id: 'ada', password: 'correct horse battery' };

/** The administrator in the environment of a process. */
export const account = { ADMIN_ID: admin.id, ADMIN_PASSWORD: admin.password };

/** The running product, as with `npm start`, on a database that tests can look into. */
export interface Product {
  url: string;
  /** For data that exists before a journey, and for what is stored after it. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Signs the administrator, or another account, in without the cost of a password; returns the session's cookie. */
  session: (staffId?: string) => Promise<string>;
  /** A program signed in as the administrator. */
  client: () => Promise<Client>;
  stop: () => Promise<void>;
}

/** Starts it; the database is dropped when it stops, and so is its folder unless the environment names one. */
export async function startProduct(database: TestDatabase, environment: Record<string, string> = {}): Promise<Product> {
  const ownFolder = environment['DATA_DIR'] ? undefined : await mkdtemp(path.join(os.tmpdir(), 'office-'));
  const { url, stop } = await spawnOffice({
    DATABASE_URL: database.url,
    ...(ownFolder && { DATA_DIR: ownFolder }),
    ...account,
    // The receivers of webhooks are on this machine.
    WEBHOOK_PRIVATE: 'allow',
    ...environment,
  });
  // One connection that stays: a transaction that a test begins ends when the test says so, however slow the machine.
  const pool = new pg.Pool({ connectionString: database.url, max: 1, idleTimeoutMillis: 0 });
  const sql: Product['sql'] = async (text, values) => (await pool.query(text, values)).rows;
  const session = async (staffId = admin.id) => {
    const token = randomUUID();
    await sql(
      `insert into session (token_hash, session_id, staff_idx, created_at, seen_at, address, agent)
       select sha256(convert_to($1, 'UTF8')), gen_random_uuid(), staff_idx, now(), now(), '127.0.0.1', 'test'
       from staff where staff_id = $2`,
      [token, staffId],
    );
    return token;
  };
  return {
    url,
    sql,
    session,
    client: async () => new Client(url, `sid=${await session()}`),
    stop: async () => {
      await pool.end();
      await stop();
      await database.drop();
      if (ownFolder) await rm(ownFolder, { recursive: true, force: true });
    },
  };
}
