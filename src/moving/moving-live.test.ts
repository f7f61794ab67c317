import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { account, admin } from '#test/product.ts';
import { type SpawnedOffice, spawnOffice, spawnProgram } from '#test/spawned-office.ts';
import { addLibrary, Folders, type Installation, newInstallation, sql } from '../backup/installation.fixture.ts';
import { verify } from '../verify/verify.ts';
import { type Manifest, readManifest, writtenManifest } from './export-manifest.ts';
import { exportOffice } from './export-office.ts';
import { importOffice } from './import-office.ts';
import { emptyOffice, runMoving } from './moving.fixture.ts';

const folders = new Folders();
let from: Installation;
let office: SpawnedOffice;
let ada: Client;
beforeAll(async () => {
  from = await newInstallation(await folders.add());
  office = await spawnOffice({ ...from.environment, ...account });
  await addLibrary(office);
  ada = await Client.logIn(office.url, admin);
});
afterAll(async () => {
  await office.stop();
  await from.database.drop();
  await folders.remove();
});

/** Staff save and readers redeem until they are told to stop; answers what was acknowledged before that. */
function work() {
  const state = { isOver: false };
  const titles: string[] = [];
  const one = async (lane: number) => {
    for (let n = 0; !state.isOver; n++) {
      const title = `Kind ${lane} ${n}`;
      await ada.results('POST', '/api/v1/category', { title });
      titles.push(title);
      await ada.results('PUT', '/api/v1/book/B1', { title: `Book ${lane} ${n}` });
      await ada.request('POST', '/api/v1/code/redeem', { code: 'FAIRFAIR2026', learner_id: `learner-${lane}-${n}` });
    }
  };
  const lanes = [1, 2, 3].map(one);
  return {
    titles,
    stop: async () => {
      state.isOver = true;
      await Promise.all(lanes);
    },
  };
}

test('An export made while staff save and readers redeem is of one moment, with all that was saved before it', async () => {
  const working = work();
  await expect.poll(() => working.titles.length).toBeGreaterThan(20);
  const before = [...working.titles];
  const folder = await folders.add();
  const manifest = await exportOffice(from.config, folder);
  await working.stop();
  expect(working.titles.length).toBeGreaterThan(before.length);

  const to = await emptyOffice(folders);
  await importOffice(to.config, folder);
  const rows = await sql(to.database, "select title from category where title like 'Kind %'");
  const titles = rows.map(({ title }) => String(title));
  expect(before.filter((title) => !titles.includes(title))).toEqual([]);
  expect((await verify(to.config)).filter(({ count }) => count > 0).map(({ name }) => name)).toEqual([]);
  const again = await exportOffice(to.config, await folders.add());
  expect(again.tables.map(({ name, rows: count }) => [name, count])).toEqual(
    manifest.tables.map(({ name, rows: count }) => [name, count]),
  );
  await to.database.drop();
});

test('An export of another form, of a release that is not known yet, or of another job queue is refused by its release', async () => {
  const folder = await folders.add();
  const manifest = await exportOffice(from.config, folder);
  const others: [Partial<Record<keyof Manifest, unknown>>, string][] = [
    [{ format: 2 }, 'was exported by another release'],
    [{ release: '9.0.0', migration: '9000_later' }, 'Release 9.0.0 made this export'],
    [{ release: '0.1.0', jobs: 1 }, 'Release 0.1.0 made this export'],
  ];
  const to = await emptyOffice(folders);
  for (const [other, said] of others) {
    const copy = await folders.add();
    await cp(folder, copy, { recursive: true });
    await writeFile(path.join(copy, 'manifest.json'), writtenManifest({ ...manifest, ...other } as Manifest));
    await expect(importOffice(to.config, copy)).rejects.toThrow(said);
    expect(await sql(to.database, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  }
  expect((await readManifest(folder)).format).toBe(1);
  await to.database.drop();
});

test('After the last export the former office writes nothing any more, and the next one says how it begins', async () => {
  const early = await folders.add();
  expect(await runMoving(['export', early], from)).toMatchObject({ code: 0 });
  const hurried = await emptyOffice(folders);
  const { said } = await runMoving(['import', early], hurried);
  expect(said).toContain('The former office was not in maintenance: what was saved there since is missing here.');
  await hurried.database.drop();

  const folder = await folders.add();
  const left = await runMoving(['export', folder, '--leave'], from);
  expect(left).toMatchObject({ code: 0, said: expect.stringContaining('Maintenance stays on') });
  expect((await ada.request('POST', '/api/v1/category', { title: 'Too late' })).status).toBe(503);
  expect(await readFile(path.join(folder, 'tables/category.csv'), 'utf8')).not.toContain('Too late');

  const to = await emptyOffice(folders);
  const come = await runMoving(['import', folder], to);
  expect(come).toMatchObject({ code: 0, said: expect.stringContaining('Maintenance is on, as it was') });
  const there = await spawnOffice({ ...to.environment, ...account, ADMIN_RESET: '1' });
  try {
    const newcomer = await Client.logIn(there.url, admin);
    expect((await newcomer.request('POST', '/api/v1/category', { title: 'Here' })).status).toBe(503);
    const child = spawnProgram(['dist/server/operations.js', 'maintenance', 'off'], to.environment);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await expect
      .poll(async () => (await newcomer.request('POST', '/api/v1/category', { title: 'Here' })).status)
      .toBe(200);
    expect((await ada.request('POST', '/api/v1/category', { title: 'There' })).status).toBe(503);
  } finally {
    await there.stop();
    await to.database.drop();
  }
});

test('What is typed wrong is answered with the usage, and nothing is done', async () => {
  const folder = await folders.add();
  for (const args of [['export'], ['import', folder, '--leave'], ['export', folder, '--all'], ['move', folder]])
    expect(await runMoving(args, from)).toMatchObject({
      code: 1,
      said: expect.stringContaining('npm run export -- DIR'),
    });
});
