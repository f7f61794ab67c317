import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { bookFields } from '../../clients/portal/src/portal-types.generated.ts';
import { type Mirror, MemoryStore, mirror, Portal } from '../../clients/portal/src/portal-client.ts';
import { Client } from '../client.ts';
import { startPostgresPair } from '../postgres-pair.ts';
import { admin } from '../product.ts';
import { spawnOffice } from '../spawned-office.ts';

const changes = process.env['TEST_LONG'] ? 5000 : 120;
const books = 40;

const byBid = <T extends { bid: string }>(all: T[]) => all.toSorted((one, other) => (one.bid < other.bid ? -1 : 1));

/** All that a copy has. */
async function copied(copy: Mirror) {
  const all = [];
  for await (const book of copy.books()) all.push(book);
  return { books: byBid(all), series: await copy.series() };
}

test(
  `a copy is the same as a fresh reading after ${changes} changes with a fail-over in their middle: the primary is killed and its replica promoted`,
  async ({ skip }) => {
    const pair = await startPostgresPair();
    if (!pair) return skip('there is no PostgreSQL of Debian here');
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fail-over-'));
    const account = { ADMIN_ID: admin.id, ADMIN_PASSWORD: admin.password };
    const urls = { DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl };
    const office = await spawnOffice({ ...account, ...urls, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
    const gone = new AbortController();
    try {
      const staff = await Client.logIn(office.url, admin);
      const made = { books: Array.from({ length: books }, (_, n) => bookRow(n)), create_missing: true };
      await staff.results('POST', '/api/v1/book', made);
      const bids = made.books.map(({ bid }) => bid);
      await staff.results('PUT', '/api/v1/book', { bids });
      const { key } = await staff.results('POST', '/api/v1/api_key', { name: 'Copy', scope: 'read' });
      const portal = new Portal({ url: office.url, key: String(key), tries: 20 });
      let anew = 0;
      const copy = mirror(portal, {
        store: new MemoryStore(),
        languages: ['en'],
        onChange: ({ isAnew }) => void (isAnew && anew++),
      });
      const following = copy.follow({ signal: gone.signal });
      // What the office could not take is done once it can, as a person would.
      const until = async (act: () => Promise<{ status: number }>) =>
        expect.poll(async () => (await act()).status).toBe(200);
      for (let n = 0; n < changes; n++) {
        const bid = bids[(n * 7) % bids.length] ?? '';
        const act =
          n % 5 === 4
            ? () => staff.request('PUT', '/api/v1/book', { bids: [bid], published: n % 10 === 4 })
            : () => staff.request('PUT', `/api/v1/book/${bid}`, { title: `Title ${n}` });
        if (n === Math.floor(changes / 2)) {
          await pair.killPrimary();
          expect((await act()).status).toBe(503);
          await pair.promote();
        }
        await until(act);
      }
      await until(() => staff.request('PUT', `/api/v1/book/${bids[0]}`, { title: 'The last' }));
      const all = await portal.books({ fields: bookFields }).all();
      const fresh = { books: byBid(all), series: await portal.series().all() };
      await expect.poll(() => copied(copy)).toEqual(fresh);
      expect(fresh.books.length).toBeGreaterThan(5);
      expect(anew).toBeGreaterThan(0);
      gone.abort();
      await following;
    } finally {
      gone.abort();
      await office.kill();
      await pair.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  15 * 60_000,
);
