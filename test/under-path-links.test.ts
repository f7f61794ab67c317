import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type ProviderDouble, startProvider } from '#features/staff/single-sign-on/provider.fixture.ts';
import { visitProvider } from '#kernel/auth/provider-visit.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { giveAddress, type SmtpDouble, startSmtp } from '#test/smtp-double.ts';
import { Portal } from '../clients/portal/src/portal-client.ts';

const base = '/office';
const below = `http://127.0.0.1:4999${base}`;
let provider: ProviderDouble;
let smtp: SmtpDouble;
let office: Office;
beforeAll(async () => {
  provider = await startProvider();
  smtp = await startSmtp();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Library Office <office@library.example>' };
  office = await startOffice({ jobs: true, environment: { ...provider.environment, ...mail, PUBLIC_URL: below } });
  const books = [1, 2, 3].map((n) => bookRow(n));
  must(await office.admin.post('/api/v1/book', { books, create_missing: true }));
  must(await office.admin.put('/api/v1/book', { bids: books.map(({ bid }) => bid) }));
});
afterAll(async () => {
  await office.close();
  await provider.stop();
  await smtp.close();
});

test('Under a path, single sign-on comes back to the path and opens the page that was wanted', async () => {
  provider.people.set('kim', { groups: ['librarians'] });
  const left = await office.stranger.get(`${base}/login/oidc?next=%2Fagegroup`);
  const set = [left.headers['set-cookie']].flat().join();
  expect(set).toContain('Path=/office');
  const callback = await visitProvider(String(left.headers['location']), 'kim');
  expect(callback).toMatch(/^\/office\/login\/oidc\/callback\?/);
  const back = await office.stranger.get(callback, { cookie: set.split(';')[0] ?? '' });
  expect(back).toMatchObject({ status: 303, headers: { location: `${base}/agegroup` } });
});

test('Under a path, links in mails open the office there', async () => {
  await giveAddress(office.db, 'ada', 'ada@library.example');
  must(await office.admin.post('/api/v1/mail/test'));
  await expect.poll(() => smtp.received[0]?.mail.text).toContain(`${below}/`);
  const links = String(smtp.received[0]?.mail.text).match(/https?:\/\/\S+/g) ?? [];
  expect(links.filter((link) => !link.startsWith(below))).toEqual([]);
});

test('Under a path, a calendar is fetched there, and its entries open there', async () => {
  const apply_at = Math.floor(office.clock.now().getTime() / 1000) + 86_400;
  must(await office.admin.post('/api/v1/release', { name: 'Winter', apply_at }));
  const { href } = must(await office.admin.post('/api/v1/calendar_link', {}));
  const address = href.startsWith('http') ? href.replace(new URL(below).origin, '') : href;
  expect(address).toMatch(/^\/office\//);
  const calendar = await office.stranger.get(address);
  expect(calendar).toMatchObject({ status: 200 });
  const links = calendar.body.replaceAll(/\r\n /g, '').match(/https?:\/\/[^\s"]+/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !link.startsWith(`${below}/`))).toEqual([]);
});

test('Under a path, the client reads, follows changes and gets files whose addresses lead there', async () => {
  const { key } = must(await office.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'read' }));
  const url = (await office.server.listen({ port: 0, host: '127.0.0.1' })) + base;
  const portal = new Portal({ url, key });
  const bids: string[] = [];
  for await (const { bid } of portal.books()) bids.push(bid);
  expect(bids).toEqual(['B1', 'B2', 'B3']);
  const stop = new AbortController();
  const changed: (string | null)[] = [];
  for await (const { isAnew, changes } of portal.changes({ signal: stop.signal })) {
    if (isAnew) must(await office.admin.put('/api/v1/book/B2', { title: 'Another title' }));
    changed.push(...changes.map(({ id }) => id));
    if (changed.includes('B2')) stop.abort();
  }
  expect((await portal.book('B2'))?.title).toBe('Another title');
});

test('Under a path, a catalogue of OPDS leads from feed to feed there', async () => {
  must(await office.admin.put('/api/v1/setting/opds', { value: 'key' }));
  const challenge = await office.stranger.get(`${base}/portal/v1/opds`);
  const start = `${below}/portal/v1/opds`;
  expect(JSON.parse(challenge.body)).toMatchObject({ id: start, links: [{ rel: 'start', href: start }] });
  must(await office.admin.put('/api/v1/setting/opds', { value: 'open' }));
  const queue = [`${base}/portal/v1/opds`];
  const seen = new Set<string>();
  for (let address = queue.shift(); address !== undefined && seen.size < 40; address = queue.shift()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const feed = await office.stranger.get(address);
    expect(feed.status, address).toBe(200);
    const hrefs = Array.from(feed.body.matchAll(/"href":"([^"{]+)/g), ([, href = '']) => href);
    expect(hrefs.filter((href) => !href.startsWith(`${below}/`))).toEqual([]);
    queue.push(...hrefs.filter((href) => href.includes('/opds')).map((href) => href.replace(below, base)));
  }
  expect(seen.size).toBeGreaterThan(5);
});
