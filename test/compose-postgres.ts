import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePorts } from './ports.ts';
import { debianPostgres } from './postgres-pair.ts';

const run = promisify(execFile);
const scripts = path.resolve(import.meta.dirname, '../deploy/compose');
const password = '0123456789abcdef';

// Same port at different addresses, as on two machines.
const hosts = { primary: '127.0.0.2', replica: '127.0.0.3' } as const;
type Name = keyof typeof hosts;

/** The primary and the replica of the compose file, started by its scripts. */
export interface ComposedPostgres {
  query(name: Name, text: string): Promise<Record<string, unknown>[]>;
  restartReplica(): Promise<void>;
  /** Stops the replica and removes its data. */
  loseReplica(): Promise<void>;
  startReplica(): void;
  /** Kills a server and its processes, as if its machine went down. */
  kill(name: Name): Promise<void>;
  /** Stops the primary, removes its data, and starts it as the replica of the other server. */
  swapPrimary(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both as their images would, with Debian's programs; undefined if those are not available. */
export async function startComposedPostgres(): Promise<ComposedPostgres | undefined> {
  const found = await debianPostgres();
  if (!found) return undefined;
  const { bin, owner } = found;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'composed-'));
  const [port = 0] = await freePorts(1);
  const env = (data: string) => ({
    PATH: `${bin}:${process.env['PATH']}`,
    PGDATA: path.join(folder, data),
    PGPORT: String(port),
  });
  const options = (data: string) => ({ ...owner, cwd: folder, env: env(data) });
  const server = (name: Name, data: string, command: string[], more = {}) => {
    const settings = [`listen_addresses=${hosts[name]}`, `unix_socket_directories=${name === 'primary' ? folder : ''}`];
    const args = [...command.slice(1), ...settings.flatMap((one) => ['-c', one])];
    return spawn(command[0] ?? '', args, {
      ...options(data),
      env: { ...env(data), ...more },
      stdio: 'ignore',
      detached: true,
    });
  };
  const query = async (name: Name, text: string, database = 'office') => {
    const client = new pg.Client({ host: hosts[name], port, user: 'office', password, database });
    client.on('error', () => undefined);
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows ?? [])
      .finally(() => client.end());
  };

  await writeFile(path.join(folder, 'password'), password);
  await chown(folder, owner.uid, owner.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=und'];
  const access = [
    '--username=office',
    `--pwfile=${folder}/password`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
  ];
  await run('initdb', [...locale, ...access], options('one'));
  let primary = server('primary', 'one', ['postgres']);
  const postgresAnswers = () => query('primary', 'select 1', 'postgres');
  await until(postgresAnswers);
  await query('primary', 'create database office', 'postgres');
  const names = { POSTGRES_USER: 'office', POSTGRES_DB: 'office', REPLICATION_PASSWORD: password, PGHOST: folder };
  await run('bash', [path.join(scripts, 'primary.sh')], { ...options('one'), env: { ...env('one'), ...names } });
  // The image starts the server again after its scripts.
  await end(primary);
  primary = server('primary', 'one', ['postgres']);
  await until(postgresAnswers);

  const follow = (name: Name, data: string, other: Name) =>
    server(name, data, ['bash', path.join(scripts, 'replica.sh'), hosts[other], '-c', `cluster_name=${name}`], {
      PGPASSWORD: password,
    });
  const copied = 'two/18/docker';
  const copyPrimary = () => follow('replica', copied, 'primary');
  let replica = copyPrimary();
  return {
    query,
    restartReplica: async () => {
      await until(() => query('replica', 'select 1'));
      await end(replica);
      replica = copyPrimary();
    },
    loseReplica: async () => {
      await end(replica);
      await rm(path.join(folder, copied), { recursive: true });
    },
    startReplica: () => {
      replica = copyPrimary();
    },
    kill: async (name) => {
      const child = name === 'primary' ? primary : replica;
      const ended = once(child, 'exit');
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await ended;
    },
    swapPrimary: async () => {
      await end(primary);
      await rm(path.join(folder, 'one'), { recursive: true });
      primary = follow('primary', 'one', 'replica');
    },
    stop: async () => {
      await Promise.all([end(primary), end(replica)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function until(done: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isDone = await done().then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await pause(100);
  }
  throw new Error('PostgreSQL does not answer.');
}

/** Together with its children. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
}
