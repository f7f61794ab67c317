import http, { type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { readPdf } from '#test/read-pdf.ts';

let office: Office;
const desk = codeDesk(() => office);
let batch: number;
let other: number;
let now: number;
const day = 86_400;

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T03:00:00Z');
  now = inSeconds(office.clock.now());
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('first') };
  batch = await desk.addBatch({
    ...of,
    title: 'Autumn reading',
    memo: 'secret discount',
    length: 90,
    valid_until: now + 100 * day,
  });
  await desk.issue(batch, 20, { valid_until: now + 100 * day, length: 90 });
  other = await desk.addBatch({ ...of, title: 'Not for them' });
  await desk.issue(other, 5);
  const codes = (
    await office.db.selectFrom('code').select('code').where('cg_idx', '=', batch).orderBy('code').execute()
  ).map(({ code }) => code);
  const set = (some: string[], values: object) =>
    office.db.updateTable('code').set(values).where('code', 'in', some).execute();
  await set(codes.slice(0, 4), { activated_date: now - 40 * day, expired_date: now + 50 * day });
  await set(codes.slice(4, 6), { activated_date: now - day, expired_date: now + 89 * day });
  await set(codes.slice(6, 7), { activated_date: now - 95 * day, expired_date: now - 5 * day });
  await set(codes.slice(7, 9), { is_canceled: now - day });
  // They were booked now: moved to the days on which they are said to have been redeemed.
  await office.db.updateTable('code_flow').set({ redeemed: 0 }).where('cg_idx', '=', batch).execute();
  await sql`
    insert into code_flow (cg_idx, day, slot, redeemed)
    select cg_idx, (to_timestamp(activated_date) at time zone 'Asia/Seoul')::date, -1, count(*)
    from code where cg_idx = ${batch} and activated_date > 0 group by 1, 2`.execute(office.db);
});
afterAll(() => office.close());

const share = async (body: object = {}, cg_idx = batch): Promise<{ link_idx: number; href: string }> => {
  const answer = await office.admin.post(`/api/v1/code/batch/${cg_idx}/link`, { expires_at: now + 30 * day, ...body });
  expect(answer.status).toBe(200);
  return answer.json.results;
};
const open = (href: string, headers = {}) => office.stranger.get(href, headers);
const links = async () => (await office.admin.get(`/api/v1/code/batch/${batch}/link`)).json.results.links;
const deliveries = async () => (await office.admin.get(`/api/v1/code/batch/${batch}/delivery`)).json.results.deliveries;
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? '';

describe('The page of a batch for its partner', () => {
  test('opens without an account: terms, figures by state that add up, what was redeemed by month', async () => {
    const { href } = await share({ lang: 'en' });
    const { status, body } = await open(href);
    expect(status).toBe(200);
    const text = body
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, '|')
      .replace(/\|+/g, '|');
    for (const part of [
      'Codes for Name of ACME',
      'Autumn reading',
      'Title of first',
      'for 90 days from the day it is redeemed',
      '20 codes today',
    ])
      expect(text).toContain(part);
    for (const [state, count] of [
      ['Unused', 11],
      ['Active', 6],
      ['Expired', 1],
      ['Cancelled', 2],
      ['Total', 20],
    ])
      expect(text).toMatch(new RegExp(`${state} ?\\|([^|]*\\|)?${count}\\|`));
    expect(text).toContain('7 since November 2025');
    expect(text).toMatch(/1\|Nov\|0\|Dec\|4\|Jan\|0\|Feb\|2\|Mar so far/);
    expect(text).toContain('This page closes in 30 days');
  });

  test('is told on the page of the batch: until when, and how often its codes were taken', async () => {
    const { href, link_idx } = await share({ expires_at: '2026-12-31' });
    const shown = async () => (await office.admin.get(`/code/batch/${batch}`)).body;
    expect(await shown()).toShow('Until Dec 31, 2026, no download yet');
    // Asking what there would be takes nothing out.
    expect((await office.stranger.send({ method: 'HEAD', url: `${href}/codes?as=csv` })).status).toBe(200);
    expect(await shown()).toShow('Until Dec 31, 2026, no download yet');
    expect((await open(`${href}/codes?as=csv`)).status).toBe(200);
    expect(await shown()).toShow('Until Dec 31, 2026, 1 download');
    await office.admin.delete(`/api/v1/code/link/${link_idx}`);
    expect(await shown()).not.toShow('Until Dec 31, 2026');
  });

  test.each([
    ['ko', '코드 다운로드'],
    ['jp', 'コードのダウンロード'],
    ['es', 'Descargar sus códigos'],
    ['tr', 'Kodlarınızı indirin'],
  ])('is in the language of its link, which its reader can change: %s', async (lang, words) => {
    const { href } = await share({ lang });
    const { body } = await open(href);
    expect(body).toShow(words);
    expect(body).toShow(`<html lang="${lang === 'jp' ? 'ja' : lang}"`);
    expect((await open(`${href}?lang=en`)).body).toShow('Download your codes');
  });

  test('says nothing else of the library, to nobody, and leaves no trace', async () => {
    const { href } = await share();
    // Not even to staff who are signed in: their cookies are not read.
    for (const answer of [await open(href), await office.admin.get(href)]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      const addresses = Array.from(answer.body.matchAll(/(?:href|action)="([^"]*)"/g), ([, address]) => address ?? '');
      expect(addresses.filter((address) => !/^\/(assets|public)\//.test(address) && !address.startsWith(href))).toEqual(
        [],
      );
      // Names of files and the link have random letters, which may be these.
      const texts = answer.body.replaceAll(/(?:href|src|action)="[^"]*"/g, '').replaceAll(href, '');
      expect(texts).not.toShow(/secret discount|Not for them|data-staff|ada/);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('lets the unused codes be downloaded, or all with their state; each download is counted and recorded', async () => {
    const { href, link_idx } = await share();
    const before = (await deliveries()).length;
    const unused = await open(`${href}/codes`);
    expect(unused.body.trim().split('\r\n')).toHaveLength(12);
    expect(unused.headers['content-disposition']).toContain('filename="acme-autumn-reading-codes-2026-03-02.csv"');
    expect((await open(`${href}/codes?of=all&as=csv&lang=ko`)).body.trim().split('\r\n')).toHaveLength(21);
    expect((await open(`${href}/codes?as=xlsx`)).headers['content-type']).toContain('spreadsheetml');
    const pages = await readPdf((await open(`${href}/codes?as=pdf&lang=ko`)).bytes, 1);
    expect(pages[0]?.text).toContain('등록한 날부터 90일');
    expect(await links()).toContainEqual(expect.objectContaining({ link_idx, downloads: 4, is_open: true }));
    const taken = (await deliveries()).slice(0, -before || undefined);
    expect(taken.map(({ by, to, as, codes }: Record<string, unknown>) => [by, to, as, codes])).toEqual([
      [null, 'Name of ACME', 'pdf', 11],
      [null, 'Name of ACME', 'xlsx', 11],
      [null, 'Name of ACME', 'csv', 20],
      [null, 'Name of ACME', 'csv', 11],
    ]);
    expect((await open(href)).body).toShow('They were downloaded from here 4 times.');
  });
});

describe('Whoever has no link', () => {
  test('finds nothing by guessing, and what is stored opens nothing', async () => {
    const { href } = await share();
    const token = href.split('/').at(-1) ?? '';
    // 192 bits.
    expect(token).toMatch(/^[\w-]{32}$/);
    const stored = await office.db.selectFrom('code_link').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    const hash = stored.at(-1)?.token_hash.toString('hex') ?? '';
    for (const guess of [token.slice(0, -1), `${token}x`, token.toLowerCase(), hash, '1', "'or'1'='1", '..%2f..%2f']) {
      const answer = await open(`/delivery/${guess}`);
      expect([guess, answer.status]).toEqual([guess, 404]);
      expect(answer.body).not.toShow('Autumn reading');
      expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow');
    }
    expect((await open(`/delivery/${'a'.repeat(32)}/codes`)).status).toBe(404);
  });

  test('gets no other batch from a link, whatever is added to it', async () => {
    const { href } = await share();
    const { body } = await open(`${href}/codes?cg_idx=${other}&cust_idx=1&code=A&of=all`);
    expect(body.trim().split('\r\n')).toHaveLength(21);
    expect(body).not.toShow('Not for them');
  });

  test('cannot make, list or revoke links', async () => {
    const { link_idx } = await share();
    for (const answer of [
      await office.stranger.post(`/api/v1/code/batch/${batch}/link`, { expires_at: now + day }),
      await office.stranger.get(`/api/v1/code/batch/${batch}/link`),
      await office.stranger.delete(`/api/v1/code/link/${link_idx}`),
      await office.stranger.get(`/api/v1/code?cg_idx=${batch}`),
    ])
      expect(answer.status).toBe(401);
  });
});

describe('A link that is over', () => {
  test('or revoked shows a sentence and no figures: 410, and nothing leaves any more', async () => {
    const short = await share({ expires_at: now + 60 });
    const revoked = await share();
    expect((await office.admin.delete(`/api/v1/code/link/${revoked.link_idx}`)).status).toBe(200);
    expect((await office.admin.delete(`/api/v1/code/link/${revoked.link_idx}`)).status).toBe(200);
    const before = await deliveries();
    office.clock.advance(61_000);
    for (const { href } of [short, revoked]) {
      for (const path of [href, `${href}/codes`, `${href}/codes?as=pdf`]) {
        const answer = await open(path);
        expect(answer.status).toBe(410);
        expect(answer.body).toShow('This page is closed.');
        expect(answer.body).not.toShow(/Autumn reading|ACME/);
      }
    }
    expect(await deliveries()).toEqual(before);
    const trail = await office.db
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', 'code_link')
      .where('entity_id', '=', String(revoked.link_idx))
      .orderBy('audit_idx')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(['code_link.created', 'code_link.revoked']);
  });

  test('is closed at once at every instance', async () => {
    const there = await startOffice({ beside: office });
    try {
      const { href, link_idx } = await share();
      expect((await there.stranger.get(href)).status).toBe(200);
      await office.admin.delete(`/api/v1/code/link/${link_idx}`);
      expect((await there.stranger.get(href)).status).toBe(410);
      expect((await there.stranger.get(`${href}/codes`)).status).toBe(410);
    } finally {
      await there.close();
    }
  });

  test('cannot be made: its end lies ahead; a day ends with its last moment', async () => {
    const url = `/api/v1/code/batch/${batch}/link`;
    expect((await office.admin.post(url, { expires_at: now })).status).toBe(422);
    expect((await office.admin.post(url, {})).status).toBe(400);
    expect((await office.admin.post('/api/v1/code/batch/999999/link', { expires_at: now + day })).status).toBe(404);
    expect((await office.admin.delete('/api/v1/code/link/999999')).status).toBe(404);
    const { link_idx } = await share({ expires_at: '2026-12-31' });
    const end = Date.parse('2026-12-31T15:00:00Z') / 1000;
    expect(await links()).toContainEqual(expect.objectContaining({ link_idx, expires_at: end }));
  });
});

describe('A link with a password', () => {
  const enter = (href: string, password: string, headers = {}) => office.stranger.form(href, { password }, headers);

  test('asks for it first and says nothing of the batch; the right one opens page and files for this browser', async () => {
    const { href } = await share({ password: '가을 2026' });
    for (const path of [href, `${href}/codes`]) {
      const locked = await open(path);
      expect(locked.status).toBe(401);
      expect(locked.body).toShow('name="password"');
      expect(locked.body).not.toShow(/Autumn reading|ACME/);
    }
    const wrong = await enter(href, 'spring');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toShow('This password is wrong.');
    const right = await enter(href, '가을 2026', { 'sec-fetch-site': 'same-origin', origin: 'null' });
    expect(right.status).toBe(303);
    expect(String(right.headers['set-cookie'])).toMatch(
      new RegExp(`^delivery=[^;]+; Max-Age=1800; Path=${href}; HttpOnly; SameSite=Strict$`),
    );
    const cookie = cookieOf(right);
    expect((await open(href, { cookie })).body).toShow('Autumn reading');
    expect((await open(`${href}/codes`, { cookie })).status).toBe(200);
    // It opens neither another link nor this one for longer, and cannot be altered.
    const second = await share({ password: '가을 2026' });
    expect((await open(second.href, { cookie })).status).toBe(401);
    expect((await open(href, { cookie: `${cookie.slice(0, -2)}AA` })).status).toBe(401);
    office.clock.advance(31 * 60_000);
    expect((await open(href, { cookie })).status).toBe(401);
    const stored = await office.db.selectFrom('code_link').select('password_hash').execute();
    expect(JSON.stringify(stored)).not.toContain('가을');
  });

  test('is guarded against guesses: after ten, even the right password waits; other links do not', async () => {
    const [guessed, free] = [await share({ password: 'right' }), await share({ password: 'right' })];
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => enter(guessed.href, `wrong ${at}`)));
    expect(answers.map(({ status }) => status).filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    const late = await enter(guessed.href, 'right');
    expect(late.status).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect((await enter(free.href, 'right')).status).toBe(303);
  });

  test('does not wait for log-ins of an ID that reads like the link', async () => {
    const { href, link_idx } = await share({ password: 'right' });
    for (let n = 0; n < 10; n++)
      await office.stranger.form('/login', { id: `delivery:${link_idx}`, password: `wrong ${n}` });
    expect((await enter(href, 'right')).status).toBe(303);
  });
});

test('Unread downloads of a link are three at most, and keep no export of staff waiting', async () => {
  const large = await desk.addBatch({
    cust_idx: await desk.addCustomer('BULK'),
    cidx: await desk.addCollection('bulk'),
  });
  // More than the buffers between us and a reader who reads nothing.
  await desk.issue(large, 80_000);
  const { href } = await share({}, large);
  const address = await office.server.listen({ port: 0, host: '127.0.0.1' });
  // Its answers are never read.
  const download = () => new Promise<IncomingMessage>((resolve) => http.get(`${address}${href}/codes?as=csv`, resolve));
  const unread = [await download(), await download(), await download()];
  expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const refused = await download();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  expect((await office.admin.get(`/api/v1/code?as=csv&cg_idx=${other}`)).status).toBe(200);
  for (const answer of unread) answer.destroy();
  await expect
    .poll(async () => {
      const again = await download();
      again.destroy();
      return again.statusCode;
    })
    .toBe(200);
});
