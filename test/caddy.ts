import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { haveProgram } from './debian.ts';
import { freePorts, untilOpen } from './ports.ts';

const run = promisify(execFile);
const config = path.resolve(import.meta.dirname, '../deploy/compose/Caddyfile');

/** The proxy of the compose file, in front of instances on this machine. */
export interface Caddy {
  readonly url: string;
  /** Directs new requests to these instances, and lets in-flight requests finish where they are. */
  lead(offices: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Debian's Caddy with our configuration; undefined if it is not available. */
export async function startCaddy(offices: readonly string[]): Promise<Caddy | undefined> {
  if (!(await haveProgram(['caddy', 'version'], ['caddy']))) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'caddy-'));
  const [port = 0, files = 0, admin = 0] = await freePorts(3);
  const environment = (urls: readonly string[]) => ({
    PATH: process.env['PATH'],
    HOME: folder,
    ADMIN_ADDRESS: `127.0.0.1:${admin}`,
    OFFICE_ADDRESS: `http://127.0.0.1:${port}`,
    OFFICES: urls.map((url) => new URL(url).host).join(' '),
    FILES_ADDRESS: `http://127.0.0.1:${files}`,
  });
  const args = ['--config', config, '--adapter', 'caddyfile'];
  const child = spawn('caddy', ['run', ...args], { env: environment(offices), stdio: 'ignore' });
  await untilOpen(port);
  return {
    url: `http://127.0.0.1:${port}`,
    lead: async (urls) => void (await run('caddy', ['reload', ...args], { env: environment(urls) })),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
