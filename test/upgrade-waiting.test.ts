import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProviderDouble, startProvider } from '#features/draft/provider-double.fixture.ts';
import { Client } from './client.ts';
import { type EarlierRelease, findEarlierRelease } from './earlier-release.ts';
import { account, admin } from './product.ts';
import { type SpawnedOffice, spawnOffice } from './spawned-office.ts';
import { StaffAtWork } from './staff-at-work.ts';
import { testDatabase } from './test-database.ts';
import { proveWaiting, storeWaiting } from './upgrade-waiting.ts';

// Installs and builds another release: minutes.
const isLong = process.env['TEST_LONG'] === '1';
const earlier = isLong ? await findEarlierRelease() : 'it takes minutes: npm run test:long';
// 1.0.0 has neither drafts, terms, plans nor proposals.
const reason =
  typeof earlier === 'string' || existsSync(path.join(earlier.folder, 'src/features/draft'))
    ? earlier
    : 'that release stores nothing that waits for a person';

if (typeof reason === 'string') test.skip(`what waits, across an upgrade: ${reason}`, () => undefined);
else suite(reason);

const eve = { id: 'eve', password: 'another correct horse' };

function suite(before: EarlierRelease): void {
  describe('What waits for a person', () => {
    let database: Awaited<ReturnType<typeof testDatabase>>;
    let dataDir: string;
    let provider: ProviderDouble;
    const offices: SpawnedOffice[] = [];
    const start = async (folder?: string) => {
      const own = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', WEBHOOK_PRIVATE: 'allow' };
      const office = await spawnOffice({ ...own, ...account }, folder);
      offices.push(office);
      return office;
    };

    beforeAll(async () => {
      database = await testDatabase();
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query('drop schema public cascade; create schema public');
      await client.end();
      dataDir = await mkdtemp(path.join(os.tmpdir(), 'upgrade-waiting-'));
      provider = await startProvider('libretranslate');
    });
    afterAll(async () => {
      await Promise.all(offices.map((office) => office.stop()));
      await provider.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });

    test('drafts, terms, plans and edited proposals of an earlier release go on after an upgrade under load, and those of either go on in the other', async () => {
      const old = await start(before.folder);
      const byOld = await Client.logIn(old.url, admin);
      const given = { staff_id: eve.id, name: 'Eve', is_admin: true, password: eve.password };
      await byOld.results('POST', '/api/v1/staff', given);
      const secondAtOld = await Client.logIn(old.url, eve);
      const stored = await storeWaiting(byOld, 'before', provider);

      const atOld = await StaffAtWork.begin(old.url);
      const one = await start();
      const atNew = await StaffAtWork.begin(one.url);
      const byNew = await Client.logIn(one.url, admin);
      const secondAtNew = await Client.logIn(one.url, eve);
      await proveWaiting(byNew, secondAtNew, stored);

      await proveWaiting(byNew, secondAtNew, await storeWaiting(byOld, 'by-old', provider));
      await proveWaiting(byOld, secondAtOld, await storeWaiting(byNew, 'by-new', provider));

      await Promise.all([atOld.end(), atNew.end()]);
      expect([...atOld.faults, ...atNew.faults]).toEqual([]);
      expect(await atNew.missing([...atOld.saved, ...atNew.saved])).toEqual([]);
    });
  });
}
