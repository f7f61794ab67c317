import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineMessages } from '#kernel/messages/messages.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { type Office, startOffice } from '#test/app.ts';

const calls = contract({
  'GET /portal/v1/probe': { summary: 'Read', permission: 'key:read', response: results(z.unknown()) },
  'POST /portal/v1/probe': { summary: 'Redeem', permission: 'key:redeem', response: results(z.unknown()) },
});

/** Calls that only return the caller. */
const probe: Feature = {
  name: 'probe',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register({ api }) {
    api(calls, {
      'GET /portal/v1/probe': ({ ctx }) => ({ results: ctx.actor }),
      'POST /portal/v1/probe': ({ ctx }) => {
        ctx.audit({ entity: 'probe', id: 1, action: 'probe.redeemed' });
        return { results: 'done' };
      },
    });
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

const now = () => office.clock.now().getTime() / 1000;
const make = async (body: object = {}) =>
  (await office.admin.post('/api/v1/api_key', { name: 'City portal', scope: 'read', ...body })).json.results;
const read = (key: string, at = office) => at.stranger.get('/portal/v1/probe', { authorization: `Bearer ${key}` });
const redeem = (key: string) => office.stranger.post('/portal/v1/probe', {}, { authorization: `Bearer ${key}` });
const listed = async (idx: number) =>
  (await office.admin.get('/api/v1/api_key')).json.results.find((row: { key_idx: number }) => row.key_idx === idx);

test('a key is shown once, and appears in nothing that is stored or recorded', async () => {
  const { key_idx, key } = await make();
  expect(key).toMatch(/^lib_[\w-]{43}$/);
  expect(await listed(key_idx)).toEqual({
    key_idx,
    name: 'City portal',
    scope: 'read',
    prefix: key.slice(0, 10),
    created_at: now(),
    created_by: 'ada',
    expires_at: 0,
    last_used_at: 0,
    vend: null,
    may: null,
  });
  const stored = await Promise.all([
    office.db.selectFrom('api_key').selectAll().execute(),
    office.db.selectFrom('audit').selectAll().execute(),
    office.db.selectFrom('change').selectAll().execute(),
  ]);
  expect(JSON.stringify(stored)).not.toContain(key);
  expect((await office.admin.get('/settings/keys')).body).not.toShow(key);
});

test('a key allows the calls of its scope, and no other call', async () => {
  const reader = await make();
  const redeemer = await make({ scope: 'redeem' });
  expect(await read(reader.key)).toMatchObject({
    status: 200,
    json: { results: { keyIdx: reader.key_idx, name: 'City portal', scope: 'read' } },
  });
  expect(await redeem(redeemer.key)).toMatchObject({ status: 200 });
  const refused = { status: 403, json: { error: { code: 'error.key_scope' } } };
  expect(await read(redeemer.key)).toMatchObject(refused);
  expect(await redeem(reader.key)).toMatchObject(refused);
  const asStaff = await office.stranger.get('/api/v1/book?bid=x', { authorization: `Bearer ${reader.key}` });
  expect(asStaff).toMatchObject({ status: 401, json: { error: { code: 'error.sign_in' } } });
});

test.each(['', 'Bearer', 'Bearer lib_unknown', 'Basic lib_x', 'Bearer a b', 'Bearer \u00e9'])(
  'a call is refused with 401 where its key is invalid: %j',
  async (authorization) => {
    const answer = await office.stranger.get('/portal/v1/probe', { authorization });
    expect(answer).toMatchObject({ status: 401, json: { error: { code: 'error.api_key' } } });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  },
);

test('a session gives no access to calls for keys, and is ignored beside a key', async () => {
  const { key_idx, key } = await make();
  expect(await office.admin.get('/portal/v1/probe')).toMatchObject({ status: 401 });
  const both = await office.admin.get('/portal/v1/probe', { authorization: `Bearer ${key}` });
  expect(both.json.results).toMatchObject({ keyIdx: key_idx });
});

test('what a key did is in the audit trail under its name and prefix', async () => {
  const { key } = await make({ scope: 'redeem', name: 'Kiosk' });
  await redeem(key);
  const row = await office.db
    .selectFrom('audit')
    .select('actor')
    .where('entity', '=', 'probe')
    .orderBy('audit_idx')
    .execute();
  expect(row.at(-1)).toEqual({ actor: `Kiosk (${key.slice(0, 10)}…)` });
});

test('a revoked key is refused at once on every instance, and the trail says who revoked it', async () => {
  const { key_idx, key } = await make();
  expect((await read(key, other)).status).toBe(200);
  expect(await office.admin.delete(`/api/v1/api_key/${key_idx}`)).toMatchObject({ status: 200 });
  expect((await read(key, other)).status).toBe(401);
  expect((await read(key)).status).toBe(401);
  const again = await office.admin.delete(`/api/v1/api_key/${key_idx}`);
  expect(again).toMatchObject({ status: 404, json: { error: { code: 'apikey.not_found' } } });
  const trail = await office.db
    .selectFrom('audit')
    .select(['actor', 'action'])
    .where('entity', '=', 'api_key')
    .where('entity_id', '=', String(key_idx))
    .orderBy('audit_idx')
    .execute();
  expect(trail).toEqual([
    { actor: 'ada', action: 'api_key.created' },
    { actor: 'ada', action: 'api_key.revoked' },
  ]);
});

test('the trail says when a key expires as a time, or that it does not', async () => {
  const ends = now() + 60;
  const keys = [await make({ expires_at: ends }), await make()];
  const rows = await office.db
    .selectFrom('audit')
    .select(['entity_id', 'after'])
    .where('entity', '=', 'api_key')
    .execute();
  const noted = keys.map(({ key_idx }) => rows.find((row) => row.entity_id === String(key_idx))?.after);
  expect(noted).toMatchObject([{ expires_at: new Date(ends * 1000).toISOString() }, { expires_at: null }]);
});

test('a key stops working when it expires', async () => {
  const { key } = await make({ expires_at: now() + 60 });
  office.clock.advance(59_000);
  expect((await read(key)).status).toBe(200);
  office.clock.advance(1000);
  expect((await read(key)).status).toBe(401);
});

test('the last use of a key is recorded once a minute', async () => {
  const { key_idx, key } = await make();
  const first = now();
  await read(key);
  office.clock.advance(59_000);
  await read(key);
  expect(await listed(key_idx)).toMatchObject({ last_used_at: first });
  office.clock.advance(1000);
  await read(key);
  expect(await listed(key_idx)).toMatchObject({ last_used_at: first + 60 });
  // A clock that was an hour fast is corrected.
  office.clock.advance(-3_600_000);
  await read(key);
  expect(await listed(key_idx)).toMatchObject({ last_used_at: first + 60 - 3600 });
  office.clock.advance(3_600_000);
});

test.each([
  [{ name: '' }, 400, 'name'],
  [{ scope: 'write' }, 400, 'scope'],
  [{ expires_at: -1 }, 400, 'expires_at'],
  [{ expires_at: 1 }, 422, 'expires_at'],
])('an invalid key is refused with the field named: %j', async (body, status, field) => {
  const answer = await office.admin.post('/api/v1/api_key', { name: 'x', scope: 'read', ...body });
  expect(answer).toMatchObject({ status, json: { error: { fields: { [field]: expect.any(String) } } } });
});

test('the description of the calls says which need a key', async () => {
  const { paths, components } = (await office.admin.get('/openapi.json')).json;
  expect(paths['/portal/v1/probe'].get.security).toEqual([{ key: [] }]);
  expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
});

test('the page and its dialog speak the language of the reader', async () => {
  await make();
  expect((await office.admin.get('/settings/keys?lang=ko')).body).toShow('마지막 사용');
  expect((await office.admin.get('/settings/keys/create?lang=tr')).body).toShow('Yeni API anahtarı');
});
