import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const deploy = path.resolve(import.meta.dirname, '../deploy/patroni');

/** The addresses and ports of the files, each with the one it has here; and where Debian has PostgreSQL's programs. */
export interface Substitutes {
  readonly ports: ReadonlyMap<string, number>;
  readonly bin: string;
}

/**
 * A file of `deploy/patroni` as a machine would have it, with all that is its own: paths lead into `root`, and addresses to
 * this machine.
 */
export async function deployedFile(name: string, root: string, { ports, bin }: Substitutes): Promise<string> {
  const text = await readFile(path.join(deploy, name), 'utf8');
  return text
    .replaceAll(/\b10\.0\.0\./g, '127.0.0.')
    .replaceAll(/\b\d{4}\b/g, (port) => String(ports.get(port) ?? port))
    .replaceAll('/usr/lib/postgresql/15/bin', bin)
    .replaceAll(/(^|[\s=])\/(etc|var)\//gm, `$1${root}/$2/`);
}

/** Sets up a machine's folder with these files, each at its path. */
export async function layFiles(
  root: string,
  owner: { uid: number; gid: number },
  files: Record<string, string>,
): Promise<void> {
  const folders = ['', 'etc', 'var', 'var/lib', 'var/lib/etcd', 'var/lib/postgresql', 'var/lib/postgresql/15'];
  const more = ['var/log', 'var/log/postgresql', 'var/run', 'var/run/postgresql', 'etc/patroni', 'etc/pgbouncer'];
  for (const one of [...folders, ...more]) {
    await mkdir(path.join(root, one), { mode: 0o755 });
    await chown(path.join(root, one), owner.uid, owner.gid);
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(root, name), text, { mode: 0o600 });
    await chown(path.join(root, name), owner.uid, owner.gid);
  }
}

/** The variables of a file in the form of systemd's `EnvironmentFile`. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').flatMap((line) => (/^\w+=/.test(line) ? [splitOnce(line)] : [])));

const splitOnce = (line: string): [string, string] => [
  line.slice(0, line.indexOf('=')),
  line.slice(line.indexOf('=') + 1),
];

type Part = 'etcd' | 'patroni';

/** One of the machines: an etcd, a Patroni, and the PostgreSQL that Patroni runs. */
export class PatroniNode {
  readonly name: string;
  readonly address: string;
  private readonly root: string;
  private readonly owner: { uid: number; gid: number };
  private readonly variables: Record<Part, Record<string, string>>;
  private readonly running: Partial<Record<Part, ChildProcess>> = {};

  private constructor(
    options: Pick<PatroniNode, 'name' | 'address'> & NodeOptions,
    variables: PatroniNode['variables'],
  ) {
    this.name = options.name;
    this.address = options.address;
    this.root = options.root;
    this.owner = options.owner;
    this.variables = variables;
  }

  /** Lays its files as the page says: both with its name and address, and the passwords beside. */
  static async lay(name: string, address: string, options: NodeOptions): Promise<PatroniNode> {
    const { root, owner, passwords, substitutes } = options;
    const own = async (file: string) =>
      (await deployedFile(file, root, substitutes)).replaceAll('NODE_NAME', name).replaceAll('NODE_ADDRESS', address);
    await layFiles(root, owner, {
      'etc/patroni/config.yml': await own('patroni.yml'),
      'etc/patroni/office.sh': await own('office.sh'),
    });
    const variables = { etcd: variablesOf(await own('etcd.env')), patroni: passwords };
    return new PatroniNode({ name, address, ...options }, variables);
  }

  /** Starts what does not run. */
  begin(part: Part): void {
    const running = this.running[part];
    if (running && running.exitCode === null && running.signalCode === null) return;
    const args = part === 'patroni' ? [this.configuration] : [];
    const child = spawn(part, args, { ...this.as(part), stdio: ['ignore', 'pipe', 'pipe'] });
    const log = (chunk: Buffer) =>
      void appendFile(path.join(this.root, `var/log/${part}.log`), chunk).catch(() => undefined);
    child.stdout.on('data', log);
    child.stderr.on('data', log);
    this.running[part] = child;
  }

  get configuration(): string {
    return path.join(this.root, 'etc/patroni/config.yml');
  }

  /** How a program runs there: its account, folder and variables. */
  as(part: Part) {
    const env = { PATH: process.env['PATH'], HOME: this.root, LANG: 'C.UTF-8', ...this.variables[part] };
    return { ...this.owner, cwd: this.root, env };
  }

  /** What a part has logged. */
  log(part: Part): string {
    const file = path.join(this.root, `var/log/${part}.log`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** Kills one part, which stops nothing else. */
  async kill(part: Part): Promise<void> {
    const child = this.running[part];
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Kills PostgreSQL with all its processes; Patroni, if it runs, starts it again. */
  killPostgres(): void {
    signal(this.postgres, 'SIGKILL');
  }

  /** Kills all its processes, as if the machine lost its power. */
  async killAll(): Promise<void> {
    await this.kill('patroni');
    this.killPostgres();
    await this.kill('etcd');
  }

  beginAll(): void {
    this.begin('etcd');
    this.begin('patroni');
  }

  freeze(): void {
    signal(this.all, 'SIGSTOP');
  }

  thaw(): void {
    signal(this.all, 'SIGCONT');
  }

  private get all(): number[] {
    return [this.running.patroni?.pid, this.running.etcd?.pid].filter((one) => one !== undefined).concat(this.postgres);
  }

  /** The process ids of PostgreSQL: the one in its folder, and its children. */
  private get postgres(): number[] {
    const data = path.join(this.root, 'var/lib/postgresql/15/office');
    const found = existsSync(path.join(data, 'postmaster.pid'))
      ? Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      : 0;
    // The process that Patroni has just started writes the file a moment later.
    const leads = (pid: number) => commandOf(pid).includes(data);
    const heads = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && (pid === found ? leads(pid) : isServer(pid) && leads(pid)));
    return heads.flatMap((pid) => [pid, ...childrenOf(pid)]);
  }
}

/** What a machine is made of. */
export interface NodeOptions {
  /** Its folder, in which all its files are. */
  root: string;
  owner: { uid: number; gid: number };
  passwords: Record<string, string>;
  substitutes: Substitutes;
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // Already ended.
    }
  }
}

const readProc = (file: string) => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
};
const commandOf = (pid: number) => readProc(`${pid}/cmdline`);
const isServer = (pid: number) => /\/postgres\0/.test(commandOf(pid));
const childrenOf = (pid: number) =>
  readProc(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
