import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endProgram, haveProgram } from './debian.ts';
import { nginxArgs, nginxConfiguration, nginxProgram } from './nginx.ts';
import { freePorts, untilOpen } from './ports.ts';

/** A proxy that leads a path of its host to the office. */
export interface PathProxy {
  name: string;
  port: number;
  stop(): Promise<void>;
}

interface Given {
  port: number;
  office: number;
  base: string;
  strips: boolean;
  folder: string;
}

interface Program {
  version: readonly string[];
  packages: readonly string[];
  file: string;
  args: (file: string, folder: string) => readonly string[];
  configuration: (given: Given) => string;
}

/** As docs/operations/proxy.md has them. */
const programs: Readonly<Record<string, Program>> = {
  nginx: {
    ...nginxProgram,
    file: 'nginx.conf',
    args: nginxArgs,
    configuration: ({ port, office, base, strips, folder }) =>
      nginxConfiguration(
        folder,
        `
  server {
    listen 127.0.0.1:${port};
    location ${base}/ {
      proxy_pass http://127.0.0.1:${office}${strips ? '/' : ''};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
    }
  }`,
      ),
  },
  caddy: {
    version: ['caddy', 'version'],
    packages: ['caddy'],
    file: 'Caddyfile',
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    configuration: ({ port, office, base, strips }) => `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  ${strips ? 'handle_path' : 'handle'} ${base}/* {
    reverse_proxy 127.0.0.1:${office}
  }
}`,
  },
  haproxy: {
    version: ['haproxy', '-v'],
    packages: ['haproxy'],
    file: 'haproxy.cfg',
    args: (file) => ['-f', file, '-db'],
    configuration: ({ port, office, base, strips }) => `
defaults
  mode http
  timeout connect 2s
  timeout client 90s
  timeout server 90s
frontend host
  bind 127.0.0.1:${port}
  use_backend office if { path_beg ${base}/ }
backend office
  option forwardfor
${strips ? `  http-request replace-path ${base}/(.*) /\\1` : ''}
  server one 127.0.0.1:${office}
`,
  },
};

export const pathProxies = Object.keys(programs);

/** Starts Debian's program, in front of the office at a port; undefined if it is not available. */
export async function startPathProxy(
  name: string,
  { office, base, strips, port }: { office: number; base: string; strips: boolean; port: number },
): Promise<PathProxy | undefined> {
  const program = programs[name];
  if (!program || !(await haveProgram(program.version, program.packages))) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
  const file = path.join(folder, program.file);
  await writeFile(file, program.configuration({ port, office, base, strips, folder }));
  const child = spawn(program.version[0] ?? '', program.args(file, folder), {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder },
  });
  await untilOpen(port);
  return {
    name,
    port,
    stop: () => endProgram(child, folder),
  };
}

/** Ports for an office and the proxy before it: the office has to know both before either starts. */
export async function officeAndProxyPorts(): Promise<{ office: number; port: number }> {
  const [office = 0, port = 0] = await freePorts(2);
  return { office, port };
}
