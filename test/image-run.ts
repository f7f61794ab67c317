import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BuiltImage } from './built-image.ts';
import { freePorts } from './ports.ts';

const execute = promisify(execFile);

/** The running image, as a container engine runs it: its user, environment and command, on a read-only file system. */
export interface RunningImage {
  readonly url: string;
  /** The id of its first process on the host. */
  readonly pid: number;
  /** What it has printed so far. */
  said(): string;
  /** Runs a program inside it, as an engine's health checks do. Returns its exit code and output. */
  inside(...command: string[]): Promise<{ code: number; out: string }>;
  /** Sends the signal that an engine sends. Returns the exit code. */
  stop(): Promise<number | null>;
}

// In its own mount and PID namespaces, so that it is PID 1, for which the kernel ignores signals without a handler. No
// engine of Debian's could start it on a system with control groups version 1.
const enter = `
set -e
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
mount -t tmpfs tmpfs "$1/dev"
for device in null zero random urandom; do touch "$1/dev/$device"; mount --bind "/dev/$device" "$1/dev/$device"; done
mount --bind "$2" "$1/data"
mount -o remount,ro,bind "$1"
cd "$1"
root=$1 user=$3; shift 3
exec setpriv --no-new-privs chroot --groups= --userspec="$user" "$root" "$@"
`;

/** Starts it on a free port; rejects with its output if it ends instead. */
export async function runImage(image: BuiltImage, environment: Record<string, string>): Promise<RunningImage> {
  const { User, Env, Cmd, WorkingDir } = image.config;
  const [uid = 0, gid = 0] = User.split(':').map(Number);
  const work = await mkdtemp(path.join(os.tmpdir(), 'image-'));
  const data = path.join(work, 'data');
  await mkdir(data, { mode: 0o700 });
  await chown(data, uid, gid);
  const [port = 0] = await freePorts(1);
  const variables = [
    ...Env,
    ...Object.entries({ ...environment, PORT: port }).map(([name, value]) => `${name}=${value}`),
  ];
  const command = ['/usr/bin/env', `--chdir=${WorkingDir}`, '--ignore-environment', ...variables];
  const args = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child=SIGKILL',
    'sh',
    '-c',
    enter,
    'sh',
    image.folder,
    data,
    User,
  ];
  const child = spawn('unshare', [...args, ...command, ...Cmd], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => said.includes('Library Office is at') && resolve());
    void ended.then((code) => reject(new Error(`The image ended with ${code}: ${said}`)));
  });
  const pid = Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
  const beside = [
    '--target',
    String(pid),
    '--mount',
    '--pid',
    '--root',
    '--setuid',
    String(uid),
    '--setgid',
    String(gid),
  ];
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    said: () => said,
    inside: (...wanted) =>
      execute('nsenter', [...beside, ...command, ...wanted]).then(
        ({ stdout }) => ({ code: 0, out: stdout }),
        ({ code, stdout, stderr }) => ({ code, out: stdout + stderr }),
      ),
    stop: async () => {
      if (child.exitCode === null) process.kill(pid, 'SIGTERM');
      const code = await ended;
      await rm(work, { recursive: true, force: true });
      return code;
    },
  };
}
