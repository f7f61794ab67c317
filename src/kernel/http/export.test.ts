import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Office, startOffice } from '#test/app.ts';
import { defineMessages } from '../messages/messages.ts';
import type { Feature } from '../mount/feature.ts';
import { contract } from '../work/contract.ts';
import { ExportFormat, inBatches, mapRows, sendExport } from './export.ts';

const calls = contract({
  'GET /api/v1/lines': {
    summary: 'Lines',
    query: z.object({ as: ExportFormat, count: z.coerce.number(), fail: z.coerce.number().default(0) }),
    stream: 'application/octet-stream',
  },
});

const size = 100;
let reads = 0;
/** How many batches are being read, and how many were at most. */
const reading = { now: 0, most: 0 };

interface Row {
  n: number;
  text: string;
}

const listing: Feature = {
  name: 'listing',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register({ api }) {
    api(calls, {
      'GET /api/v1/lines': ({ ctx, query: { as, count, fail }, reply }) => {
        const read = async (last: Row | undefined) => {
          if (++reads === fail) throw new Error('a batch that cannot be read');
          const first = (last?.n ?? 0) + 1;
          reading.most = Math.max(reading.most, ++reading.now);
          const { rows } = await sql<Row>`
            select n, '=' || repeat('x', 1000) as text
            from generate_series(${first}::int, ${Math.min(count, first + size - 1)}::int) n`.execute(ctx.db);
          reading.now -= 1;
          return rows;
        };
        const batches = mapRows(inBatches(size, read), ({ n, text }) => [n, text]);
        return sendExport({ ctx, reply }, { title: 'lines', as, heading: ['Number', 'Text'], total: count, batches });
      },
    });
  },
};

let office: Office;
let address: string;
let headers: Record<string, string>;
beforeAll(async () => {
  // With a pool of one, a connection held between two batches would block everybody else.
  office = await startOffice({ extra: listing, poolSize: 1 });
  address = await office.server.listen({ port: 0, host: '127.0.0.1' });
  headers = { cookie: office.admin.cookie, 'accept-encoding': 'identity' };
});
beforeEach(() => {
  reads = 0;
});
afterAll(() => office.close());

test.each(['csv', 'xlsx'])(
  'a list of many batches is complete, named by its title and day, with its count: %s',
  async (as) => {
    office.clock.set('2026-03-02T16:00:00Z');
    const answer = await office.admin.get(`/api/v1/lines?as=${as}&count=250`);
    expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '250' } });
    // In Seoul it is already the third.
    expect(answer.headers['content-disposition']).toContain(`filename="lines-2026-03-03.${as}"`);
    expect(reads).toBe(3);
    if (as === 'csv') {
      const rows = answer.body.split('\r\n');
      expect([rows.length, rows[0], rows[250]]).toEqual([252, '\ufeffNumber,Text', `250,'=${'x'.repeat(1000)}`]);
    }
  },
);

test('an empty list is its heading', async () => {
  expect((await office.admin.get('/api/v1/lines?as=csv&count=0')).body).toBe('\ufeffNumber,Text\r\n');
});

test('a list that fails at its first batch is answered as a failure, and one that fails later breaks off', async () => {
  expect((await office.admin.get('/api/v1/lines?as=csv&count=1000&fail=1')).status).toBe(500);
  reads = 0;
  const answer = await fetch(`${address}/api/v1/lines?as=csv&count=1000&fail=5`, { headers });
  await expect(answer.text()).rejects.toThrow();
});

/** Whether no batch is read for a while. */
async function isQuiet(): Promise<boolean> {
  const before = reads;
  await sleep(300);
  return reads === before;
}

test.each(['csv', 'xlsx'])(
  'a paused reader stops the reading and holds no connection; leaving ends the export: %s',
  async (as) => {
    const gone = new AbortController();
    const url = `${address}/api/v1/lines?as=${as}&count=100000000`;
    const answer = await fetch(url, { headers, signal: gone.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    // Rows that compress well take long to fill a buffer: an .xlsx is still being read at this point.
    if (as === 'csv') await expect.poll(isQuiet).toBe(true);
    expect((await office.admin.get('/agegroup')).status).toBe(200);
    gone.abort();
    await expect.poll(isQuiet).toBe(true);
    expect(reads).toBeLessThan(1_000_000);
  },
);

test.each(['csv', 'xlsx'])('of many at once, two are read at a time, and all are complete: %s', async (as) => {
  reading.most = 0;
  const url = `${address}/api/v1/lines?as=${as}&count=1000`;
  const bodies = await Promise.all(Array.from({ length: 12 }, async () => (await fetch(url, { headers })).bytes()));
  expect(new Set(bodies.map(({ length }) => length)).size).toBe(1);
  expect(reading.most).toBe(2);
});

test('readers who pause keep nobody waiting', async () => {
  const gone = new AbortController();
  const endless = `${address}/api/v1/lines?as=csv&count=100000000`;
  const paused = await Promise.all(Array.from({ length: 4 }, () => fetch(endless, { headers, signal: gone.signal })));
  expect(paused.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await office.admin.get('/api/v1/lines?as=csv&count=250')).body.split('\r\n')).toHaveLength(252);
  gone.abort();
});
