import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { probe } from './probe.fixture.ts';

let office: Office;
let https: Office;
beforeAll(async () => {
  office = await startOffice({ extra: probe });
  https = await startOffice({
    extra: probe,
    environment: { PUBLIC_URL: 'https://office.example', TRUSTED_PROXIES: '10.0.0.0/8', RATE_LIMIT: '5' },
  });
});
afterAll(() => Promise.all([office.close(), https.close()]));

describe('Every answer', () => {
  const answers = {
    'a page': () => office.admin.get('/probe/here'),
    'a fragment': () => office.admin.get('/probe/here/dialog', { 'sec-fetch-mode': 'cors' }),
    'a call': () => office.stranger.post('/api/v1/probe', { needed: true }),
    'a refusal': () => office.stranger.post('/api/v1/probe', {}),
    'a stranger sent away': () => office.stranger.get('/probe/here'),
    'a write from another site': () => office.admin.post('/api/v1/probe', {}, { origin: 'https://evil.example' }),
    'a failure': () => office.stranger.get('/api/v1/probe/fail/unexpected'),
    'a page that is not there': () => office.admin.get('/nowhere'),
    'a file': () => office.stranger.get('/public/early.js'),
    'an address that cannot be decoded': () => office.admin.get('/%ff'),
    health: () => office.stranger.get('/healthz'),
  };

  test.each(Object.entries(answers))(
    'blocks foreign and inline scripts, and framing by other sites: %s',
    async (_what, request) => {
      const { headers } = await request();
      const policy = new Map(
        String(headers['content-security-policy'])
          .split(';')
          .map((part): [string, string] => [part.split(' ')[0] ?? '', part]),
      );
      expect(policy.get('script-src')).toBe("script-src 'self'");
      expect(policy.get('default-src')).toBe("default-src 'self'");
      expect(policy.get('object-src')).toBe("object-src 'none'");
      expect(policy.get('base-uri')).toBe("base-uri 'none'");
      expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  test('bears the number of its request, and no two are the same', async () => {
    const numbers = [];
    for (const request of Object.values(answers)) numbers.push((await request()).headers['x-request-id']);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(number).toMatch(/^[\da-f-]{36}$/);
  });

  test('is not cached, except files whose name changes with their content', async () => {
    for (const [what, request] of Object.entries(answers).filter(([name]) => name !== 'a file')) {
      expect([what, (await request()).headers['cache-control']]).toEqual([what, 'no-store']);
    }
    expect((await answers['a file']()).headers['cache-control']).toBe('public, max-age=3600');
    const script = /\/assets\/[\w.-]+\.js/.exec((await answers['a page']()).body)?.[0] ?? '';
    expect((await office.stranger.get(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('enforces https from then on where the product is public under https, and only there', async () => {
    const strict = await https.stranger.send({ url: '/healthz' });
    expect(strict.headers['strict-transport-security']).toMatch(/max-age=\d{7}/);
    expect((await office.stranger.get('/healthz')).headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('A long answer', () => {
  const raw = (encoding: string) =>
    office.server.inject({ url: '/probe/here', headers: { cookie: office.admin.cookie, 'accept-encoding': encoding } });

  test('is compressed as the browser can read it', async () => {
    const plain = await raw('identity');
    const [zstd, br, gzip] = [await raw('gzip, br, zstd'), await raw('gzip, br'), await raw('gzip')];
    expect([zstd, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['zstd', 'br', 'gzip']);
    expect(zstdDecompressSync(zstd.rawPayload).toString()).toMatch(/<\/html>$/);
    expect(brotliDecompressSync(br.rawPayload).toString()).toMatch(/<\/html>$/);
    expect(gunzipSync(gzip.rawPayload).toString()).toMatch(/<\/html>$/);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(br.headers['vary']).toContain('accept-encoding');
  });

  test('that is short is not compressed', async () => {
    const answer = await office.server.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });
});

describe('A request that is too large or of the wrong type', () => {
  test.each([
    ['JSON', 'application/json', `{"name":"${'x'.repeat(1 << 16)}"}`],
    ['a form', 'application/x-www-form-urlencoded', `title=${'x'.repeat(1 << 16)}`],
  ])('is refused above 64 KiB for most calls: %s', async (_what, type, payload) => {
    const headers = { 'content-type': type };
    const answer = await office.stranger.send({ method: 'POST', url: '/api/v1/probe/form', payload, headers });
    expect(answer).toMatchObject({
      status: 413,
      json: { error: { code: 'invalid.too_large', message: 'The request is too large.' } },
    });
  });

  test('is refused by its content type', async () => {
    const headers = { 'content-type': 'text/xml' };
    const answer = await office.stranger.send({ method: 'POST', url: '/api/v1/probe', payload: '<a/>', headers });
    expect(answer).toMatchObject({ status: 415, json: { error: { code: 'invalid.media_type' } } });
  });
});

describe('Too many requests', () => {
  const from = (remoteAddress: string, url: string, headers: Record<string, string> = {}) =>
    https.stranger.send({ url, remoteAddress, headers });

  test('from one address are refused with the time to wait, in the language asked for; others are not', async () => {
    // Refused and unknown ones count too: guessing is not free.
    for (const url of ['/api/v1/age_group', '/nowhere', '/api/v1/probe/7', '/public/early.js', '/login']) {
      expect((await from('203.0.113.1', url)).status).not.toBe(429);
    }
    const refused = await from('203.0.113.1', '/api/v1/probe/7?lang=es');
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d{1,2}$/), 'x-ratelimit-limit': '5' },
      json: {
        error: { code: 'error.too_many', message: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.' },
      },
    });
    expect(await from('203.0.113.1', '/probe/here')).toMatchObject({
      status: 429,
      body: expect.stringContaining('<html'),
    });
    expect((await from('203.0.113.2', '/api/v1/probe/7')).status).toBe(200);
  });

  test('that another site makes a browser send leave its visitor what they have here', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    for (let n = 0; n < 5; n++) expect((await from('203.0.113.6', '/login', elsewhere)).status).toBe(200);
    expect((await from('203.0.113.6', '/login', elsewhere)).status).toBe(429);
    expect((await from('203.0.113.6', '/login', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('count for a whole IPv6 network, of which one customer has every address', async () => {
    const request = async (address: string) => (await from(address, '/healthz/nowhere')).status;
    for (let n = 0; n < 5; n++) expect(await request(`2001:db8:1:2::${n}`)).not.toBe(429);
    expect([await request('2001:db8:1:2:ffff::9'), await request('2001:db8:1:3::1')]).toEqual([429, 404]);
  });

  test('never affect the monitoring of the process', async () => {
    for (let n = 0; n < 10; n++) expect((await from('203.0.113.3', '/healthz')).status).toBe(200);
  });

  test('count for the address a trusted proxy names, and no other can name one', async () => {
    const address = async (remoteAddress: string) =>
      (await from(remoteAddress, '/api/v1/probe/address', { 'x-forwarded-for': '198.51.100.7' })).json.results;
    expect(await address('10.1.2.3')).toBe('198.51.100.7');
    expect(await address('203.0.113.9')).toBe('203.0.113.9');
  });

  test('count for the person who follows a link to a fragment, not for the process itself', async () => {
    const link = (remoteAddress: string) =>
      from(remoteAddress, '/probe/here/dialog', { cookie: https.admin.cookie, 'sec-fetch-mode': 'navigate' });
    // Each follow takes two requests: the fragment and the page below it.
    expect([(await link('203.0.113.4')).status, (await link('203.0.113.4')).status]).toEqual([200, 200]);
    expect((await link('203.0.113.4')).status).toBe(429);
    expect((await link('203.0.113.5')).status).toBe(200);
  });
});

describe('A write', () => {
  test.each([
    [{ origin: 'http://localhost:3000', host: 'localhost:3000' }],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{}],
  ])('from this site or from a tool is accepted: %o', async (headers) => {
    expect((await office.stranger.post('/api/v1/probe', { needed: true }, headers)).status).toBe(200);
  });

  test.each([
    [{ origin: 'http://localhost:3001', host: 'localhost:3000' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('from another site is refused: %o', async (headers) => {
    const answer = await office.stranger.post('/api/v1/probe', { needed: true }, headers);
    expect(answer).toMatchObject({ status: 403, json: { error: { code: 'error.cross_site' } } });
  });

  test('of our own page behind a proxy that changes the host is refused with that cause', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'https://office.example', host: 'inner:3000' };
    const { status, json } = await office.stranger.post('/api/v1/probe', { needed: true }, headers);
    expect([status, json.error.code]).toEqual([403, 'error.other_host']);
    expect(json.error.message).toContain('PUBLIC_URL');
  });

  test('is accepted from the public address alone where there is one, whatever host a proxy names', async () => {
    let n = 0;
    const send = (origin: string) =>
      https.stranger.send({
        method: 'POST',
        url: '/api/v1/probe',
        payload: { needed: true },
        remoteAddress: `203.0.113.${60 + n++}`,
        headers: { origin, host: 'inner:3000' },
      });
    expect((await send('https://office.example')).status).toBe(200);
    for (const origin of [
      'https://office.example.evil',
      'http://office.example',
      'https://office.example:8443',
      'http://office.example:443',
      'http://inner:3000',
      'https://inner:3000',
    ]) {
      expect([origin, (await send(origin)).status]).toEqual([origin, 403]);
    }
  });
});
