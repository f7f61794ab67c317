import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client } from '#test/client.ts';
import { startReader } from '#test/example-reader.ts';
import { spawnOffice } from '#test/spawned-office.ts';

/**
 * `npm run example`: the product with the sample library and, beside it, the example reader, each on a free port, until
 * Ctrl C. The library is in `.cache/example`, whatever the environment names, and keeps what is changed in it.
 */
const ours = ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_DIRECT_URL', 'STORAGE_URL', 'PUBLIC_URL', 'HOST'];
const admin = { id: 'admin', password: randomBytes(9).toString('base64url') };

let stop = async () => {};
const end = (code: number) => stop().finally(() => process.exit(code));
// Before it is up, the office ends by itself once we are gone (scripts/follow-parent.mjs).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(0));

console.log('Starting the office and the reader …');
const office = await spawnOffice({
  ...Object.fromEntries(ours.map((name) => [name, ''])),
  DATA_DIR: path.resolve(import.meta.dirname, '../.cache/example'),
  ADMIN_ID: admin.id,
  ADMIN_PASSWORD: admin.password,
  ADMIN_RESET: '1',
  NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
});
stop = async () => void (await office.stop());
const client = await Client.logIn(office.url, admin);
const sample = await client.request('POST', '/api/v1/sample');
// 409: the library has books from an earlier start.
if (![200, 409].includes(sample.status)) throw new Error(sample.text);
const reader = await startReader(client);
stop = async () => void (await Promise.all([reader.stop(), office.stop()]));
for (const ended of [office.ended, reader.ended]) void ended.then(() => end(1));

console.log(`
  The office is at ${office.url}
  Sign in as ${admin.id} with the password ${admin.password}

  The reader is at ${reader.url}
  Publish, rename or advertise something in the office, and watch it here. SAMPLESUMMER is a code to redeem.

  Ctrl C ends both.
`);
for (const url of [office.url, reader.url]) openBrowser(url);

/** Opens an address in the browser; without a screen there is none. */
function openBrowser(url: string): void {
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!hasScreen) return;
  const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  };
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  // The addresses are printed: it does not matter if there is no such program.
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
