import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';

const origin = 'https://example.org';
const base = '/office';
let office: Office;
beforeAll(async () => {
  office = await startOffice({ environment: { PUBLIC_URL: `${origin}${base}/` } });
  must(await office.admin.post('/api/v1/sample'));
});
afterAll(() => office.close());

/** The addresses of this host that a page leads to, loads or sends to. */
const addressesIn = (page: string): string[] =>
  Array.from(
    page
      .replaceAll(/<script type="application\/json">.*?<\/script>/gs, '')
      .matchAll(/ (?:href|src|action|formaction|data-module)="([^"]*)"/g),
    ([, address = '']) => address.replaceAll('&amp;', '&'),
  ).filter((address) => address.startsWith('/') || address.startsWith(origin));
const isBelow = (address: string) => new RegExp(`^(${origin})?${base}(/|\\?|$)`).test(address);

describe('An office under a path', () => {
  test('leads from page to page, and to every file and picture, below the path', async () => {
    const seen = new Set<string>();
    const kinds = new Map<string, number>();
    const queue = [`${base}/`];
    const astray: string[] = [];
    const missing: string[] = [];
    for (let address = queue.shift(); address !== undefined && seen.size < 400; address = queue.shift()) {
      const path = address.replace(origin, '').replace(/#.*/, '');
      // Two of each kind of page, since all records of a kind have the same.
      const kind = path.replace(/\?.*/, '').replaceAll(/\d+|[\w-]{12,}/g, '0');
      if (seen.has(path) || (kinds.get(kind) ?? 0) > 2) continue;
      seen.add(path);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const answer = await office.admin.get(path, { 'sec-fetch-mode': 'navigate', accept: 'text/html' });
      if (answer.status === 404) missing.push(path);
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
      const found = addressesIn(answer.body);
      astray.push(...found.filter((one) => !isBelow(one)).map((one) => `${one} in ${path}`));
      queue.push(...found.filter(isBelow));
    }
    expect(astray).toEqual([]);
    // It takes only a form.
    expect(missing).toEqual([`${base}/logout`]);
    expect(seen.size).toBeGreaterThan(100);
  });

  test('answers the same behind a proxy that passes the path on, and behind one that takes it away', async () => {
    for (const path of ['/book', `${base}/book`, `${base}/api/v1/series`, '/api/v1/series', `${base}/healthz`])
      expect((await office.admin.get(path)).status, path).toBe(200);
    expect((await office.admin.get(base)).status).toBe(200);
    expect((await office.admin.get(`${base}book`)).status).toBe(404);
    expect((await office.admin.get(`${base}${base}/book`)).status).toBe(404);
  });

  test('redirects below the path, and its cookies are for it alone', async () => {
    const refused = await office.stranger.get('/book', { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
    expect(refused.headers['location']).toBe(`${base}/login?next=%2Fbook`);
    const out = await office.admin.post('/logout', undefined, { accept: 'application/json' });
    expect([out.headers['set-cookie']].flat().join()).toMatch(/sid=;.*Path=\/office/);
  });

  test('answers calls with links below the path', async () => {
    const admin = await office.signIn('ada', true);
    const found = must(await admin.get('/api/v1/search?text=the'));
    const hrefs = JSON.stringify(found).matchAll(/"href":"([^"]*)"/g);
    const all = Array.from(hrefs, ([, href]) => href ?? '');
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((href) => !isBelow(href))).toEqual([]);
  });

  test('does not start under a path that is one of its own pages', async () => {
    const start = startOffice({ environment: { PUBLIC_URL: `${origin}/book/library` } });
    await expect(start).rejects.toThrow('PUBLIC_URL: the office has pages below /book itself; choose another path.');
  });
});
