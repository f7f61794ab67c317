import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signedIn } from '../src/backup/installation.fixture.ts';
import { haveProgram } from './debian.ts';
import { freePorts } from './ports.ts';
import { debianPostgres } from './postgres-pair.ts';
import { spawnOffice, spawnProgram } from './spawned-office.ts';

const run = promisify(execFile);
const page = await readFile('docs/operations/point-in-time.md', 'utf8');
const isLong = process.env['TEST_LONG'] === '1';
const found =
  isLong && (await haveProgram(['pgbackrest', 'version'], ['pgbackrest'])) ? await debianPostgres() : undefined;

/** The code blocks of the page in a language, in order. */
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);
const [configuration = '', settings = ''] = blocks('ini');
const [setUp = '', hourly = '', back = '', after = ''] = blocks('sh');
const lines = (block: string) => block.trim().split('\n');

if (found) suite(found);
else test.skip('going back to a moment: npm run test:long, with Debian packages', () => undefined);

function suite({ bin, owner }: NonNullable<typeof found>): void {
  let folder: string;
  let port: number;
  let server: ChildProcess;
  const at = (...names: string[]) => path.join(folder, ...names);
  /** The page's paths are those of a machine; these are the test's. */
  const environment = () => ({
    ...process.env,
    PATH: `${bin}:${process.env['PATH']}`,
    PGBACKREST_CONFIG: at('pgbackrest.conf'),
    PGBACKREST_PG1_PATH: at('data'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_REPO1_PATH: at('repository'),
    PGBACKREST_LOG_PATH: at('log'),
    PGBACKREST_LOCK_PATH: at('lock'),
  });
  const asPostgres = () => ({ ...owner, cwd: folder, env: environment() });
  const url = () => `postgres://postgres@127.0.0.1:${port}/office`;

  async function query(statement: string, connectionString = url()): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    return client
      .query(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }

  /** Starts the server; it accepts writes once its recovery is over. */
  async function startServer(): Promise<void> {
    const args = [
      '-D',
      at('data'),
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
    ];
    server = spawn('postgres', args, { ...asPostgres(), stdio: 'ignore' });
    const state = () =>
      query('select pg_is_in_recovery() as it', url().replace('/office', '/postgres')).catch(
        (error: Error) => error.message,
      );
    await vi.waitFor(async () => expect(await state()).toEqual([{ it: false }]), { timeout: 60_000, interval: 100 });
  }

  async function stopServer(): Promise<void> {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  }

  /** Runs a line of the page that is pgBackRest's. */
  const pgbackrest = (line: string) => run('sh', ['-c', line], asPostgres());

  const product = () => ({
    DATABASE_URL: url(),
    DATA_DIR: at('product'),
    ADMIN_ID: 'ada',
    ADMIN_PASSWORD: 'correct horse battery',
  });
  const programs: Record<string, string> = {
    backup: 'dist/server/backup.js backup',
    restore: 'dist/server/backup.js restore',
    verify: 'dist/server/verify.js',
  };

  /** Runs a line of the page that is the product's. */
  async function npm(line: string): Promise<string> {
    const [, name = '', rest = ''] = /^npm run (\w+)(?: -- (.*))?$/.exec(line) ?? [];
    const words = `${programs[name]} ${rest}`
      .replace('/var/backups/library-office-files', at('files'))
      .trim()
      .split(' ');
    const child = spawnProgram(words, product());
    const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect([line, code, wrong]).toEqual([line, 0, '']);
    return said;
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'moment-'));
    [port = 0] = await freePorts(1);
    for (const name of ['', 'repository', 'log', 'lock']) {
      await mkdir(at(name), { recursive: true });
      await chown(at(name), owner.uid, owner.gid);
    }
    await writeFile(at('pgbackrest.conf'), configuration);
    await run(
      'initdb',
      ['-D', at('data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale-provider=icu', '--icu-locale=und'],
      asPostgres(),
    );
    await writeFile(at('data/postgresql.conf'), settings, { flag: 'a' });
    await startServer();
    await query('create database office', url().replace('/office', '/postgres'));
  });
  afterAll(async () => {
    await stopServer();
    await rm(folder, { recursive: true, force: true });
  });

  test('The database, the files and the secret go back to one moment, as the page says', async () => {
    let office = await spawnOffice(product());
    let request = await signedIn(office);
    await request('POST', '/api/v1/sample');
    for (const line of lines(setUp)) await pgbackrest(line);
    for (const line of lines(hourly)) await npm(line);
    await request('POST', '/api/v1/age_group', { title: 'Before' });
    const cover = async () => {
      const [row] = await query(
        "select bid, folder, file_name from book_image join book using (bidx) where kind = 'cover' order by bidx limit 1",
      );
      return row as { bid: string; folder: string; file_name: string };
    };
    const { bid, folder: images, file_name } = await cover();
    const secret = await readFile(at('product/secret'), 'utf8');
    const [moment] = await query('select clock_timestamp()::text as it');

    await request('POST', '/api/v1/age_group', { title: 'After' });
    await request('DELETE', '/api/v1/file', {
      target_ctl: 'book',
      target_id: bid,
      file_type: 'book_cover',
      file_path: `${images}/${file_name}`,
    });
    const address = `/contents/${images}/${file_name}`;
    await expect.poll(async () => (await fetch(office.url + address)).status).toBe(404);
    await query('select pg_switch_wal()');
    await office.stop();
    await rm(at('product/secret'));
    await stopServer();

    for (const line of lines(back))
      await pgbackrest(line.replace(/--target="[^"]*"/, `--target="${String(moment?.['it'])}"`));
    await startServer();
    for (const line of lines(after)) await npm(line);
    expect(await readFile(at('product/secret'), 'utf8')).toBe(secret);
    office = await spawnOffice(product());
    request = await signedIn(office);
    const { results } = (await (await request('GET', '/api/v1/age_group')).json()) as { results: { title: string }[] };
    const titles = results.map(({ title }) => title);
    expect([titles.includes('Before'), titles.includes('After')]).toEqual([true, false]);
    expect((await fetch(office.url + address)).status).toBe(200);
    await office.stop();
  });
}
