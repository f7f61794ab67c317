import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '#kernel/db/pool.ts';
import { spawnFailing, spawnProgram } from '#test/spawned-office.ts';
import { backUp } from './backup.ts';
import { Folders, type Installation, newInstallation, signedIn, sql, start } from './installation.fixture.ts';
import { type Manifest, manifestText } from './manifest.ts';
import { restore } from './restore.ts';

const folders = new Folders();
let folder: string;
let to: Installation;

beforeAll(async () => {
  const from = await newInstallation(await folders.add());
  const office = await start(from);
  await (await signedIn(office))('POST', '/api/v1/age_group', { title: 'Backed up' });
  await office.stop();
  folder = await folders.add();
  await backUp(from.config, folder);
  await from.database.drop();
});
afterAll(() => folders.remove());

beforeEach(async () => {
  to = await newInstallation(await folders.add());
  await sql(to.database, "insert into age_group (title) values ('Already there')");
});
afterEach(() => to.database.drop());

const titles = async () =>
  (await sql(to.database, 'select title from age_group order by title')).map(({ title }) => title);
const isMarked = async () => (await sql(to.database, "select to_regclass('restoring.backup')::text as it"))[0]?.['it'];

describe('A backup that this release cannot restore', () => {
  const broken = async (change: (manifest: Manifest, text: string) => string) => {
    const copy = await folders.add();
    await cp(folder, copy, { recursive: true });
    const file = path.join(copy, 'manifest.json');
    const text = await readFile(file, 'utf8');
    const { sha256: _, ...manifest } = JSON.parse(text);
    await writeFile(file, change(manifest, text));
    return copy;
  };

  test.each<[string, string, (manifest: Manifest, text: string) => string]>([
    [
      'because a later release made it',
      'its newest migration is 9999_later',
      (manifest) => manifestText({ ...manifest, migration: '9999_later' }),
    ],
    [
      'because its jobs are those of another release',
      'its job queue has version 1, here',
      (manifest) => manifestText({ ...manifest, jobs: 1 }),
    ],
    [
      'because its tables are other ones',
      'The tables of the backup are other ones',
      ({ tables, ...manifest }) =>
        manifestText({
          ...manifest,
          tables: tables.map((one) =>
            one.name === 'public.age_group' ? { ...one, columns: [...one.columns, 'shelf'] } : one,
          ),
        }),
    ],
    ['because its format is another one', 'was made by another release', () => '{"format":2}'],
    ['because its manifest was cut off', 'The backup is damaged', () => '{"format":1,'],
    [
      'because a digit of its manifest flipped',
      'nothing was changed: manifest.json',
      (_, text) => text.replace(/("last": )\d/, '$19'),
    ],
  ])('%s is refused, and nothing is changed', async (_why, message, change) => {
    await expect(restore(to.config, await broken(change), { replace: true })).rejects.toThrow(message);
    expect(await titles()).toEqual(['Already there']);
    expect(await isMarked()).toBeNull();
  });
});

describe('A restore', () => {
  let gate: pg.Client;
  beforeEach(async () => {
    gate = new pg.Client({ connectionString: to.database.url });
    await gate.connect();
    await gate.query('select pg_advisory_lock(1)');
  });
  afterEach(() => gate.end());

  /** Lets whoever executes such a statement under this condition wait until the gate is opened. */
  const lock = (tag: string, condition: string) =>
    gate.query(`
      create schema held;
      create function held.hold() returns event_trigger language plpgsql as $$
        begin if ${condition} then perform pg_advisory_lock(1); end if; end $$;
      create event trigger hold on ddl_command_start when tag in ('${tag}') execute function held.hold()`);
  const lockBeforeRows = () => lock('ALTER TABLE', "to_regclass('pgboss.version') is not null");
  const waiting = `
    select from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`;
  const locked = () => expect.poll(async () => (await gate.query(waiting)).rowCount).toBe(1);
  const open = () => gate.query('select pg_advisory_unlock(1)');
  const spawnRestore = () => spawnProgram(['dist/server/backup.js', 'restore', folder, '--replace'], to.environment);

  test('that is under way keeps out whoever starts, connects again, backs up or restores', async () => {
    await lockBeforeRows();
    const child = spawnRestore();
    const over = once(child, 'exit');
    await locked();
    const { code, said } = await spawnFailing(to.environment);
    expect([code, said]).toEqual([1, expect.stringMatching(/^The restore of .* has not finished.*\n$/)]);
    const pool = openPool({ connectionString: to.database.url });
    await expect(pool.query("insert into age_group (title) values ('Vanishes')")).rejects.toThrow('has not finished');
    await pool.end();
    await expect(backUp(to.config, await folders.add())).rejects.toThrow('has not finished');
    await expect(restore(to.config, folder, { replace: true })).rejects.toThrow('another backup or restore');
    await open();
    expect(await over).toEqual([0, null]);
    expect(await titles()).toEqual(['Backed up']);
    expect(await isMarked()).toBeNull();
    await (await start(to)).stop();
  });

  test('that was killed leaves a database on which no instance starts until it is restored again', async () => {
    await lockBeforeRows();
    const child = spawnRestore();
    const over = once(child, 'exit');
    await locked();
    child.kill('SIGKILL');
    await over;
    await open();
    const others =
      "select from pg_stat_activity where application_name like 'library-office%' and datname = current_database()";
    await expect.poll(async () => (await gate.query(others)).rowCount).toBe(0);
    const { code, said } = await spawnFailing(to.environment);
    expect([code, said]).toEqual([1, expect.stringContaining(`npm run restore -- ${folder} --replace`)]);
    await restore(to.config, folder, { replace: true });
    expect(await titles()).toEqual(['Backed up']);
    await (await start(to)).stop();
  });

  test('whose database stops midway says so, and what to look for', async () => {
    await lockBeforeRows();
    const child = spawnRestore();
    const over = Promise.all([once(child, 'exit'), textOf(child.stderr)]);
    await locked();
    await gate.query(waiting.replace('select', 'select pg_terminate_backend(pid)'));
    const [[code], said] = await over;
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^[^\n]+\nThe database stopped or cannot be reached\..*\n$/),
    ]);
    expect(await isMarked()).not.toBeNull();
  });

  test('is refused, and changes nothing, if an instance connected at the last moment', async () => {
    await lock('CREATE SCHEMA', 'true');
    const refused = expect(restore(to.config, folder, { replace: true })).rejects.toThrow('Stop every instance first');
    await locked();
    const late = new pg.Client({ connectionString: to.database.url, application_name: 'library-office' });
    await late.connect();
    await open();
    await refused;
    await late.end();
    expect(await titles()).toEqual(['Already there']);
    expect(await isMarked()).toBeNull();
  });
});
