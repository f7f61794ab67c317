import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { haveProgram } from './debian.ts';
import { freePorts } from './ports.ts';
import { mountSmallDisk } from './small-disk.ts';

const run = promisify(execFile);

/** A primary and a replica that has every acknowledged write, with PostgreSQL's own synchronous replication. */
export interface PostgresPair {
  /** The address of the database on each server, the primary first. */
  readonly urls: readonly [string, string];
  /** One address for the database on both servers, the primary first. */
  readonly url: string;
  /** The address with the replica first. */
  readonly readUrl: string;
  /** Restarts the primary if it has ended. */
  revivePrimary(environment?: Record<string, string>): Promise<void>;
  /** Kills the primary and all its processes, as if its machine went down. */
  killPrimary(): Promise<void>;
  /** Promotes the replica to primary. */
  promote(): Promise<void>;
  /** Stops the primary, and starts it as a replica of the other server, which was promoted. */
  demotePrimary(): Promise<void>;
  queryPrimary(text: string): Promise<Record<string, unknown>[]>;
  /** Queries the server that was the replica. */
  queryReplica(text: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The address of a database on several servers. */
export function urlOfAll(urls: readonly string[]): string {
  const [first = ''] = urls;
  return first.replace(new URL(first).host, urls.map((url) => new URL(url).host).join(','));
}

/**
 * Starts two of Debian's PostgreSQL servers; undefined if they are not available. The primary's files are in an
 * existing folder, or beside the replica's.
 */
export async function startPostgresPair(primaryFolder?: string): Promise<PostgresPair | undefined> {
  const found = await debianPostgres();
  if (!found) return undefined;
  const { bin, owner } = found;
  // In memory where that is allowed: disk speed is not what is tested.
  const disk = await mountSmallDisk(2 ** 31);
  const folder = disk?.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'pair-')));
  await chown(folder, owner.uid, owner.gid);
  const [one = 0, two = 0] = await freePorts(2);
  if (primaryFolder) await chown(primaryFolder, owner.uid, owner.gid);
  const at = (name: string) => path.join(name === 'one' ? (primaryFolder ?? folder) : folder, name);
  const tool = (name: string, args: string[]) => run(path.join(bin, name), args, { ...owner, cwd: folder });
  const start = (name: string, port: number, settings: string[] = [], env: Record<string, string> = {}) => {
    const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...settings];
    const args = ['-D', at(name), '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
    return spawn(path.join(bin, 'postgres'), args, {
      ...owner,
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
  };
  const urlOf = (port: number, database = 'office') => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const startPrimary = async (environment: Record<string, string> = {}) => {
    const child = start('one', one, ['synchronous_commit=remote_apply'], environment);
    await untilAnswers(urlOf(one, 'postgres'), child);
    return child;
  };

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
    // For pg_rewind.
    '--data-checksums',
  ]);
  // In its file rather than on its command line, so that a test can change it.
  await appendFile(path.join(at('one'), 'postgresql.conf'), "synchronous_standby_names = '*'\n");
  let primary = await startPrimary();
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
  // So that the replica reconnects soon after a short outage of the primary, and writes do not wait for it longer.
  const replica = start('two', two, ['wal_retrieve_retry_interval=250ms', 'synchronous_standby_names=']);
  await untilAnswers(urlOf(two, 'postgres'), replica);
  await query(urlOf(one, 'postgres'), 'create database office');
  await untilAnswers(urlOf(two), replica);
  const urls = [urlOf(one), urlOf(two)] as const;
  return {
    urls,
    url: urlOfAll(urls),
    readUrl: urlOfAll(urls.toReversed()),
    revivePrimary: async (environment) => {
      if (hasEnded(primary)) primary = await startPrimary(environment);
    },
    killPrimary: () => kill(primary),
    promote: async () => void (await query(urlOf(two), 'select pg_promote()')),
    demotePrimary: async () => {
      await end(primary);
      await tool('pg_rewind', ['-D', at('one'), `--source-server=${urlOf(two, 'postgres')}`, '-R']);
      primary = start('one', one);
      await untilAnswers(urlOf(one), primary);
    },
    queryPrimary: (text) => query(urlOf(one), text),
    queryReplica: (text) => query(urlOf(two), text),
    stop: async () => {
      await Promise.all([kill(primary), kill(replica)]);
      await (disk ? disk.remove() : rm(folder, { recursive: true, force: true }));
    },
  };
}

/** Debian's programs and the account that runs them; undefined if they are not available. */
export async function debianPostgres(): Promise<{ bin: string; owner: { uid: number; gid: number } } | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  await haveProgram(['pg_lsclusters', '--version'], ['postgresql']);
  const bin = await programs();
  return bin === undefined ? undefined : { bin, owner: await ownerOf('postgres') };
}

/** The folder of the newest version that Debian has installed. */
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

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function untilAnswers(connectionString: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300 && !hasEnded(server); attempt += 1) {
    const answers = await query(connectionString, 'select 1').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await pause(100);
  }
  throw new Error('PostgreSQL does not answer.');
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Lets it end by itself, as when it is restarted. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

/** Together with its children. */
async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  // Each of its processes leads its own process group.
  const started = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  for (const pid of [child.pid ?? 0, ...started.trim().split(' ').map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already ended.
    }
  }
  await ended;
}
