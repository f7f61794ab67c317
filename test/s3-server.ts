import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { haveProgram } from './debian.ts';
import { freePorts } from './ports.ts';

const run = promisify(execFile);

/** A real S3 server for tests: radosgw on a Ceph with one monitor and one in-memory store. */
export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];

/** Starts it with Debian's packages; undefined if they are not available. Stop it in afterAll. */
export async function startS3Server(): Promise<S3Server | undefined> {
  if (!(await haveProgram(['radosgw', '--version'], packages))) return undefined;
  const root = await mkdtemp(path.join(os.tmpdir(), 's3-server-'));
  const cluster = new Cluster(root);
  try {
    return await cluster.start();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

const bothWays = [() => true, () => false] as const;

class Cluster {
  private readonly root: string;
  private readonly processes: ChildProcess[] = [];

  constructor(root: string) {
    this.root = root;
  }

  async start(): Promise<S3Server> {
    process.once('exit', this.orphan);
    const [v2 = 0, v1 = 0, http = 0] = await freePorts(3);
    const endpoint = `http://127.0.0.1:${http}`;
    const monitors = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
    for (const folder of ['mon', 'osd', 'log', 'run']) await mkdir(this.at(folder));
    const fsid = randomUUID();
    await writeFile(this.at('ceph.conf'), configuration({ root: this.root, fsid, monitors, http }));
    await this.makeKeys();
    const map = this.at('monmap');
    await run('monmaptool', ['--create', '--addv', 'a', monitors, '--fsid', fsid, map]);
    await this.tool('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', map, '--keyring', this.at('keyring')]);
    this.daemon('ceph-mon', ['-i', 'a']);
    const disk = randomUUID();
    await this.tool('ceph', ['--connect-timeout', '30', 'osd', 'new', disk, '0']);
    await this.tool('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', disk, '--no-mon-config']);
    this.daemon('ceph-osd', ['-i', '0']);
    this.daemon('radosgw', ['-n', 'client.rgw']);
    const keys = { accessKeyId: randomUUID().replaceAll('-', ''), secretAccessKey: randomUUID() };
    await this.tool(
      'radosgw-admin',
      ['-n', 'client.rgw', 'user', 'create', '--uid=test', '--display-name=test'].concat(
        `--access-key=${keys.accessKeyId}`,
        `--secret=${keys.secretAccessKey}`,
      ),
    );
    await untilItAnswers(endpoint);
    return { endpoint, ...keys, stop: () => this.stop() };
  }

  /** Kills the processes even if the run ends without cleanup. */
  private readonly orphan = () => this.processes.forEach((one) => one.kill('SIGKILL'));

  async stop(): Promise<void> {
    process.off('exit', this.orphan);
    const running = this.processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    // Everything was in memory: there is nothing to flush.
    const ended = running.map((one) => once(one, 'exit'));
    for (const one of running) one.kill('SIGKILL');
    await Promise.all(ended);
    await rm(this.root, { recursive: true, force: true });
  }

  private at(name: string): string {
    return path.join(this.root, name);
  }

  private tool(program: string, args: string[]) {
    return run(program, ['-c', this.at('ceph.conf'), ...args]);
  }

  private daemon(program: string, args: string[]): void {
    this.processes.push(spawn(program, ['-c', this.at('ceph.conf'), ...args, '-f'], { stdio: 'ignore' }));
  }

  private async makeKeys(): Promise<void> {
    const keys: Record<string, string[]> = {
      'mon.': ['mon', 'allow *'],
      'client.admin': ['mon', 'allow *', 'osd', 'allow *', 'mgr', 'allow *'],
      'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
      'client.rgw': ['mon', 'allow rw', 'osd', 'allow rwx'],
    };
    const file = this.at('keyring');
    await run('ceph-authtool', ['--create-keyring', file]);
    for (const [name, caps] of Object.entries(keys)) {
      const pairs = caps.flatMap((cap, index) => (index % 2 === 0 ? ['--cap', cap] : [cap]));
      await run('ceph-authtool', [file, '--gen-key', '-n', name, ...pairs]);
    }
  }
}

const configuration = ({
  root,
  fsid,
  monitors,
  http,
}: Record<'root' | 'fsid' | 'monitors', string> & { http: number }) => `
[global]
fsid = ${fsid}
mon initial members = a
mon host = ${monitors}
auth allow insecure global id reclaim = false
keyring = ${root}/keyring
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon max pg per osd = 1000
mon data = ${root}/mon
osd data = ${root}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
log file = ${root}/log/$name.log
admin socket = ${root}/run/$name.asok
run dir = ${root}/run
ms bind ipv6 = false
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${http}
rgw thread pool size = 32
rgw data = ${root}/rgw
`;

async function untilItAnswers(endpoint: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await fetch(endpoint).then(...bothWays)) return;
    await pause(150);
  }
  throw new Error('The S3 server does not answer.');
}
