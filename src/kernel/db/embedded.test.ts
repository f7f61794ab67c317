import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { databaseUrl, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-test-'));
const dataDir = path.join(folder, 'deep'.repeat(30), 'postgres');
const pidFile = path.join(dataDir, 'postmaster.pid');
const settings = { fsync: 'off' };
const children: ChildProcess[] = [];
let server: EmbeddedPostgres | undefined;

async function start(): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir, settings });
  return server;
}

/** Another process that starts the server and keeps running; resolves with whether it adopted one. */
async function startElsewhere() {
  const module = JSON.stringify(new URL('./embedded.ts', import.meta.url).href);
  const options = JSON.stringify({ dataDir, settings });
  const script = `
    const { startEmbeddedPostgres } = await import(${module});
    const server = await startEmbeddedPostgres(${options});
    process.send(server.adopted);
    process.once('message', async () => { await server.stop(); process.exit(); });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const [adopted] = await once(child, 'message');
  return { child, adopted };
}

async function query(text: string, { connection } = server ?? {}): Promise<unknown> {
  if (!connection) throw new Error('no server');
  const client = new pg.Client({ connectionString: databaseUrl(connection, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** How many processes hold the server, as far as it knows: it learns of a killed process a moment later. */
const users = () => query("select count(*)::int from pg_locks where locktype = 'advisory'");

async function strangerOfTheSameUser(): Promise<number> {
  const { uid, gid } = fs.statSync(dataDir);
  const child = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  children.push(child);
  await once(child, 'spawn');
  return child.pid ?? 0;
}

afterEach(async () => {
  await server?.stop();
  server = undefined;
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

afterAll(() => fs.rmSync(folder, { recursive: true }));

test('a server whose files take a minute to create starts all the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // What is logged when the creation begins; the clock then stands, so that only this minute passes.
  const log = () => void vi.setSystemTime(Date.now() + 60_000);
  const slow = path.join(folder, 'slow');
  try {
    server = await startEmbeddedPostgres({ dataDir: slow, settings, log });
    expect(await query('select 1')).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a new folder becomes a UTF-8 database that has no network address', async () => {
  const { adopted, connection } = await start();
  expect(adopted).toBe(false);
  expect(await query('show server_encoding')).toBe('UTF8');
  expect(await query("select 'É' ilike 'é'")).toBe(true);
  expect(await query('show listen_addresses')).toBe('');
  expect(fs.statSync(connection.host).mode & 0o777).toBe(0o700);
});

test('whoever reaches the data reaches the server, also where systemd gives each service a /tmp of its own', async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-near-'));
  // A root that runs this has the server run by another user.
  fs.chmodSync(home, 0o711);
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: path.join(home, 'postgres') });
  await stop();
  fs.rmSync(home, { recursive: true });
  expect(path.dirname(connection.host)).toBe(home);
});

test('a server starts where the path of its data is short in letters, but not in bytes', async () => {
  const near = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-near-'));
  const home = path.join(near, '도서관의책들과이야기들을담아두는곳');
  fs.mkdirSync(home);
  for (const one of [near, home]) fs.chmodSync(one, 0o711);
  server = await startEmbeddedPostgres({ dataDir: path.join(home, 'postgres'), settings });
  expect(await query('select 1')).toBe(1);
  expect(path.dirname(server.connection.host)).not.toBe(home);
  await server.stop();
  server = undefined;
  fs.rmSync(near, { recursive: true });
});

test('a stopped server leaves no socket, and its data is there at the next start', async () => {
  const { connection, stop } = await start();
  await query('create table kept as select 42 as answer');
  await stop();
  expect(fs.existsSync(pidFile)).toBe(false);
  expect(fs.existsSync(connection.host)).toBe(false);
  await start();
  expect(await query('select answer from kept')).toBe(42);
});

test('the server of a killed process is adopted, and its new owner can stop it', async () => {
  const { child } = await startElsewhere();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { adopted, stop } = await start();
  expect(adopted).toBe(true);
  await expect.poll(users).toBe(1);
  await stop();
  expect(fs.existsSync(pidFile)).toBe(false);
});

test('processes starting at once share one server, which the last of them stops', async () => {
  const [one, two] = await Promise.all([startElsewhere(), startElsewhere()]);
  expect([one, two].filter(({ adopted }) => adopted)).toHaveLength(1);
  const { stop } = await start();
  for (const { child } of [one, two]) {
    child.send('stop');
    await once(child, 'exit');
  }
  expect(await query('select 1')).toBe(1);
  await stop();
  expect(fs.existsSync(pidFile)).toBe(false);
});

test('a server that dies is replaced at the next start, and stopping it twice does no harm', async () => {
  const { pid, stop } = await start();
  process.kill(pid, 'SIGKILL');
  const successor = await startEmbeddedPostgres({ dataDir, settings });
  expect(successor.pid).not.toBe(pid);
  await stop();
  expect(await query('select answer from kept', successor)).toBe(42);
  await successor.stop();
  expect(fs.existsSync(pidFile)).toBe(false);
});

const answers = () => expect.poll(() => query('select answer from kept').catch(String)).toBe(42);

/** The server held after this one, once there is one. */
async function successorOf(pid: number): Promise<number> {
  await expect.poll(() => server?.pid).not.toBe(pid);
  return server?.pid ?? 0;
}

/** A process and its children. */
function family(pid: number): number[] {
  const pids = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...pids.map(Number)];
}

test('a server that is killed is restarted within ten seconds at the same address, each time', async () => {
  const { pid, connection } = await start();
  process.kill(pid, 'SIGKILL');
  await answers();
  const second = await successorOf(pid);
  for (const one of family(second)) process.kill(one, 'SIGKILL');
  await answers();
  await successorOf(second);
  await server?.stop();
  expect([fs.existsSync(pidFile), fs.existsSync(connection.host)]).toEqual([false, false]);
});

test('a server killed while several processes use it is restarted by one, and stopped by the last', async () => {
  const [one, two] = await Promise.all([startElsewhere(), startElsewhere()]);
  const { pid, connection, stop } = await start();
  let current = pid;
  for (let round = 0; round < 3; round++) {
    process.kill(current, 'SIGKILL');
    await answers();
    current = await successorOf(current);
    await expect.poll(users).toBe(3);
  }
  for (const { child } of [one, two]) {
    child.send('stop');
    await once(child, 'exit');
  }
  await answers();
  await stop();
  expect([fs.existsSync(pidFile), fs.existsSync(connection.host)]).toEqual([false, false]);
});

test('a server whose backend is killed keeps running, and its users keep their lock', async () => {
  await start();
  const backend = await query("select pid from pg_locks where locktype = 'advisory'");
  process.kill(Number(backend), 'SIGKILL');
  await expect.poll(() => users().catch(String)).toBe(1);
});

test('a server that dies while the product stops stays down', async () => {
  const stopping = new AbortController();
  server = await startEmbeddedPostgres({ dataDir, settings, stopping: stopping.signal });
  stopping.abort();
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
  await expect(query('select 1')).rejects.toThrow();
});

test('a stale pid file is ignored, even when its number now belongs to another process', async () => {
  const { stop, connection } = await start();
  const stale = fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, String(await strangerOfTheSameUser()));
  await stop();
  fs.writeFileSync(pidFile, stale);
  const next = await start();
  expect(next.adopted).toBe(false);
  expect(next.connection.host).not.toBe(connection.host);
});

test('files of another major version are refused, naming both versions', async () => {
  const version = path.join(dataDir, 'PG_VERSION');
  const mine = fs.readFileSync(version, 'utf8');
  fs.writeFileSync(version, '15\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 15, and this is PostgreSQL \d+/);
  fs.writeFileSync(version, mine);
});

test("a refused start gives PostgreSQL's own reason", async () => {
  const impossible = startEmbeddedPostgres({ dataDir, settings: { max_connections: 'many' } });
  await expect(impossible).rejects.toThrow(/invalid value for parameter "max_connections": "many"/);
});
