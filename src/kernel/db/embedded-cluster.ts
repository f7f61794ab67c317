import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Binaries, findBinaries } from './embedded-binaries.ts';
import { canReach, type ServerUser, serverUser } from './embedded-user.ts';
import { UnsuitableDatabase } from './migrate.ts';

/** The port is only part of the socket's file name: the server has no network address. */
export const socketPort = 5432;
export const superuser = 'postgres';

const socketFolderPrefix = 'library-postgres-';

const defaults = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  // Containers often have a /dev/shm of 64 MB; a file in the data folder has room.
  dynamic_shared_memory_type: 'mmap',
  // Constraint violations are normal here, and statements contain personal text: the log keeps only the server's own
  // events.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** The content of `postmaster.pid`; `status` is `starting`, `ready` or `stopping`, and empty at first. */
interface PidFile {
  readonly text: string;
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: string;
}

/** Reads the pid file of a data folder: undefined if there is none or it is only partly written. */
export function readPidFile(dataDir: string): PidFile | undefined {
  const text = readIfThere(path.join(dataDir, 'postmaster.pid'));
  const [pid, , , , socketFolder = '', , , status = ''] = text.split('\n');
  return Number(pid) > 0 ? { text, pid: Number(pid), socketFolder, status: status.trim() } : undefined;
}

/**
 * Whether process `pid` is the server of this folder, and not an unrelated process with the same number after a crash.
 * It is identified by its command line, which any user may read (`/proc/<pid>/exe` needs a capability that containers
 * lack).
 */
export function serves(pid: number, dataDir: string): boolean {
  return commandLine(pid).includes(folderMark(dataDir));
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`);
  return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A setting that identifies the folder by its inode: the same for every path to it, even after a move. */
function folderMark(dataDir: string): string {
  const { dev, ino } = fs.statSync(dataDir);
  return `library.folder=${dev}:${ino};`;
}

/** One attempt to start the server of a folder. */
export interface Launch {
  readonly child: ChildProcess;
  readonly exited: () => boolean;
  /** Cleans up after a failed attempt as soon as it has ended. */
  readonly discard: () => void;
  /** What the server has logged since this launch, for error messages. */
  readonly words: () => string;
}

/**
 * Creates the database files if there are none and starts the server, which outlives this process. A server that
 * replaces a killed one listens at the same address, so that clients find it again.
 */
export function launch(
  dataDir: string,
  settings: Record<string, string>,
  log: (message: string) => void,
  predecessor = readPidFile(dataDir)?.socketFolder,
): Launch {
  const user = serverUser(dataDir);
  const binaries = findBinaries(user, user ? '/var/cache/library-office' : path.dirname(dataDir), log);
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) {
    log(`Creating the database files in ${dataDir} (once, about a second).`);
    createFiles(dataDir, settings, binaries, user);
  }
  requireMajor(dataDir, binaries.major);
  removeStrangersPidFile(dataDir);

  const reused = predecessor && isSocketFolder(predecessor, user) ? predecessor : undefined;
  const socketFolder = reused ?? makeSocketFolder(user, path.dirname(dataDir));
  const all = { ...defaults, ...settings, unix_socket_directories: socketFolder };
  const options = Object.entries(all).map(([name, value]) => `--${name}=${value}`);
  const args = ['-D', nameFor(user, dataDir), '-p', String(socketPort), ...options, `--${folderMark(dataDir)}`];
  const logFile = openLog(`${dataDir}.log`, user);
  const stdio = ['ignore' as const, logFile.handle, logFile.handle];
  const child = spawn(path.join(binaries.bin, 'postgres'), args, { ...as(user, dataDir), stdio, detached: true });
  fs.closeSync(logFile.handle);
  child.unref();
  let failure = '';
  child.once('error', (error) => {
    failure = explain(error);
  });
  const exited = () => failure !== '' || child.exitCode !== null || child.signalCode !== null;
  const clean = () => reused || removeSocketFolder(socketFolder);
  return {
    child,
    exited,
    discard: () => void (exited() ? clean() : child.once('exit', clean)),
    words: () => failure || fs.readFileSync(logFile.path).toString('utf8', logFile.start),
  };
}

/**
 * Works in a temporary folder and renames it at the end, so that a killed start leaves no half-made cluster; the first
 * rename wins.
 */
function createFiles(dataDir: string, settings: Record<string, string>, { bin }: Binaries, user?: ServerUser): void {
  const staging = `${dataDir}.new-${process.pid}`;
  fs.mkdirSync(path.dirname(dataDir), { recursive: true });
  fs.rmSync(staging, { recursive: true, force: true });
  fs.mkdirSync(staging, { mode: 0o700 });
  try {
    if (user) fs.chownSync(staging, user.uid, user.gid);
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
    const access = ['-U', superuser, '--auth-local=trust', '--auth-host=reject'];
    const options = [
      '-c',
      'huge_pages=off',
      '--no-instructions',
      ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
    ];
    const args = ['-D', nameFor(user, staging), ...locale, ...access, ...options];
    const done = spawnSync(path.join(bin, 'initdb'), args, { ...as(user, staging), encoding: 'utf8' });
    if (done.status !== 0)
      throw new UnsuitableDatabase(`PostgreSQL could not begin: ${done.error ? explain(done.error) : done.stderr}`);
    fs.renameSync(staging, dataDir);
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) throw error;
  }
}

function requireMajor(dataDir: string, major: string): void {
  const found = fs.readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new UnsuitableDatabase(
    `The files in ${dataDir} were made by PostgreSQL ${found}, and this is PostgreSQL ${major}. ` +
      `Back up with the release that made them, move this folder away, and restore with this release: see docs/operations/upgrade.md.`,
  );
}

/**
 * PostgreSQL recognizes a stale pid file, unless its number now belongs to another process of the same user (as after a
 * container restart) or to the dead server as a zombie. It would then refuse to start forever; the lock file beside its
 * socket is just as stale.
 */
function removeStrangersPidFile(dataDir: string): void {
  const claim = readPidFile(dataDir);
  if (!claim || serves(claim.pid, dataDir) || !exists(claim.pid)) return;
  if (readPidFile(dataDir)?.text !== claim.text) return;
  fs.rmSync(path.join(dataDir, 'postmaster.pid'));
  removeSockets(claim.socketFolder);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * A path to this folder that the server's user can use. Root's own folders (a clone in /root) are closed to that user
 * by path, but a process may always use the folder it was started in.
 */
function nameFor(user: ServerUser | undefined, folder: string): string {
  if (canReach(user, folder)) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new UnsuitableDatabase(
    `PostgreSQL does not run as root, and its user cannot reach ${folder}. Set DATA_DIR to a folder it can.`,
  );
}

function as(user: ServerUser | undefined, cwd: string) {
  return { ...user, cwd, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
}

// A socket path is limited to 103 bytes on some systems; this leaves room for the folder's name and the socket's.
const isShort = (parent: string) => Buffer.byteLength(parent) <= 60;

/**
 * Only the server's user may enter it, and no one can squat its random name. It is beside the data, so that whoever
 * reaches these reaches the server: systemd gives each service a `/tmp` of its own, and commands run outside of it.
 */
function makeSocketFolder(user: ServerUser | undefined, home: string): string {
  const isUsable = isShort(home) && canReach(user, home);
  const elsewhere = user || !isShort(os.tmpdir()) ? '/tmp' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(isUsable ? home : elsewhere, socketFolderPrefix));
  if (user) fs.chownSync(folder, user.uid, user.gid);
  return folder;
}

/**
 * Whether it still exists and was made by us for this user: in a world-writable folder, someone else may have replaced
 * it.
 */
function isSocketFolder(folder: string, user: ServerUser | undefined): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  const isOurs = path.basename(folder).startsWith(socketFolderPrefix) && found?.isDirectory();
  return Boolean(isOurs) && found?.uid === (user?.uid ?? process.getuid?.());
}

function removeSockets(folder: string): void {
  if (!path.basename(folder).startsWith(socketFolderPrefix)) return;
  for (const suffix of ['', '.lock']) fs.rmSync(path.join(folder, `.s.PGSQL.${socketPort}${suffix}`), { force: true });
}

/** Ends the server of a folder that is about to be removed, whoever uses it. Synchronous, for handlers of signals. */
export function endAtOnce(dataDir: string): void {
  const claim = readPidFile(dataDir);
  if (!claim) return;
  const lives = () => serves(claim.pid, dataDir);
  try {
    if (lives()) process.kill(claim.pid, 'SIGQUIT');
  } catch {
    // It has just ended.
  }
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; lives() && waited < 10_000; waited += 20) Atomics.wait(clock, 0, 0, 20);
  removeSocketFolder(claim.socketFolder);
}

/** Removes what a stopped server leaves behind; keeps a folder that contains anything else. */
export function removeSocketFolder(folder: string): void {
  if (!path.basename(folder).startsWith(socketFolderPrefix)) return;
  removeSockets(folder);
  try {
    fs.rmdirSync(folder);
  } catch {
    // Another process using the server was faster.
  }
}

function openLog(file: string, user: ServerUser | undefined) {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const start = size > 1_000_000 ? 0 : size;
  const handle = fs.openSync(file, start === 0 ? 'w' : 'a', 0o600);
  if (user) fs.fchownSync(handle, user.uid, user.gid);
  return { handle, path: file, start };
}

function explain(error: Error): string {
  return `${error.message}. The PostgreSQL of npm needs glibc and, under root, the right to become another user. Without them set DATABASE_URL.`;
}
