import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { Client } from '#test/client.ts';
import { account, admin } from '#test/product.ts';
import { mountSmallDisk } from '#test/small-disk.ts';
import { type SpawnedOffice, spawnOffice, spawnProgram } from '#test/spawned-office.ts';
import { Folders, type Installation, newInstallation, sql } from '../backup/installation.fixture.ts';
import { verify } from '../verify/verify.ts';
import type { Manifest } from './export-manifest.ts';
import { exportOffice } from './export-office.ts';
import { furnish, portalOf } from './furnished.fixture.ts';
import { importOffice } from './import-office.ts';
import { emptyOffice, runMoving } from './moving.fixture.ts';

const folders = new Folders();
let from: Installation;
let office: SpawnedOffice;
let folder: string;
let manifest: Manifest;
beforeAll(async () => {
  from = await newInstallation(await folders.add());
  office = await spawnOffice({ ...from.environment, ...account, WEBHOOK_PRIVATE: 'allow' });
  await furnish(office);
  folder = await folders.add();
  manifest = await exportOffice(from.config, folder);
});
afterAll(async () => {
  await office.stop();
  await from.database.drop();
  await folders.remove();
});

/** What staff read of codes: statements, registrations, deliveries and batches. */
async function ledgerOf({ url }: SpawnedOffice): Promise<unknown[]> {
  const ada = await Client.logIn(url, admin);
  const { customers } = await ada.results('GET', '/api/v1/customer?search=sample');
  const { batches } = await ada.results('GET', '/api/v1/code/batch');
  const figures = await Promise.all([
    ...customers.map((one: { cust_idx: number }) => ada.results('GET', `/api/v1/customer/${one.cust_idx}/codes`)),
    ...customers.map((one: { cust_idx: number }) =>
      ada.results('GET', `/api/v1/customer/${one.cust_idx}/statement?month=${month}`),
    ),
    ...batches.map((one: { cg_idx: number }) => ada.results('GET', `/api/v1/code/batch/${one.cg_idx}`)),
    ...batches.map((one: { cg_idx: number }) => ada.results('GET', `/api/v1/code/batch/${one.cg_idx}/delivery`)),
    ada.results('GET', '/api/v1/release'),
    ada.results('GET', '/api/v1/reservation'),
  ]);
  // Which part of a page an answer is drawn for differs from call to call.
  return JSON.parse(JSON.stringify(figures).replaceAll(/data-prefix=\\"\w+\\"/g, ''));
}

// The same for both offices, also at the end of a month.
const month = new Date().toISOString().slice(0, 7);

const inside = (file: string, where = folder) => readFile(path.join(where, file), 'utf8');

describe('An export of an office that runs', () => {
  test('is read into an empty one, whose own export is the same but for what opened the former', async () => {
    const to = await emptyOffice(folders);
    await importOffice(to.config, folder);
    const again = await folders.add();
    const { tables } = await exportOffice(to.config, again);
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual(manifest.tables.map(({ name, rows }) => [name, rows]));
    const differing = tables.filter(({ sha256 }, n) => sha256 !== manifest.tables[n]?.sha256).map(({ name }) => name);
    expect(differing).toEqual(['api_key', 'code_link', 'staff', 'webhook']);
    expect(await inside('files.csv', again)).toBe(await inside('files.csv'));
    await to.database.drop();
  });

  test('becomes an office with the same portal answers and ledger, consistent, in which an administrator lets people in', async () => {
    const to = await emptyOffice(folders);
    await importOffice(to.config, folder);
    const there = await spawnOffice({ ...to.environment, ...account, ADMIN_RESET: '1' });
    try {
      expect(await portalOf(there)).toEqual(await portalOf(office));
      expect(await ledgerOf(there)).toEqual(await ledgerOf(office));
      const ada = await Client.logIn(there.url, admin);
      const { cookie } = await Client.logIn(there.url, { id: 'bert', password: 'another horse battery' });
      expect(cookie).toBe('');
      // Numbers go on after the last ones, and the trail after its last row.
      const last = Math.max(
        ...(await inside('tables/category.csv'))
          .split('\n')
          .slice(1)
          .map((line) => Number(line.split(',')[0])),
      );
      const { cat_idx } = await ada.results('POST', '/api/v1/category', { title: 'After the move' });
      expect(cat_idx).toBeGreaterThan(last);
      await expect
        .poll(async () => (await verify(to.config)).filter(({ count }) => count > 0).map(({ name }) => name))
        .toEqual([]);
    } finally {
      await there.stop();
      await to.database.drop();
    }
  });

  test('has what waits for people: terms, drafts, plans, what assistants propose, comments, releases and mails', async () => {
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    const waiting = [
      'term',
      'machine_draft',
      'draft_month',
      'approval',
      'thread',
      'thread_message',
      'release',
      'reservation',
    ];
    expect(waiting.filter((name) => !rows[name])).toEqual([]);
    expect(rows['approval']).toBe(2);
  });

  test('has what people chose for themselves, what was taken back, and nobody who was erased', async () => {
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    const chosen = ['staff_mail', 'mailing', 'saved_view', 'saved_view_reader', 'task_snooze', 'task_taken'];
    const takenBack = ['thread_mention', 'code_act', 'code_change', 'version', 'learner'];
    expect([...chosen, ...takenBack].filter((name) => !rows[name])).toEqual([]);
    const files = await readdir(path.join(folder, 'tables'));
    const texts = await Promise.all(files.map((file) => inside(`tables/${file}`)));
    expect(texts.filter((text) => text.includes('noa-of-park-lane'))).toEqual([]);
  });

  test('has no password, key, token or sealed value', async () => {
    const secrets = await sql(
      from.database,
      `select password_hash as secret from staff union all select encode(key_hash, 'hex') from api_key
       union all select encode(token_hash, 'hex') from code_link union all select password_hash from code_link
       union all select encode(secret, 'hex') from webhook union all select encode(key, 'hex') from trail_chain`,
    );
    expect(secrets.length).toBeGreaterThan(6);
    const files = await readdir(path.join(folder, 'tables'));
    const texts = await Promise.all(files.map((file) => inside(`tables/${file}`)));
    const found = secrets.filter(({ secret }) => texts.some((text) => text.includes(String(secret))));
    expect(found).toEqual([]);
    const readme = await inside('README.md');
    expect(readme).toContain('`staff.password_hash`');
    expect(readme).toContain('`session`');
  });

  test('is checked by the tools of any system, and described by schemas that say what each column is', async () => {
    expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toBe('');
    const { resources } = JSON.parse(await inside('datapackage.json'));
    expect(resources.map(({ path: file }: { path: string }) => file)).toEqual(manifest.tables.map(({ file }) => file));
    const book = resources.find(({ name }: { name: string }) => name === 'book').schema;
    expect(book.primaryKey).toEqual(['bidx']);
    expect(book.fields).toContainEqual({ name: 'title', type: 'string', constraints: { required: true } });
    const [head] = (await inside('tables/book.csv')).split('\n');
    expect(head?.split(',')).toEqual(book.fields.map(({ name }: { name: string }) => name));
    expect(await inside('onix/books.xml')).toMatch(/<RecordReference>SAMPLE-001<[^]*<\/ONIXMessage>\n$/);
    expect(await inside('xliff/collection-ko.xlf')).toContain('첫걸음');
    const listed = (await inside('files.csv')).split('\n');
    expect(listed.find((line) => line.includes('.mp3'))).toMatch(/^files\/[^,]+,\d+,[0-9a-f]{64},./);
  });
});

describe('An export is not made', () => {
  test('in a folder with anything else, which stays as it is', async () => {
    const other = await folders.add();
    await writeFile(path.join(other, 'letter.txt'), 'Dear reader');
    await expect(exportOffice(from.config, other)).rejects.toThrow('is not empty');
    await writeFile(path.join(other, 'UNFINISHED'), '');
    await expect(exportOffice(from.config, other)).rejects.toThrow('letter.txt');
    expect(await inside('letter.txt', other)).toBe('Dear reader');
  });

  test('twice at a time into one folder', async () => {
    const other = await folders.add();
    const both = await Promise.allSettled([exportOffice(from.config, other), exportOffice(from.config, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await importable(other);
  });

  test('to the end by a process that is killed: it is no export, and the next attempt begins anew', async () => {
    const other = await folders.add();
    const lock = new pg.Client({ connectionString: from.database.url });
    await lock.connect();
    await lock.query('begin; lock table word in access exclusive mode');
    const child = spawnProgram(['dist/server/moving.js', 'export', other], from.environment);
    const over = once(child, 'exit');
    await expect
      .poll(async () => (await readdir(path.join(other, 'tables')).catch(() => [])).length)
      .toBeGreaterThan(20);
    child.kill('SIGKILL');
    await over;
    await lock.end();
    const to = await emptyOffice(folders);
    await expect(importOffice(to.config, other)).rejects.toThrow('is no whole export');
    await exportOffice(from.config, other);
    await importOffice(to.config, other);
    await to.database.drop();
  });

  test('on a full disk, which is told', async ({ skip }) => {
    const disk = await mountSmallDisk(1 << 20);
    if (!disk) return skip('a disk can only be mounted by root');
    try {
      const child = spawnProgram(['dist/server/moving.js', 'export', path.join(disk.folder, 'out')], from.environment);
      const [said, [code]] = await Promise.all([textOf(child.stderr), once(child, 'exit')]);
      expect([code, said]).toEqual([1, expect.stringContaining('The disk is full. Make room and run this again')]);
    } finally {
      await disk.remove();
    }
  });
});

describe('An import is refused, and changes nothing,', () => {
  test.each(['tables/book.csv', 'manifest.json', 'SHA256SUMS', 'README.md'])(
    'if %s is damaged, which is named',
    async (file) => {
      const copy = await folders.add();
      await cp(folder, copy, { recursive: true });
      const text = await inside(file, copy);
      await writeFile(
        path.join(copy, file),
        text.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10)),
      );
      await refusedBy(copy, file);
    },
  );

  test('if a file is missing or cut off', async () => {
    const copy = await folders.add();
    await cp(folder, copy, { recursive: true });
    const [first = '', second = ''] = (await inside('SHA256SUMS'))
      .split('\n')
      .flatMap((line) => /files\/\S+$/.exec(line) ?? []);
    await rm(path.join(copy, first));
    await truncate(path.join(copy, second), 10);
    await refusedBy(copy, first);
    await refusedBy(copy, second);
  });

  test('where an office was started before, and under a running one', async () => {
    const to = await newInstallation(await folders.add());
    await expect(importOffice(to.config, folder)).rejects.toThrow('The database has tables');
    await expect(importOffice(from.config, folder)).rejects.toThrow('Stop every instance first');
    await to.database.drop();
  });

  test('where other files are', async () => {
    const to = await emptyOffice(folders);
    await mkdir(path.join(to.environment.DATA_DIR, 'files/images'), { recursive: true });
    const { storage } = await openStorage(to.config);
    await storage.put('images/other.jpg', Readable.from([Buffer.from('picture')]));
    await expect(importOffice(to.config, folder)).rejects.toThrow('images/other.jpg');
    await to.database.drop();
  });
});

test('An import that is killed leaves no table, and is begun again', async () => {
  const to = await emptyOffice(folders);
  const gate = new pg.Client({ connectionString: to.database.url });
  await gate.connect();
  await gate.query(`
    select pg_advisory_lock(1); create schema held;
    create function held.hold() returns event_trigger language plpgsql as $$
      begin if to_regclass('book') is not null then perform pg_advisory_lock(1); end if; end $$;
    create event trigger hold on ddl_command_start when tag in ('DROP INDEX') execute function held.hold()`);
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`;
  const child = spawnProgram(['dist/server/moving.js', 'import', folder], to.environment);
  const over = once(child, 'exit');
  await expect.poll(async () => (await gate.query(waiting)).rowCount).toBe(1);
  child.kill('SIGKILL');
  await over;
  await gate.query('select pg_advisory_unlock(1)');
  const others = `select from pg_stat_activity where application_name like 'library-office%' and datname = current_database()`;
  await expect.poll(async () => (await gate.query(others)).rowCount).toBe(0);
  expect((await gate.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await gate.query('drop event trigger hold');
  await gate.end();
  const { said, code } = await runMoving(['import', folder], to);
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('Start the product with ADMIN_ID, ADMIN_PASSWORD and\nADMIN_RESET=1'),
  ]);
  await to.database.drop();
});

async function refusedBy(copy: string, file: string): Promise<void> {
  const to = await emptyOffice(folders);
  await expect(importOffice(to.config, copy)).rejects.toThrow(file);
  expect(await sql(to.database, "select from pg_tables where schemaname in ('public', 'pgboss')")).toEqual([]);
  await to.database.drop();
}

async function importable(other: string): Promise<void> {
  const to = await emptyOffice(folders);
  await importOffice(to.config, other);
  await to.database.drop();
}
