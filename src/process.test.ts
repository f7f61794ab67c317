import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { Client } from '#test/client.ts';
import { testDatabase } from '#test/test-database.ts';
import { haveProgram } from '#test/debian.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { type SpawnedOffice, spawnFailing, spawnMain, spawnOffice } from '#test/spawned-office.ts';
import { account, admin } from '#test/product.ts';

const folders: string[] = [];
const offices: SpawnedOffice[] = [];

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'office-process-'));
  folders.push(folder);
  return folder;
}

async function start(environment: Record<string, string>): Promise<SpawnedOffice> {
  const office = await spawnOffice(environment);
  offices.push(office);
  return office;
}

afterAll(async () => {
  await Promise.all(offices.map((office) => office.stop()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

const signIn = async (url: string, password: string, id = 'ada'): Promise<string> =>
  (await Client.logIn(url, { id, password })).cookie;

const ready = async ({ url }: SpawnedOffice) => (await fetch(`${url}/readyz`)).status;

describe('A process that is told to stop', () => {
  let database: TestDatabase;
  let environment: Record<string, string>;
  beforeAll(async () => {
    database = await testDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: await dataDir(), ...account };
  });
  afterAll(() => database.drop());

  test('finishes the requests that have begun, accepts no other, and ends cleanly within ten seconds', async () => {
    const office = await start(environment);
    const cookie = await signIn(office.url, account.ADMIN_PASSWORD);
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('begin; lock table age_group in access exclusive mode');
    const slow = fetch(`${office.url}/api/v1/age_group`, { headers: { cookie } });
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBe(1);

    const half = net.connect(Number(new URL(office.url).port), '127.0.0.1');
    half.write('GET /api/v1/nothing HTTP/1.1\r\nhost: office\r\n');
    // The process has read it, since it has read a later request.
    expect((await fetch(`${office.url}/healthz`)).status).toBe(200);

    const stopping = office.stop();
    await expect
      .poll(() =>
        fetch(`${office.url}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    half.write('\r\n');
    const answer = Buffer.concat(await half.toArray()).toString();
    // The error is in our own format, and the connection is closed.
    expect(answer).toMatch(/^HTTP\/1.1 404 .*connection: close.*"error":\{"code":"error.not_found"/s);
    await blocker.query('commit');
    await blocker.end();
    expect((await slow).status).toBe(200);
    expect(await (await slow).json()).toEqual({ results: [] });
    expect(await stopping).toBe(0);
  });

  test('while it is still starting ends as well, and without an error', async () => {
    const folder = await dataDir();
    const child = spawnMain({ DATA_DIR: folder });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).toMatch(/^Creating the database files in .*\n$/);
    expect(existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });
});

describe('A process on its own database', () => {
  let folder: string;
  let first: SpawnedOffice;
  let password: string;
  beforeAll(async () => {
    folder = await dataDir();
    first = await start({ DATA_DIR: folder });
    password = /password (\S+) \(shown this once\)/.exec(first.said())?.[1] ?? '';
  });
  const add = async ({ url }: SpawnedOffice, title: string) => {
    const headers = { cookie: await signIn(url, password, 'admin') };
    return (await fetch(`${url}/api/v1/age_group`, { method: 'POST', headers, body: new URLSearchParams({ title }) }))
      .status;
  };
  const titles = async ({ url }: SpawnedOffice): Promise<string[]> => {
    const headers = { cookie: await signIn(url, password, 'admin') };
    const { results } = (await (await fetch(`${url}/api/v1/age_group`, { headers })).json()) as {
      results: { title: string }[];
    };
    return results.map(({ title }) => title);
  };

  test('prints its address and, the first time only, the password of its administrator', async () => {
    expect(first.said()).toMatch(/Library Office is at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(await add(first, 'kept')).toBe(200);
  });

  test('shares it with a second process on another port, and leaves it to that one', async () => {
    const second = await start({ DATA_DIR: folder });
    expect(second.url).not.toBe(first.url);
    expect(second.said()).not.toContain('password');
    expect(await titles(second)).toEqual(['kept']);
    expect(await first.stop()).toBe(0);
    expect([await ready(second), await add(second, 'second')]).toEqual([200, 200]);
    expect(await second.stop()).toBe(0);
  });

  test('starts again at once after it stopped, with all its data', async () => {
    const again = await start({ DATA_DIR: folder });
    expect(await titles(again)).toEqual(['kept', 'second']);
    expect(await add(again, 'third')).toBe(200);
    await again.kill();
  });

  test('starts again at once after it was killed, with all its data', async () => {
    const again = await start({ DATA_DIR: folder });
    expect(await titles(again)).toEqual(['kept', 'second', 'third']);
    expect(await again.stop()).toBe(0);
    expect(existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });
});

describe('A process whose own database is killed', () => {
  let folder: string;
  let office: SpawnedOffice;
  let client: Client;
  beforeAll(async () => {
    folder = await dataDir();
    office = await start({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...account });
    client = await Client.logIn(office.url, admin);
  });
  const killDatabase = async () => {
    const pid = Number((await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
  };
  const call = async (method: string, address: string, body?: FormData | object) => {
    const { status, text } = await client.request(method, address, body);
    return { status, json: JSON.parse(text) };
  };
  const isApplied = async (id: number) => (await call('GET', `/api/v1/import/${id}`)).json.results.status === 'applied';

  test('answers 503 at worst, has it back by itself with all its data, and does its jobs', async () => {
    const add = (title: string) => call('POST', '/api/v1/age_group', { title });
    expect((await add('kept')).status).toBe(200);
    await killDatabase();
    expect([200, 503]).toContain((await call('GET', '/api/v1/age_group')).status);
    await expect.poll(() => ready(office)).toBe(200);
    expect((await call('GET', '/api/v1/age_group')).json.results).toMatchObject([{ title: 'kept' }]);
    const form = new FormData();
    form.append('file', new Blob([importCsv([importRow(1)])]), 'books.csv');
    const { import_idx: id } = (await call('POST', '/api/v1/import', form)).json.results;
    await call('PUT', `/api/v1/import/${id}`, { create_missing: true });
    expect((await call('POST', `/api/v1/import/${id}/apply`)).status).toBe(200);
    await expect.poll(() => isApplied(id)).toBe(true);
  });

  test('exits, so that its supervisor restarts it, where the database cannot be restarted', async () => {
    await writeFile(path.join(folder, 'postgres/PG_VERSION'), '15\n');
    await killDatabase();
    expect(await office.ended).toBe(1);
  });
});

test('A process under systemd says that it is ready once somebody can log in', async ({ skip }) => {
  const programs = [
    [['systemd-notify', '--version'], ['systemd']],
    [['python3', '--version'], ['python3']],
  ] as const;
  for (const [version, packages] of programs) if (!(await haveProgram(version, packages))) skip();
  const folder = await dataDir();
  const socket = path.join(folder, 'notify');
  // As systemd does, since Node cannot: it listens, and prints what it is told.
  const listening = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True: print(s.recv(4096).decode(), flush=True)`;
  const systemd = spawn('python3', ['-c', listening, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  systemd.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toBe('listening\n');
  const database = await testDatabase();
  try {
    const office = await start({ DATABASE_URL: database.url, DATA_DIR: folder, NOTIFY_SOCKET: socket });
    await expect.poll(() => output).toContain('READY=1');
    expect(await ready(office)).toBe(200);
    expect(await office.stop()).toBe(0);
  } finally {
    systemd.kill();
    await database.drop();
  }
});

describe('A process that cannot start gives the reason in words, without a stack trace', () => {
  const plain = /^\s+at |\.ts:\d/m;

  test('because its port is taken; the password is shown by the start that succeeds', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const folder = await dataDir();
    const { code, said } = await spawnFailing({ DATA_DIR: folder, PORT: port });
    taken.close();
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`PORT: ${port} of 127.0.0.1 is in use by another program`),
    ]);
    expect(said).not.toMatch(plain);
    const office = await start({ DATA_DIR: folder });
    expect(office.said()).toContain('Sign in as admin with the password');
    await office.stop();
  });

  test('because its host does not belong to this machine', async () => {
    const database = await testDatabase();
    const { code, said } = await spawnFailing({
      DATABASE_URL: database.url,
      DATA_DIR: await dataDir(),
      HOST: '192.0.2.1',
    });
    await database.drop();
    expect([code, said.trim()]).toEqual([1, 'HOST: 192.0.2.1 is not an address of this machine.']);
  });

  test.each([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://ada:s3cret@127.0.0.1:1/office' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://ada:s3cret@localhost:1/office' }],
  ])('because no database answers at %s', async (variable, environment) => {
    const { code, said } = await spawnFailing({ DATA_DIR: await dataDir(), ...environment });
    expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^${variable}: .*ECONNREFUSED`))]);
    expect(said).not.toMatch(plain);
    expect(said).not.toContain('s3cret');
  });

  test('because its settings are invalid', async () => {
    const { code, said } = await spawnFailing({ PORT: 'many', TIME_ZONE: 'Mars/Olympus' });
    expect([code, said]).toEqual([1, expect.stringContaining('PORT: must be a whole number')]);
    expect(said).toContain('TIME_ZONE: must be');
    expect(said).not.toMatch(plain);
  });

  test('because its role does not own the database', async () => {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("create role guest_of_office login password 'guest'");
    try {
      // Migrations are to be done, as for a new release.
      await client.query('delete from migration');
      await client.query('grant select, insert on migration, migration_lock to guest_of_office');
      await client.query('grant update on migration_lock to guest_of_office');
      const url = new URL(database.url);
      url.searchParams.set('options', '-c role=guest_of_office');
      const { code, said } = await spawnFailing({ DATABASE_URL: url.href, DATA_DIR: await dataDir() });
      expect([code, said]).toEqual([1, expect.stringMatching(/^The role of DATABASE_URL must own its database/)]);
      expect(said).not.toMatch(plain);
      expect(said.trim().split('\n')).toHaveLength(1);
    } finally {
      await client.query('drop owned by guest_of_office; drop role guest_of_office');
      await client.end();
      await database.drop();
    }
  });

  test('because the folder above its own does not let it in', async () => {
    const inside = path.join(import.meta.filename, 'data');
    const { code, said } = await spawnFailing({ DATA_DIR: inside });
    expect([code, said.trim()]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR: .*data cannot be written to \(ENOTDIR: [^\n]*\)\.$/),
    ]);
  });

  test('because its folder is not writable', async () => {
    const { code, said } = await spawnFailing({ DATA_DIR: import.meta.filename });
    expect([code, said]).toEqual([1, expect.stringContaining(import.meta.filename)]);
    expect(said).not.toMatch(plain);
  });
});

test('A process that fails to start for a reason that is not the operator’s says where, in the sources', async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('alter table migration rename column name to title');
    // Frames of packages come first.
    const options = { NODE_OPTIONS: '--stack-trace-limit=50' };
    const { code, said } = await spawnFailing({ DATABASE_URL: database.url, DATA_DIR: await dataDir(), ...options });
    expect(code).toBe(1);
    expect(said).toContain('column "name" does not exist');
    const [, line] = /^ +at async startProcess \(\S+\/src\/process\.ts:(\d+):\d+\)$/m.exec(said) ?? [];
    const source = await readFile('src/process.ts', 'utf8');
    expect(source.split('\n')[Number(line) - 1]).toContain('await starting');
  } finally {
    await client.end();
    await database.drop();
  }
});
