import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { cacheTagsOf } from '#features/portal/answer/cache-tags.rules.ts';
import { sourcesOf } from '#features/portal/answer/sources.ts';
import { asPortalChange } from '#features/portal/changes/portal-changes.rules.ts';
import { type CdnDouble, doubleKey, doubleOf, startCdnDouble } from '#test/cdn-doubles.ts';
import { listenAsPortal } from '#test/listening-portal.ts';
import { startVarnish } from '#test/varnish.ts';
import { type Cdn, cdns } from './cdns.ts';
import { cursorFile } from './cursor-file.ts';
import { purgeChanges, purgeTags, tagsOf } from './purge-changes.ts';

let it: Awaited<ReturnType<typeof listenAsPortal>>;
let folder: string;
beforeAll(async () => {
  it = await listenAsPortal();
  folder = await mkdtemp(path.join(os.tmpdir(), 'purge-'));
  const books = ['B1', 'B2'].map((bid, n) => ({ ...bookRow(n + 1), bid }));
  expect((await it.office.admin.post('/api/v1/book', { books, create_missing: true })).status).toBe(200);
  await it.desk.publish('B1', 'B2');
});
afterAll(async () => {
  await it.office.close();
  await rm(folder, { recursive: true, force: true });
});

let state: string;
let number = 0;
beforeEach(() => {
  state = path.join(folder, `cursor-${++number}`);
});

/** Follows the office in the background, and tells this cache. */
function follow(cdn: Cdn, onFailure: (error: unknown) => void = () => undefined) {
  const stopping = new AbortController();
  const opened = Promise.withResolvers<void>();
  const over = purgeChanges({
    office: it,
    cdn,
    cursors: cursorFile(state),
    signal: stopping.signal,
    againMs: 50,
    onState: (isOpen) => isOpen && opened.resolve(),
    onFailure,
  });
  return {
    opened: opened.promise,
    stop: async () => {
      stopping.abort();
      await over;
    },
  };
}

const cursor = () => readFile(state, 'utf8').catch(() => '');
const rename = async (bid: string, title: string) =>
  expect((await it.office.admin.put(`/api/v1/book/${bid}`, { title })).status).toBe(200);

describe('In front of an office, a cache that may serve for an hour', () => {
  let varnish: Awaited<ReturnType<typeof startVarnish>>;
  beforeAll(async () => {
    varnish = await startVarnish(it.url);
    await it.desk.set('portal.cache_seconds', 3600);
  });
  afterAll(() => varnish?.stop());

  const read = async (address: string) => {
    const answer = await fetch(`${varnish?.url}/portal/v1/${address}`, {
      headers: { authorization: `Bearer ${it.key}` },
    });
    return { from: answer.headers.get('x-from'), ...((await answer.json()) as { results: { title: string } }) };
  };
  const titleOf = async (bid: string) => (await read(`books/${bid}`)).results.title;
  const fill = async (...addresses: string[]) => {
    for (const one of addresses) await expect.poll(async () => (await read(one)).from).toBe('cache');
  };
  const cdn = () => cdns['varnish']?.({ at: varnish?.url, key: 'open' }) as Cdn;

  test('forgets what a change affects, and nothing else', async ({ skip }) => {
    if (!varnish) return skip('there is no Varnish of Debian here');
    const following = follow(cdn());
    await following.opened;
    await expect.poll(cursor).not.toBe('');
    await fill('books/B1', 'books/B2', 'roadmaps');
    await rename('B1', 'Another title');
    await expect.poll(() => titleOf('B1')).toBe('Another title');
    expect((await read('books/B2')).from).toBe('cache');
    await following.stop();
  });

  test('is told after a stop of all that changed meanwhile, also where the place is not known any more', async ({
    skip,
  }) => {
    if (!varnish) return skip('there is no Varnish of Debian here');
    const first = follow(cdn());
    await first.opened;
    await expect.poll(cursor).not.toBe('');
    await first.stop();
    await fill('books/B1', 'books/B2');
    await rename('B1', 'Changed while nobody followed');
    expect((await read('books/B1')).from).toBe('cache');
    const second = follow(cdn());
    await expect.poll(() => titleOf('B1')).toBe('Changed while nobody followed');
    expect((await read('books/B2')).from).toBe('cache');
    await second.stop();
    await rename('B2', 'Changed without a trace');
    await rm(state);
    const third = follow(cdn());
    await expect.poll(() => titleOf('B2')).toBe('Changed without a trace');
    await third.stop();
  });

  test('shows a change within the time that staff allow if nobody tells it', async ({ skip }) => {
    if (!varnish) return skip('there is no Varnish of Debian here');
    await it.desk.set('portal.cache_seconds', 1);
    await cdn().purgeAll();
    // The setting is read once a second.
    await expect
      .poll(async () => {
        await cdn().purgeAll();
        const { headers } = await fetch(`${varnish?.url}/portal/v1/books/B1`, {
          headers: { authorization: `Bearer ${it.key}` },
        });
        return headers.get('cache-control');
      })
      .toBe('public, max-age=0, s-maxage=1, must-revalidate');
    await fill('books/B1');
    await rename('B1', 'Seen by itself');
    await expect.poll(() => titleOf('B1')).toBe('Seen by itself');
    await it.desk.set('portal.cache_seconds', 3600);
  });
});

describe.each(['fastly', 'cloudflare'] as const)('A cache that does as the documents of %s say', (name) => {
  let double: CdnDouble;
  beforeAll(async () => {
    double = await startCdnDouble(name, it.url);
    await it.desk.set('portal.cache_seconds', 3600);
  });
  afterAll(() => double.stop());

  const read = async (address: string) => {
    const answer = await fetch(`${double.url}/portal/v1/${address}`, {
      headers: { authorization: `Bearer ${it.key}` },
    });
    const { results } = (await answer.json()) as { results: { title: string } };
    return { from: answer.headers.get('x-from'), title: results.title };
  };
  const fill = async (...addresses: string[]) => {
    for (const one of addresses) await expect.poll(async () => (await read(one)).from).toBe('cache');
  };
  const opened = (key = doubleKey) => cdns[name]?.({ at: double.url, of: doubleOf, key }) as Cdn;

  test('forgets what a change affects, and nothing else', async () => {
    const following = follow(opened());
    await following.opened;
    await expect.poll(cursor).not.toBe('');
    await fill('books/B1', 'books/B2');
    await rename('B1', `Renamed behind ${name}`);
    await expect.poll(async () => (await read('books/B1')).title).toBe(`Renamed behind ${name}`);
    expect((await read('books/B2')).from).toBe('cache');
    await following.stop();
  });

  test('takes as many tags as there may be together, of long ids in any script, and forgets everything', async () => {
    await fill('books/B1', 'books/B2');
    const before = double.purged.length;
    const ids = Array.from({ length: 499 }, (_, n) => encodeURIComponent(`책 ${n} `.repeat(5)));
    await purgeTags(opened(), ['book/B1', ...ids.map((id) => `book/${id}`)]);
    const purges = double.purged.slice(before);
    expect(purges.reduce((sum, count) => sum + count, 0)).toBe(500);
    expect((await read('books/B1')).from).toBe('office');
    expect((await read('books/B2')).from).toBe('cache');
    await opened().purgeAll();
    expect((await read('books/B2')).from).toBe('office');
  });

  test('that refuses the key, or has had too many calls, is told again until it takes it', async () => {
    await expect(opened('another').purge(['book'])).rejects.toThrow('answered 403');
    await fill('books/B1');
    double.refuse({ status: 429, body: { msg: 'Too many requests', success: false } });
    const reasons: string[] = [];
    const following = follow(opened(), (error) => reasons.push(String(error)));
    await expect.poll(() => reasons.length).toBeGreaterThan(1);
    expect(reasons[0]).toContain('answered 429');
    expect((await read('books/B1')).from).toBe('cache');
    double.refuse(undefined);
    await expect.poll(async () => (await read('books/B1')).from).toBe('office');
    await following.stop();
  });
});

describe('A cache elsewhere', () => {
  const received: { line: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  let status = 200;
  let server: http.Server;
  let at: string;
  beforeAll(async () => {
    server = http.createServer(async (request, response) => {
      received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) });
      response.writeHead(status).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    received.length = 0;
    status = 200;
  });

  test('of another kind is told by a POST, and what it says is heard', async () => {
    const cdn = cdns['http']?.({ at, key: 'open' });
    await cdn?.purge(['book', 'book/B%201']);
    await cdn?.purgeAll();
    expect(received.map(({ line, body }) => [line, body])).toEqual([
      ['POST /', '{"tags":["book","book/B%201"]}'],
      ['POST /', '{"all":true}'],
    ]);
    expect(received[0]?.headers.authorization).toBe('Bearer open');
    status = 500;
    await expect(cdn?.purge(['book'])).rejects.toThrow('answered 500');
  });

  test('that is away is told until it takes it, and the place is noted only then', async () => {
    status = 503;
    let failures = 0;
    const following = follow(cdns['http']?.({ at }) as Cdn, () => (failures += 1));
    await expect.poll(() => failures).toBeGreaterThan(2);
    await rename('B1', 'Told late');
    expect(await cursor()).toBe('');
    status = 200;
    await expect.poll(() => received.filter(({ body }) => body.includes('"book/B1"')).length).toBeGreaterThan(1);
    await expect.poll(cursor).not.toBe('');
    await following.stop();
  });
});

test('Whatever a portal is told of is among the tags of the answers that it affects', () => {
  const answers = Object.entries(sourcesOf).map(
    ([name, of]) => [name, typeof of === 'function' ? of('a b') : of] as const,
  );
  const untold = answers.flatMap(([name, sources]) =>
    sources.flatMap(({ kind, ids = ['a b', ''] }) =>
      ids.flatMap((id) => {
        const change = asPortalChange({ kind, id: id === '' ? null : id } as Parameters<typeof asPortalChange>[0]);
        if (!change) return [];
        const removed = tagsOf([{ kind: change.kind, id: change.id }]) as ReadonlySet<string>;
        return cacheTagsOf(sources).some((tag) => removed.has(tag)) ? [] : [`${name}: ${kind} ${id}`];
      }),
    ),
  );
  expect(untold).toEqual([]);
});
