import { lstatSync, rmSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '#kernel/config/config.ts';
import { endAtOnce } from '#kernel/db/embedded-cluster.ts';
import { Servers } from '#kernel/db/servers.ts';
import { type Verified, verify } from '../verify/verify.ts';
import { openInstallation } from './installation.ts';
import type { BackupLocation } from './location.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';

/** Where a rehearsal restores to: an empty database, created if it is missing, or else an embedded server of its own. */
interface RehearseOptions {
  into?: string | undefined;
}

/**
 * Proves a backup: restores it into a scratch database and folder, which compares every table and file with it, and
 * verifies the result. Everything is removed afterwards, also what a killed rehearsal has left.
 */
export async function rehearse(
  config: Config,
  location: BackupLocation,
  { into }: RehearseOptions = {},
): Promise<{ manifest: Manifest; verified: Verified[] }> {
  await removeLeftovers();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `${prefix}${process.pid}-`));
  const scratch: Config = {
    ...config,
    dataDir,
    bucket: undefined,
    databaseUrl: into,
    databaseDirectUrl: undefined,
    databaseReadUrl: undefined,
  };
  const interrupted = (signal: NodeJS.Signals) => {
    discard(dataDir);
    process.exit(128 + os.constants.signals[signal]);
  };
  for (const signal of signals) process.once(signal, interrupted);
  try {
    if (into === undefined) return await prove(scratch, location, { replace: false });
    await create(into);
    await claim(scratch);
    return await prove(scratch, location, { replace: true }).finally(() => query(scratch, empty));
  } finally {
    for (const signal of signals) process.off(signal, interrupted);
    discard(dataDir);
  }
}

const prefix = 'office-rehearsal-';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const empty = 'drop schema if exists public, pgboss, restoring, rehearsal cascade; create schema public';

async function prove(scratch: Config, location: BackupLocation, options: { replace: boolean }) {
  const manifest = await restore(scratch, location, options);
  return { manifest, verified: await verify(scratch) };
}

/** Removes a scratch folder, and the embedded server that may still run in it. */
function discard(dataDir: string): void {
  endAtOnce(path.join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** What a killed rehearsal leaves is a whole library, with its secret. Folders of other users are not ours to remove. */
async function removeLeftovers(): Promise<void> {
  const self = process.getuid?.() ?? 0;
  for (const name of await readdir(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid === self) discard(folder);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Creates a database if it is missing. */
async function create(url: string): Promise<void> {
  const [, server = '', name = '', options = ''] = /^(\w+:\/\/[^/]+)\/([^?]+)(.*)$/s.exec(url) ?? [];
  const servers = new Servers({ connectionString: `${server}/postgres${options}` });
  await servers.find();
  const client = new servers.Client();
  client.on('error', () => undefined);
  await client.connect();
  try {
    const database = decodeURIComponent(name);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)} template template0`);
  } finally {
    await client.end();
  }
}

/** Marks an empty database as a scratch one, so that a killed rehearsal does not block the next. */
async function claim(scratch: Config): Promise<void> {
  await query(
    scratch,
    `do $$ begin
      if to_regnamespace('rehearsal') is not null then return; end if;
      if exists (select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) then
        raise exception 'The database for the rehearsal is not empty.';
      end if;
      create schema rehearsal;
    end $$`,
  );
}

async function query(scratch: Config, statement: string): Promise<void> {
  const installation = await openInstallation(scratch);
  const client = await installation.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
    await installation.close();
  }
}
