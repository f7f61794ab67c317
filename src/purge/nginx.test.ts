import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { startNginxCache } from '#test/nginx-cache.ts';
import { listenAsPortal } from '#test/listening-portal.ts';

describe('Behind an nginx that keeps answers for a second', () => {
  let it: Awaited<ReturnType<typeof listenAsPortal>>;
  let nginx: Awaited<ReturnType<typeof startNginxCache>>;
  beforeAll(async () => {
    it = await listenAsPortal();
    nginx = await startNginxCache(it.url);
    const books = [{ ...bookRow(1), bid: 'B1' }];
    expect((await it.office.admin.post('/api/v1/book', { books, create_missing: true })).status).toBe(200);
    await it.desk.publish('B1');
    await it.desk.set('portal.cache_seconds', 1);
    // The setting is read once a second.
    await vi.waitFor(async () => expect((await read()).cacheControl).toContain('s-maxage=1'), { timeout: 60_000 });
  });
  afterAll(async () => {
    await nginx?.stop();
    await it.office.close();
  });
  beforeEach(({ skip }) => {
    if (!nginx) skip('there is no nginx of Debian here');
  });

  const read = async (key: string = it.key, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${nginx?.url ?? it.url}/portal/v1/books/B1`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    const body = await answer.text();
    return {
      status: answer.status,
      did: answer.headers.get('x-cache'),
      cacheControl: answer.headers.get('cache-control'),
      etag: answer.headers.get('etag') ?? '',
      title: answer.status === 200 ? JSON.parse(body).results.title : undefined,
    };
  };

  test('readers get its copy, and a change once that second is over, although nobody tells it', async () => {
    await expect.poll(async () => (await read()).did).toBe('HIT');
    expect((await it.office.admin.put('/api/v1/book/B1', { title: 'Another title' })).status).toBe(200);
    await expect.poll(async () => (await read()).title).toBe('Another title');
  });

  test('a copy that is over is asked for with its tag, and served again where nothing changed', async () => {
    await expect.poll(async () => (await read()).did).toBe('REVALIDATED');
    expect((await read()).title).toBe('Another title');
  });

  test('a reader who has the answer gets none from it', async () => {
    const { etag } = await read();
    expect((await read(it.key, { 'if-none-match': etag })).status).toBe(304);
  });

  test('the copy of one key is served to no other, nor to one that has ended or to nobody', async () => {
    await expect.poll(async () => (await read()).did).toBe('HIT');
    expect(await read('nobody')).toMatchObject({ status: 401 });
    const other = await it.desk.makeKey({ name: 'Other' });
    expect(await read(other)).toMatchObject({ status: 200, did: 'MISS' });
  });

  test('changes come through as they are made', async () => {
    const stop = new AbortController();
    const stream = await fetch(`${nginx?.url}/portal/v1/changes?from=now`, {
      headers: { authorization: `Bearer ${it.key}` },
      signal: stop.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await it.office.admin.put('/api/v1/book/B1', { title: 'A third title' })).status).toBe(200);
    let heard = '';
    while (!heard.includes('"B1"')) heard += (await reader?.read())?.value ?? '';
    stop.abort();
  });
});
