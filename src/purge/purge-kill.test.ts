import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { listenAsPortal } from '#test/listening-portal.ts';
import { spawnProgram } from '#test/spawned-office.ts';

let it: Awaited<ReturnType<typeof listenAsPortal>>;
let folder: string;
let server: http.Server;
/** What the cache was told, and whether it answers. */
const received: string[] = [];
let isAnswering = true;

beforeAll(async () => {
  it = await listenAsPortal();
  folder = await mkdtemp(path.join(os.tmpdir(), 'purge-kill-'));
  const books = [{ ...bookRow(1), bid: 'B1' }];
  expect((await it.office.admin.post('/api/v1/book', { books, create_missing: true })).status).toBe(200);
  await it.desk.publish('B1');
  server = http.createServer(async (request, response) => {
    received.push(await text(request));
    if (isAnswering) response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await it.office.close();
  await rm(folder, { recursive: true, force: true });
});

/** The program as its operators run it. */
function startPurge() {
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ['--office', it.url, '--to', 'http', '--at', at, '--state', path.join(folder, 'cursor')];
  const child = spawnProgram(['dist/server/purge.js', ...args], { PORTAL_KEY: it.key });
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit');
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}

const cursor = () => readFile(path.join(folder, 'cursor'), 'utf8').catch(() => '');
const rename = async (title: string) =>
  expect((await it.office.admin.put('/api/v1/book/B1', { title })).status).toBe(200);
const timesOf = (what: string) => received.filter((body) => body.includes(what)).length;

test('Whoever is killed while a cache is told, or before it was told twice, tells it again and not everything', async () => {
  const first = startPurge();
  await expect.poll(cursor).not.toBe('');
  expect(timesOf('"all":true')).toBe(2);
  isAnswering = false;
  const before = await cursor();
  await rename('On its way as the process is killed');
  await expect.poll(() => timesOf('"book/B1"')).toBe(1);
  await first();
  expect(await cursor()).toBe(before);

  isAnswering = true;
  const second = startPurge();
  await expect.poll(() => timesOf('"book/B1"')).toBe(2);
  await second();
  expect(await cursor()).toBe(before);

  const third = startPurge();
  await expect.poll(cursor).not.toBe(before);
  expect(timesOf('"book/B1"')).toBe(4);
  expect(timesOf('"all":true')).toBe(2);
  await third();
});
