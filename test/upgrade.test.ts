import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Caddy, startCaddy } from './caddy.ts';
import { testDatabase } from './test-database.ts';
import { type EarlierRelease, findEarlierRelease } from './earlier-release.ts';
import type { TestDatabase } from './postgres.ts';
import { type SpawnedOffice, spawnOffice } from './spawned-office.ts';
import { account } from './product.ts';
import { StaffAtWork } from './staff-at-work.ts';

// Installs and builds another release: minutes.
const isLong = process.env['TEST_LONG'] === '1';
const earlier = isLong ? await findEarlierRelease() : 'it takes minutes: npm run test:long';

if (typeof earlier === 'string') test.skip(`an upgrade without a pause: ${earlier}`, () => undefined);
else suite(earlier);

function suite(before: EarlierRelease): void {
  describe('An upgrade while staff work', () => {
    let database: TestDatabase;
    let dataDir: string;
    let proxy: Caddy | undefined;
    const offices: SpawnedOffice[] = [];
    const start = async (folder?: string) => {
      const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...account };
      const office = await spawnOffice(environment, folder);
      offices.push(office);
      return office;
    };
    const sql = async (text: string) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      return client.query(text).finally(() => client.end());
    };
    const migrations = async () => (await sql('select name from migration order by name')).rows.map(({ name }) => name);

    beforeAll(async () => {
      database = await testDatabase();
      await sql('drop schema public cascade; create schema public');
      dataDir = await mkdtemp(path.join(os.tmpdir(), 'upgrade-'));
    });
    afterAll(async () => {
      await proxy?.stop();
      await Promise.all(offices.map((office) => office.stop()));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });

    test('the old release serves until the new one is ready, then both serve, and nobody meets an error', async () => {
      const names = before.since.map((name) => name.replace(/\.sql$/, ''));
      const old = [await start(before.folder), await start(before.folder)] as const;
      expect(await migrations()).not.toContain(names[0]);
      proxy = await startCaddy(old.map(({ url }) => url));
      if (!proxy) throw new Error('Debian has no Caddy here, and it cannot be installed.');
      const atOld = await StaffAtWork.begin(old[0].url);
      const atProxy = await StaffAtWork.begin(proxy.url);
      await atOld.works(2);
      await atProxy.works(2);

      const one = await start();
      expect(await migrations()).toEqual(expect.arrayContaining(names));
      expect((await fetch(`${old[0].url}/readyz`)).status).toBe(200);
      // The old release alone, on the tables of the new one.
      await atOld.works(2);
      // Each immediately sees what the other saves.
      const atNew = await StaffAtWork.begin(one.url);
      await atNew.works(2);
      expect(await atOld.missing(atNew.saved)).toEqual([]);
      expect(await atNew.missing(atOld.saved)).toEqual([]);

      await proxy.lead([one.url, old[1].url]);
      await atProxy.works(2);
      await atOld.end();
      expect(await old[0].stop()).toBe(0);
      const two = await start();
      await proxy.lead([one.url, two.url]);
      await atProxy.works(2);
      expect(await old[1].stop()).toBe(0);
      await atProxy.works(2);
      await Promise.all([atProxy.end(), atNew.end()]);

      const all = [atOld, atProxy, atNew];
      expect(all.flatMap(({ faults }) => faults)).toEqual([]);
      expect(await atNew.missing(all.flatMap(({ saved }) => saved))).toEqual([]);
    });

    test('every call of the old release, each with its own test, works on the tables of the new one', async () => {
      await before.testOnOurTables('test/openapi.test.ts', { TEST_DATABASE_URL: inject('postgres').url });
    });
  });
}
