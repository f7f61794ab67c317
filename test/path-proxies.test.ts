import { afterEach, describe, expect, test } from 'vitest';
import { officeAndProxyPorts, type PathProxy, pathProxies, startPathProxy } from './path-proxies.ts';
import { type Product, startProduct } from './product.ts';
import { testDatabase } from './test-database.ts';

const base = '/office';
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe.each(pathProxies)('Behind %s, an office under a path', (name) => {
  test.each([
    ['passes it on', false],
    ['takes it away', true],
  ])('shows pages, takes uploads and tells of changes where the proxy %s', async (_what, strips) => {
    const { office, port } = await officeAndProxyPorts();
    const root = `http://127.0.0.1:${port}`;
    const product: Product = await startProduct(await testDatabase(), {
      PORT: String(office),
      PUBLIC_URL: root + base,
      TRUSTED_PROXIES: 'loopback',
    });
    ends.push(() => product.stop());
    const proxy: PathProxy | undefined = await startPathProxy(name, { office, base, strips, port });
    if (!proxy) return;
    ends.push(() => proxy.stop());
    const cookie = `sid=${await product.session()}`;
    const request = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
      fetch(root + path, { redirect: 'manual', ...init, headers: { cookie, origin: root, ...init.headers } });

    const out = await fetch(`${root}${base}/book`, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(out.headers.get('location')).toBe(`${base}/login?next=%2Fbook`);

    const page = await (await request(`${base}/book`)).text();
    const [, script = ''] = /<script type="module" src="([^"]*)"/.exec(page) ?? [];
    expect(script).toMatch(new RegExp(`^${base}/assets/`));
    expect((await request(script)).status).toBe(200);

    const stop = new AbortController();
    const live = await request(`${base}/api/v1/live?kinds=category`, { signal: stop.signal });
    expect(live.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
    const body = JSON.stringify({ title: 'Poems' });
    const made = await request(`${base}/api/v1/category`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(made.status).toBe(200);
    let heard = '';
    while (!heard.includes('"category"')) heard += (await reader?.read())?.value ?? '';
    stop.abort();

    const form = new FormData();
    form.set('file', new Blob(['BID,TITLE\nB1,One\n']), 'books.csv');
    expect((await request(`${base}/api/v1/book/import`, { method: 'POST', body: form })).status).toBeLessThan(500);
    const sheet = await request(`${base}/category?export=csv`);
    expect(sheet.status).toBeLessThan(400);
    expect((await request(`${base}/client/portal.tgz`)).status).toBe(200);
    expect(await (await request(`${base}/llms.txt`)).text()).toContain(`${root}${base}/docs/`);
  });
});
