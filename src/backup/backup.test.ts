import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#kernel/config/config.ts';
import { startPostgresPair } from '#test/postgres-pair.ts';
import type { SpawnedOffice } from '#test/spawned-office.ts';
import { backUp } from './backup.ts';
import {
  addLibrary,
  clear,
  Folders,
  type Installation,
  newInstallation,
  signedIn,
  sql,
  start,
} from './installation.fixture.ts';
import { filePart, type Manifest, tablePart } from './manifest.ts';
import { restore } from './restore.ts';

const folders = new Folders();
const emptyInstallation = async () => newInstallation(await folders.add());

describe('A backup', () => {
  let from: Installation;
  let office: SpawnedOffice;
  let folder: string;
  let manifest: Manifest;
  const before: string[] = [];
  let list: string;
  beforeAll(async () => {
    from = await emptyInstallation();
    office = await start(from);
    const request = await signedIn(office);
    await addLibrary(office);
    list = await (await request('GET', '/book/export?as=csv')).text();
    // Staff keep working while it is made.
    const over = new AbortController();
    const acknowledged: string[] = [];
    const working = (async () => {
      for (let n = 0; !over.signal.aborted; n++) {
        await request('POST', '/api/v1/age_group', { title: `Group ${n}` });
        acknowledged.push(`Group ${n}`);
      }
    })();
    await vi.waitUntil(() => acknowledged.length > 5, { timeout: 60_000 });
    before.push(...acknowledged);
    folder = await folders.add();
    manifest = await backUp(from.config, folder);
    over.abort();
    await working;
  });
  afterAll(async () => {
    await office.stop();
    await from.database.drop();
    await folders.remove();
  });

  test('of a running product is restored elsewhere with everything acknowledged before it began', async () => {
    const to = await emptyInstallation();
    await clear(to.database);
    await restore(to.config, folder, { replace: false });
    const secret = ({ DATA_DIR }: { DATA_DIR: string }) => readFile(path.join(DATA_DIR, 'secret'), 'utf8');
    expect(await secret(to.environment)).toBe(await secret(from.environment));
    const there = await start(to);
    try {
      const request = await signedIn(there);
      expect(await (await request('GET', '/book/export?as=csv')).text()).toBe(list);
      const { results } = (await (await request('GET', '/api/v1/age_group')).json()) as {
        results: { title: string }[];
      };
      const titles = new Set(results.map(({ title }) => title));
      expect(before.filter((title) => !titles.has(title))).toEqual([]);
      expect(manifest.files.length).toBeGreaterThan(10);
      const covers = manifest.files.filter(({ key }) => key.startsWith('images/')).slice(0, 5);
      for (const { key, size } of covers)
        expect((await (await request('GET', `/contents/${key}`)).arrayBuffer()).byteLength).toBe(size);
      // Records added next get new numbers.
      await request('POST', '/api/v1/age_group', { title: 'After the restore' });
    } finally {
      await there.stop();
      await to.database.drop();
    }
  });

  test('keeps indexes, references and triggers as the migrations made them', async () => {
    const to = await emptyInstallation();
    await restore(to.config, folder, { replace: true });
    const shape = `
      select pg_get_constraintdef(oid) as text from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select tgname || tgenabled::text from pg_trigger where not tgisinternal order by text`;
    expect(await sql(to.database, shape)).toEqual(await sql(from.database, shape));
    await to.database.drop();
  });

  test('is restored to a primary with its replica', async ({ skip }) => {
    const pair = await startPostgresPair();
    if (!pair) return skip('there is no PostgreSQL of Debian here');
    const config = readConfig({ DATABASE_URL: pair.url, DATA_DIR: await folders.add() });
    await restore(config, folder, { replace: false });
    const count = 'select count(*)::int as books from book';
    expect(await pair.queryReplica(count)).toEqual(await sql(from.database, count));
    await pair.stop();
  });

  test('is not restored over existing data, unless told to', async () => {
    const to = await emptyInstallation();
    await expect(restore(to.config, folder, { replace: false })).rejects.toThrow(
      'The database has tables where the backup',
    );
    await sql(to.database, "insert into age_group (title) values ('Another library')");
    await restore(to.config, folder, { replace: true });
    expect(await sql(to.database, "select from age_group where title = 'Another library'")).toEqual([]);
    await to.database.drop();
  });

  test('is not restored under a running product', async () => {
    await expect(restore(from.config, folder, { replace: true })).rejects.toThrow('Stop every instance first');
    expect(await sql(from.database, 'select from book limit 1')).toHaveLength(1);
  });

  test('is not written to a folder that is not empty', async () => {
    await expect(backUp(from.config, folder)).rejects.toThrow('is not empty');
  });

  test.each(['a file', 'a table'])('that is damaged in %s is refused before anything is changed', async (part) => {
    const inside =
      part === 'a file' && manifest.files[0] ? filePart(manifest, manifest.files[0]) : tablePart('public.book');
    const damagedFile = path.join(folder, inside);
    const whole = await readFile(damagedFile);
    await writeFile(damagedFile, whole.subarray(0, whole.length - 20));
    const to = await emptyInstallation();
    await expect(restore(to.config, folder, { replace: true })).rejects.toThrow('The backup is damaged');
    expect(await sql(to.database, 'select from migration limit 1')).toHaveLength(1);
    await writeFile(damagedFile, whole);
    await to.database.drop();
  });

  test('that was not finished is refused', async () => {
    await expect(restore(from.config, await folders.add(), { replace: true })).rejects.toThrow('is no whole backup');
  });
});
