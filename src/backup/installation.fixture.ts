import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { type Config, readConfig } from '#kernel/config/config.ts';
import { Client } from '#test/client.ts';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { account, admin } from '#test/product.ts';

/** The folders a test file creates. */
export class Folders {
  private readonly made: string[] = [];

  readonly add = async (): Promise<string> => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'));
    this.made.push(folder);
    return folder;
  };

  async remove(): Promise<void> {
    await Promise.all(this.made.map((one) => rm(one, { recursive: true, force: true })));
  }
}

/** Where the product runs: its database and its files. */
export interface Installation {
  database: TestDatabase;
  environment: { DATABASE_URL: string; DATA_DIR: string; STORAGE_URL?: string };
  config: Config;
}

/** An installation with a migrated, empty database; its files are in `dataDir`, or where `STORAGE_URL` says. */
export async function newInstallation(dataDir: string, storage?: string): Promise<Installation> {
  const database = await testDatabase();
  // The product makes the tables of its queue when it first starts.
  await sql(database, 'drop schema pgboss cascade');
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...(storage && { STORAGE_URL: storage }) };
  return { database, environment, config: readConfig(environment) };
}

/** Starts the product itself on an installation. */
export const start = ({ environment }: Installation) => spawnOffice({ ...environment, ...account });

/** Queries a database directly, not through the product. */
export async function sql({ url }: TestDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Drops all tables, as in a database that was just created. */
export const clear = (database: TestDatabase) =>
  sql(database, 'drop schema public cascade; create schema public; drop schema if exists pgboss cascade');

/**
 * Gives an office six books with a cover each, a category and an event: the sample library has so many files that each backup
 * takes seconds.
 */
export async function addLibrary({ url }: SpawnedOffice): Promise<void> {
  const client = await Client.logIn(url, admin);
  const books = Array.from({ length: 6 }, (_, n) => bookRow(n + 1));
  await client.results('POST', '/api/v1/book', { books, create_missing: true });
  for (const [n, { bid }] of books.entries()) {
    const cover = await jpeg(n, { width: 60, height: 80 });
    await client.results('POST', `/api/v1/book/${bid}/cover`, fileForm('book_cover', { 'cover.jpg': cover }));
  }
  await client.results('POST', '/api/v1/category', { title: 'Tales' });
  await client.results('POST', '/api/v1/collection', { cid: 'TALES', title: 'Tales' });
  const from = Math.floor(Date.parse('2026-01-01') / 1000);
  const event = { name: 'Fair', cid: 'TALES', code: 'FAIRFAIR2026', length: 30, participant_limit: 10 };
  await client.results('POST', '/api/v1/event', { ...event, from, until: from + 366 * 86_400 });
}

/** Makes calls as the first administrator; each must succeed. */
export async function signedIn({ url }: SpawnedOffice) {
  const { cookie } = await Client.logIn(url, admin);
  return async (method: string, address: string, given?: object) => {
    const answer = await fetch(url + address, {
      method,
      headers: { cookie, ...(given && { 'content-type': 'application/json' }) },
      body: given ? JSON.stringify(given) : null,
    });
    expect(answer.status, `${method} ${address}`).toBe(200);
    return answer;
  };
}
