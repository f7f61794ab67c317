import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '#kernel/config/config.ts';
import { Servers } from '#kernel/db/servers.ts';
import { type Verified, verify } from '../verify/verify.ts';
import { openInstallation } from './installation.ts';
import type { Manifest } from './manifest.ts';
import type { BackupPlace } from './place.ts';
import { restore } from './restore.ts';

/** Where a rehearsal restores to: an empty database, created if it is missing, or else an embedded server of its own. */
interface RehearseOptions {
  into?: string | undefined;
}

/**
 * Proves a backup: restores it into a scratch database and folder, which compares every table and file with it, and
 * verifies the result. Everything is removed afterwards.
 */
export async function rehearse(
  config: Config,
  place: BackupPlace,
  { into }: RehearseOptions = {},
): Promise<{ manifest: Manifest; verified: Verified[] }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-rehearsal-'));
  const scratch: Config = {
    ...config,
    dataDir,
    bucket: undefined,
    databaseUrl: into,
    databaseDirectUrl: undefined,
    databaseReadUrl: undefined,
  };
  try {
    if (into !== undefined) {
      await create(into);
      await claim(scratch);
    }
    const manifest = await restore(scratch, place, { replace: into !== undefined });
    const verified = await verify(scratch);
    if (into !== undefined) await query(scratch, 'drop schema public, pgboss, rehearsal cascade; create schema public');
    return { manifest, verified };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
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
