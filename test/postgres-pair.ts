import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { haveProgram } from './debian.ts';
import { freePorts } from './ports.ts';

const run = promisify(execFile);

/** A primary and a replica that has every acknowledged write, by PostgreSQL's own synchronous replication. */
export interface PostgresPair {
  /** The database's address, with the primary first. */
  readonly url: string;
  /** With the replica first. */
  readonly readUrl: string;
  /** Ends the primary and all its processes, as a machine that goes down does. */
  killPrimary(): Promise<void>;
  /** Makes the replica the one that takes writes. */
  promote(): Promise<void>;
  /** Speaks to the one that was the replica. */
  askReplica(text: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Starts two servers of Debian's PostgreSQL; undefined where it cannot be had. */
export async function startPostgresPair(): Promise<PostgresPair | undefined> {
  const found = await debianPostgres();
  if (!found) return undefined;
  const { bin, owner } = found;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pair-'));
  await chown(folder, owner.uid, owner.gid);
  const [one = 0, two = 0] = await freePorts(2);
  const at = (name: string) => path.join(folder, name);
  const tool = (name: string, args: string[]) => run(path.join(bin, name), args, { ...owner, cwd: folder });
  const start = (name: string, port: number, settings: string[] = []) => {
    const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...settings];
    const args = ['-D', at(name), '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
    return spawn(path.join(bin, 'postgres'), args, { ...owner, cwd: folder, stdio: 'ignore', detached: true });
  };
  const urlOf = (hosts: string, database = 'office') => `postgres://postgres@${hosts}/${database}`;
  const places = [`127.0.0.1:${one}`, `127.0.0.1:${two}`] as const;

  await tool('initdb', [
    '-D',
    at('one'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=icu',
    '--icu-locale=und',
  ]);
  const primary = start('one', one, ['synchronous_standby_names=*', 'synchronous_commit=remote_apply']);
  await untilAnswers(urlOf(places[0], 'postgres'));
  await tool('pg_basebackup', [
    '-D',
    at('two'),
    '-h',
    '127.0.0.1',
    '-p',
    String(one),
    '-U',
    'postgres',
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ]);
  const replica = start('two', two);
  await untilAnswers(urlOf(places[1], 'postgres'));
  await ask(urlOf(places[0], 'postgres'), 'create database office');
  await untilAnswers(urlOf(places[1]));
  return {
    url: urlOf(places.join(',')),
    readUrl: urlOf(places.toReversed().join(',')),
    killPrimary: () => kill(primary),
    promote: async () => void (await ask(urlOf(places[1]), 'select pg_promote()')),
    askReplica: (text) => ask(urlOf(places[1]), text),
    stop: async () => {
      await Promise.all([kill(primary), kill(replica)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Debian's programs and the account they are run by; undefined where they cannot be had. */
export async function debianPostgres(): Promise<{ bin: string; owner: { uid: number; gid: number } } | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  await haveProgram(['pg_lsclusters', '--version'], ['postgresql']);
  const bin = await programs();
  return bin === undefined ? undefined : { bin, owner: await ownerOf('postgres') };
}

/** The folder of the newest programs that Debian has installed. */
async function programs(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest && `/usr/lib/postgresql/${newest}/bin`;
}

async function ownerOf(name: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function ask(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function untilAnswers(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answers = await ask(connectionString, 'select 1').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await pause(100);
  }
  throw new Error('PostgreSQL does not answer.');
}

/** With all it started. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ended;
}
