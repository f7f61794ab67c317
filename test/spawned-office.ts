import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import nodeFlags from '../scripts/node-flags.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');

/** Another user of the machine; only root may choose one. */
interface Account {
  uid: number;
  gid: number;
}

/** The product as a separate process. */
export interface SpawnedOffice {
  url: string;
  pid: number;
  /** Its output so far. */
  said(): string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Asks it to stop and waits until it has ended. Returns its exit code. */
  stop: () => Promise<number | null>;
  /** Kills it, as in a crash. */
  kill: () => Promise<void>;
}

const main = 'dist/server/main.js';

/** `dist/server/main.js` as a child process, from its start; that of another release by its `folder`; early ones ran from their sources. */
export const spawnMain = (environment: Record<string, string>, folder = root, as?: Account) =>
  spawnProgram([existsSync(path.join(folder, main)) ? main : 'src/main.ts'], environment, folder, as);

/** A program of the product as a child process, such as `dist/server/backup.js` with its arguments. */
export function spawnProgram(
  args: readonly string[],
  environment: Record<string, string>,
  folder = root,
  as?: Account,
) {
  return spawn(process.execPath, [...nodeFlags, ...args], {
    cwd: folder,
    ...as,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '0',
      // Otherwise each start would compile the same modules again.
      NODE_COMPILE_CACHE: path.join(folder, '.cache/compiled'),
      MALLOC_ARENA_MAX: '2',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts `dist/server/main.js` where it must fail to start. Returns its exit code and all its output. */
export async function spawnFailing(
  environment: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawnMain(environment);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/** Starts `dist/server/main.js` as `npm start` does, on a free port. Rejects with its output if it ends instead. */
export async function spawnOffice(
  environment: Record<string, string>,
  folder = root,
  as?: Account,
): Promise<SpawnedOffice> {
  const child = spawnMain(environment, folder, as);
  child.stderr.pipe(process.stderr);
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      // A log of requests names the address earlier, before the first administrator exists.
      const [, address] = /Library Office is at (http:\/\/(?:localhost|[\d.]+):\d+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    void ended.then((code) => reject(new Error(`The office ended with ${code}: ${said}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    pid: child.pid ?? 0,
    said: () => said,
    ended,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
