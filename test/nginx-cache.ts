import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endProgram, haveProgram } from './debian.ts';
import { nginxArgs, nginxConfiguration, nginxProgram } from './nginx.ts';
import { freePorts, untilOpen } from './ports.ts';

/** As docs/operations/cdn.md has it. `X-Cache` says what it did. */
const servers = (folder: string, port: number, office: string) => `
  proxy_cache_path ${folder}/cache keys_zone=office:1m max_size=64m;
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    location / {
      proxy_pass ${office};
      proxy_buffering off;
    }
    location /portal/v1/ {
      proxy_pass ${office};
      proxy_cache office;
      proxy_cache_revalidate on;
      proxy_cache_lock on;
      add_header X-Cache $upstream_cache_status always;
    }
    location /portal/v1/changes {
      proxy_pass ${office};
      proxy_buffering off;
    }
  }`;

/** Debian's nginx as a cache in front of an office; undefined if it is not available. */
export async function startNginxCache(office: string): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!(await haveProgram(nginxProgram.version, nginxProgram.packages))) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nginx-cache-'));
  const [port = 0] = await freePorts(1);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, nginxConfiguration(folder, servers(folder, port, office)));
  // Its workers belong to another user, if root starts it.
  const child = spawn('nginx', [...nginxArgs(file, folder), '-g', 'user root;'], { stdio: 'ignore' });
  await untilOpen(port);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => endProgram(child, folder),
  };
}
