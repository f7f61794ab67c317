import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endProgram, haveProgram } from './debian.ts';
import { freePorts, untilOpen } from './ports.ts';

/** As docs/operations/cdn.md has it. */
const configuration = (office: URL) => `
vcl 4.1;
backend office { .host = "${office.hostname}"; .port = "${office.port}"; }
sub vcl_recv {
  if (req.method == "BAN") {
    if (req.http.x-purge-key != "open") { return (synth(403)); }
    ban("obj.http.surrogate-key ~ " + req.http.x-tags);
    return (synth(200));
  }
  if (req.url !~ "^/portal/v1/" || req.url ~ "^/portal/v1/changes" || req.method != "GET") { return (pass); }
  return (hash);
}
sub vcl_backend_response {
  set beresp.grace = 0s;
}
sub vcl_deliver {
  if (obj.hits > 0) { set resp.http.x-from = "cache"; } else { set resp.http.x-from = "office"; }
}
`;

/** Debian's Varnish as a cache in front of an office; undefined if it is not available. */
export async function startVarnish(office: string): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!(await haveProgram(['varnishd', '-V'], ['varnish', 'gcc', 'libc6-dev']))) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'varnish-'));
  const [port = 0] = await freePorts(1);
  await writeFile(path.join(folder, 'office.vcl'), configuration(new URL(office)));
  const child = spawn(
    'varnishd',
    [
      '-F',
      '-a',
      `127.0.0.1:${port}`,
      '-f',
      path.join(folder, 'office.vcl'),
      '-n',
      path.join(folder, 'run'),
      '-s',
      'malloc,64m',
      '-j',
      'none',
    ],
    { stdio: 'ignore' },
  );
  await untilOpen(port);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => endProgram(child, folder),
  };
}
