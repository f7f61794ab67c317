import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { openDatabase } from './database.ts';
import { openPool } from './pool.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'database-tls-'));
const certificate = path.join(folder, 'certificate.pem');
const key = path.join(folder, 'key.pem');

let database: TestDatabase;
let front: net.Server;
beforeAll(async () => {
  execFileSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  database = await testDatabase();
  front = await startFront(database.url);
});
afterAll(async () => {
  front.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The database's server as it is with `ssl = on`: it agrees to TLS, and refuses clients without. */
async function startFront(databaseUrl: string): Promise<net.Server> {
  const { searchParams, port } = new URL(databaseUrl);
  const context = tls.createSecureContext({ key: readFileSync(key), cert: readFileSync(certificate) });
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      // SSLRequest: its length and 80877103.
      if (first.length !== 8 || first.readUInt32BE(4) !== 80_877_103) return socket.destroy();
      socket.write('S');
      const secured = new tls.TLSSocket(socket, { isServer: true, secureContext: context });
      const host = searchParams.get('host');
      const behind = host ? net.connect(`${host}/.s.PGSQL.${port || 5432}`) : net.connect(Number(port || 5432));
      for (const one of [secured, behind]) one.on('error', () => undefined);
      secured.pipe(behind).pipe(secured);
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

async function connectWith(options: string, host = 'localhost'): Promise<number> {
  const { port } = front.address() as net.AddressInfo;
  const { pathname, username, password } = new URL(database.url);
  const connectionString = `postgres://${username}:${password}@${host}:${port}${pathname}${options}`;
  const pool = openPool({ connectionString }, { max: 1 });
  try {
    return (await sql`select 1`.execute(openDatabase(pool))).rows.length;
  } finally {
    await pool.end();
  }
}

describe('A database that is reached over TLS', () => {
  test('is used if its certificate is of the named authority and for its name', async () => {
    expect(await connectWith(`?sslmode=verify-full&sslrootcert=${certificate}`)).toBe(1);
  });

  test('is used likewise if the address names several servers', async () => {
    const { port } = front.address() as net.AddressInfo;
    expect(await connectWith(`?sslmode=verify-full&sslrootcert=${certificate}`, `localhost:${port},localhost`)).toBe(1);
  });

  test.each([
    ['of an authority that is not known', '?sslmode=verify-full', 'localhost', 'self-signed certificate'],
    ['for another name', `?sslmode=verify-full&sslrootcert=${certificate}`, '127.0.0.1', 'does not match'],
  ])('is refused if its certificate is %s', async (_, options, host, reason) => {
    const error = await connectWith(options, host).catch((failed: Error) => failed);
    expect((error as Error).cause).toMatchObject({ message: expect.stringContaining(reason) });
  });
});
