import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { haveProgram } from './debian.ts';
import { freePorts, untilOpen } from './ports.ts';

/** A proxy in front of several instances. */
export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Debian's HAProxy in front of these ports of this machine; undefined if it is not available. */
export async function startHaproxy(ports: readonly number[]): Promise<Proxy | undefined> {
  if (!(await haveProgram(['haproxy', '-v'], ['haproxy']))) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'haproxy-'));
  const [port = 0] = await freePorts(1);
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(port, ports));
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
  await untilOpen(port);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// An unresponsive instance gets no requests for a second; requests that never reached it go to another.
const configuration = (port: number, ports: readonly number[]) => `
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 90s
  timeout server 90s
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend office
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  option httpchk GET /healthz
  default-server check inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
${ports.map((one) => `  server office${one} 127.0.0.1:${one}`).join('\n')}
`;
