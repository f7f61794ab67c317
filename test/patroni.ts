import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { haveProgram } from './debian.ts';
import { deployedFile, layFiles, PatroniNode, variablesOf } from './patroni-node.ts';
import { freePorts, untilOpen } from './ports.ts';
import { debianPostgres } from './postgres-pair.ts';
import { mountSmallDisk } from './small-disk.ts';

const run = promisify(execFile);
const password = '0123456789abcdef';

/** A member as Patroni reports it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

/** Three machines with etcd, Patroni and PostgreSQL, and before them HAProxy and pgbouncer, all from `deploy/patroni`. */
export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** The database's addresses. */
  readonly urls: Readonly<Record<'hosts' | 'primary' | 'reads' | 'pooled' | 'pooledReads', string>>;
  /** The members, as reported by any that answers. */
  members(): Promise<Member[]>;
  leader(): Promise<PatroniNode>;
  /** The member that has every acknowledged write. */
  standby(): Promise<PatroniNode>;
  /** Queries the leader. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Runs `patronictl`; returns what it prints. */
  control(...args: readonly string[]): Promise<string>;
  /** Starts what has ended, and waits until all members follow one leader. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it from Debian's packages; returns the reason if they are not available. */
export async function startPatroni(): Promise<PatroniCluster | string> {
  const found = await debianPostgres();
  if (!found) return 'there is no PostgreSQL of Debian here';
  const needed = {
    etcd: ['etcd-server'],
    patroni: ['patroni', 'python3-etcd'],
    haproxy: ['haproxy'],
    pgbouncer: ['pgbouncer'],
  };
  for (const [program, packages] of Object.entries(needed)) {
    const version = program === 'haproxy' ? '-v' : '--version';
    if (!(await haveProgram([program, version], packages))) return `there is no ${program} of Debian here`;
  }
  // In memory where that is allowed: disk speed is not what is tested.
  const disk = await mountSmallDisk(6 * 2 ** 30);
  const folder = disk?.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'patroni-')));
  await chmod(folder, 0o755);
  const numbers = ['5432', '8008', '2379', '2380', '5000', '5001', '6432'];
  const free = await freePorts(numbers.length);
  const ports = new Map(numbers.map((one, n) => [one, free[n] ?? 0]));
  const substitutes = { ports, bin: found.bin };
  const names = Object.keys(variablesOf(await deployedFile('patroni.env.example', folder, substitutes)));
  const passwords = Object.fromEntries(names.map((one) => [one, one.endsWith('USERNAME') ? 'patroni' : password]));

  const nodes: PatroniNode[] = [];
  const before: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((one) => one.killAll()));
    await Promise.all(before.map(end));
    await (disk ? disk.remove() : rm(folder, { recursive: true, force: true }));
  };
  try {
    for (const n of [1, 2, 3]) {
      const options = { root: path.join(folder, `db${n}`), owner: found.owner, passwords, substitutes };
      nodes.push(await PatroniNode.lay(`db${n}`, `127.0.0.2${n}`, options));
    }
    const cluster = new Controlled(nodes, ports);
    for (const one of nodes) one.begin('etcd');
    for (const one of nodes) one.begin('patroni');
    const root = path.join(folder, 'office');
    await layFiles(root, found.owner, {
      'etc/haproxy.cfg': await deployedFile('haproxy.cfg', root, substitutes),
      'etc/pgbouncer/pgbouncer.ini': await deployedFile('pgbouncer.ini', root, substitutes),
      'etc/pgbouncer/userlist.txt': `"office" "${password}"\n`,
    });
    const at = (name: string) => path.join(root, 'etc', name);
    before.push(spawn('haproxy', ['-f', at('haproxy.cfg'), '-db'], { stdio: 'ignore' }));
    before.push(spawn('pgbouncer', ['-q', at('pgbouncer/pgbouncer.ini')], { ...found.owner, stdio: 'ignore' }));
    for (const one of ['5000', '5001', '6432']) await untilOpen(ports.get(one) ?? 0);
    await cluster.heal();
    return Object.assign(cluster, { stop });
  } catch (error) {
    const logs = nodes.map((one) => `${one.name}: ${one.log('patroni').slice(-1500)}`);
    await stop();
    throw new Error(`The cluster does not start.\n${logs.join('\n')}`, { cause: error });
  }
}

class Controlled implements Omit<PatroniCluster, 'stop'> {
  readonly nodes: readonly PatroniNode[];
  readonly urls: PatroniCluster['urls'];
  private readonly ports: ReadonlyMap<string, number>;

  constructor(nodes: readonly PatroniNode[], ports: ReadonlyMap<string, number>) {
    this.nodes = nodes;
    this.ports = ports;
    const to = (hosts: string, database = 'office') => `postgres://office:${password}@${hosts}/${database}`;
    const here = (port: string) => `127.0.0.1:${ports.get(port)}`;
    this.urls = {
      hosts: to(nodes.map(({ address }) => `${address}:${ports.get('5432')}`).join()),
      primary: to(here('5000')),
      reads: to(here('5001')),
      pooled: to(here('6432')),
      pooledReads: to(here('6432'), 'office_read'),
    };
  }

  async members(): Promise<Member[]> {
    const reported = async ({ address }: PatroniNode): Promise<Member[]> => {
      const answer = await fetch(`http://${address}:${this.ports.get('8008')}/cluster`, {
        signal: AbortSignal.timeout(2000),
      });
      return (await answer.json()).members;
    };
    return Promise.any(this.nodes.map(reported)).catch(() => []);
  }

  async leader(): Promise<PatroniNode> {
    return this.withRole('leader');
  }

  async standby(): Promise<PatroniNode> {
    return this.withRole('sync_standby');
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.urls.primary, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client
      .query<Record<string, unknown>>(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }

  async control(...args: readonly string[]): Promise<string> {
    const [one] = this.nodes;
    if (!one) return '';
    return (await run('patronictl', ['-c', one.configuration, ...args], one.as('patroni'))).stdout;
  }

  async heal(): Promise<void> {
    for (const one of this.nodes) {
      one.thaw();
      one.beginAll();
    }
    await until('all members follow one leader', async () => isWhole(await this.members(), this.nodes.length));
    await until('the proxy finds the leader', () =>
      this.query('select').then(
        () => true,
        () => false,
      ),
    );
  }

  private async withRole(role: string): Promise<PatroniNode> {
    let node: PatroniNode | undefined;
    await until(`there is a ${role}`, async () => {
      const members = await this.members();
      node = this.nodes.find(({ name }) => members.some((one) => one.name === name && one.role === role));
      return node !== undefined;
    });
    return node as PatroniNode;
  }
}

function isWhole(members: readonly Member[], size: number): boolean {
  const [leader] = members.filter(({ role }) => role === 'leader');
  const alive = members.filter(
    ({ state, timeline, lag = 0 }) =>
      ['running', 'streaming'].includes(state) && timeline === leader?.timeline && Number(lag) < 1e6,
  );
  return alive.length === size && members.some(({ role }) => role === 'sync_standby');
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    if (await isSo()) return;
    await pause(200);
  }
  throw new Error(`It never came about that ${what}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
