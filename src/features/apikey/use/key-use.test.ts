import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineMessages } from '#kernel/messages/messages.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { contract } from '#kernel/work/contract.ts';
import { removeSome } from '#kernel/work/short-lived.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { results } from '#kernel/work/fields.ts';
import { type Office, startOffice } from '#test/app.ts';
import { shortLivedUses } from './key-use.store.ts';

const old = { deprecated: true };
const shape = z.object({ title: z.string(), blurb: z.string().meta(old).nullable() });

const calls = contract({
  'GET /portal/v1/old/:bid': {
    summary: 'With fields that are going',
    permission: 'key:read',
    params: z.object({ bid: z.string() }),
    query: z.object({ fields: z.string().optional(), tone: z.string().meta(old).default('plain') }),
    response: results(z.array(shape)),
  },
});

const probe: Feature = {
  name: 'probe',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register({ api }) {
    api(calls, { 'GET /portal/v1/old/:bid': () => ({ results: [] }) });
  },
};

let office: Office;
let other: Office;
beforeAll(async () => {
  office = await startOffice({ extra: probe });
  other = await startOffice({ extra: probe, beside: office });
});
afterAll(async () => {
  await other.close();
  await office.close();
});

async function newKey(scope = 'read') {
  const { key_idx, key } = (await office.admin.post('/api/v1/api_key', { name: 'City portal', scope })).json.results;
  const headers = { authorization: `Bearer ${key}` };
  return { idx: key_idx as number, get: (url: string, at = office) => at.stranger.get(url, headers) };
}

const usesOf = async (idx: number, at = office, by = at.admin) => {
  const { status, json } = await by.get(`/api/v1/api_key/${idx}/use`);
  expect(status).toBe(200);
  return json.results.uses;
};
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(office.clock.now());

test('a key has what it called, how often and when last, whichever instance answered', async () => {
  const key = await newKey();
  expect(await usesOf(key.idx)).toEqual([]);
  for (const bid of ['B1', 'B2']) await key.get(`/portal/v1/books/${bid}`);
  await key.get('/portal/v1/series');
  await key.get('/portal/v1/books/B3', other);
  // Another instance adds what it counted within ten seconds, or once it is asked.
  await usesOf(key.idx, other);
  const at = today();
  expect(await usesOf(key.idx)).toEqual([
    { call: 'GET /portal/v1/books/{bid}', calls: 3, last_on: at, deprecated: [] },
    { call: 'GET /portal/v1/series', calls: 1, last_on: at, deprecated: [] },
  ]);
});

test('what was refused for its key or its input is not counted, nor what a session calls', async () => {
  const key = await newKey();
  await key.get('/portal/v1/books?limit=none');
  await key.get('/api/v1/api_key/own');
  await office.admin.get('/api/v1/api_key');
  expect(await usesOf(key.idx)).toEqual([]);
  expect((await office.admin.get('/api/v1/api_key/999999/use')).status).toBe(404);
});

test('a key of staff is counted as its own, not as its person', async () => {
  const key = await newKey('staff');
  await key.get('/api/v1/api_key/own');
  expect(await usesOf(key.idx)).toMatchObject([{ call: 'GET /api/v1/api_key/own', calls: 1 }]);
});

test('a deprecated field counts where it is sent, and where it is answered because it was named or nothing was', async () => {
  const address = '/portal/v1/old/B1';
  const used = async (query: string) => {
    const key = await newKey();
    await key.get(address + query);
    return (await usesOf(key.idx))[0].deprecated;
  };
  expect(await used('?fields=title')).toEqual([]);
  expect(await used('?fields=title,blurb')).toEqual(['blurb']);
  expect(await used('')).toEqual(['blurb']);
  expect(await used('?fields=title&tone=warm')).toEqual(['tone']);
  const key = await newKey();
  await key.get(`${address}?fields=title&tone=warm`);
  await usesOf(key.idx);
  await key.get(`${address}?fields=blurb`);
  await key.get('/portal/v1/series');
  await key.get('/portal/v1/series');
  await key.get('/portal/v1/series');
  const [first, second] = await usesOf(key.idx);
  expect(first).toMatchObject({ call: 'GET /portal/v1/old/{bid}', calls: 2, deprecated: ['blurb', 'tone'] });
  expect(second).toMatchObject({ calls: 3 });
  const { paths } = (await office.admin.get('/openapi.json')).json;
  expect(JSON.stringify(paths['/portal/v1/old/{bid}'])).toContain('"deprecated":true');
});

test('calls do not wait for the count: nothing is written until it is stored for many at once', async () => {
  const key = await newKey();
  await Promise.all(Array.from({ length: 50 }, () => key.get('/portal/v1/series')));
  const stored = sql<{ calls: number }>`select calls from key_use where key_idx = ${key.idx}`;
  expect((await stored.execute(office.db)).rows).toEqual([]);
  expect(await usesOf(key.idx)).toMatchObject([{ calls: 50 }]);
  expect((await stored.execute(office.db)).rows).toEqual([{ calls: 50 }]);
});

test('what is counted is stored when the process stops', async () => {
  const key = await newKey();
  const third = await startOffice({ beside: office });
  await key.get('/portal/v1/series', third);
  await third.close();
  expect(await usesOf(key.idx)).toMatchObject([{ calls: 1 }]);
});

test('the dialog shows it in the language of the reader', async () => {
  const key = await newKey();
  expect((await office.admin.get(`/settings/keys/${key.idx}/use?lang=ko`)).body).toShow(
    '지난 30일 동안 호출이 없습니다.',
  );
  await key.get('/portal/v1/series');
  const { body } = await office.admin.get(`/settings/keys/${key.idx}/use`);
  expect(body).toShow('Use of City portal');
  expect(body).toShow('GET /portal/v1/series');
});

test('uses are shown for 30 days, and their rows go in the night after', async () => {
  const key = await newKey();
  await key.get('/portal/v1/series');
  expect(await usesOf(key.idx)).toHaveLength(1);
  const later = async (days: number) => {
    office.clock.advance(days * 86_400_000);
    return usesOf(key.idx, office, await office.signIn('ada', true));
  };
  expect(await later(29)).toHaveLength(1);
  expect(await later(1)).toEqual([]);
  office.clock.advance(86_400_000);
  const removed = await office.app.work.write(systemCaller('test'), (ctx) => removeSome(ctx, shortLivedUses));
  expect(removed).toBeGreaterThan(0);
  const { rows } = await sql`select from key_use where key_idx = ${key.idx}`.execute(office.db);
  expect(rows).toEqual([]);
});
