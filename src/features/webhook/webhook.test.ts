import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeShortLived } from '#kernel/work/short-lived.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { spawnOffice } from '#test/spawned-office.ts';
import { longestWait, shortLivedDeliveries } from './delivery/webhook-delivery.store.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';
import { longestRetryAfter, nextAttempt, overlapHours, retentionDays, retrySeconds } from './webhook.rules.ts';

const offices: Office[] = [];
let office: Office;
let receiver: Receiver;
let dataDir: string;
beforeAll(async () => {
  // Instances share the key that seals the secrets.
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'webhook-'));
  receiver = await startReceiver();
  for (const _ of [1, 2]) {
    const [beside] = offices;
    offices.push(await startOffice({ jobs: true, environment: { DATA_DIR: dataDir }, ...(beside && { beside }) }));
  }
  [office] = offices as [Office];
});
afterAll(async () => {
  for (const one of offices.toReversed()) await one.close();
  await receiver.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await office.db.deleteFrom('webhook').execute();
  receiver.received = [];
  receiver.answer = (response) => response.end('thanks');
  office.clock.set(new Date().toISOString());
  await later(0);
});

/** Advances the clock, possibly past the end of sessions. */
async function later(ms: number): Promise<void> {
  office.clock.advance(ms);
  office.admin = await office.signIn('ada', true);
}

const api = '/api/v1/webhook';
const add = async (body: object = {}): Promise<{ wh_idx: number; secret: string }> =>
  (await office.admin.post(api, { name: 'City portal', url: receiver.url, ...body })).json.results;
const get = async (whIdx: number) => (await office.admin.get(`${api}/${whIdx}`)).json.results;
const deliveries = async (whIdx: number, query = '') =>
  (await office.admin.get(`${api}/${whIdx}/delivery${query}`)).json.results;
const change = (ids: readonly (string | number)[], kind = 'series', at = office) =>
  at.app.work.write(systemCaller('test'), async (ctx) => {
    for (const id of ids) ctx.changed(kind, id);
  });
const fail =
  (status = 500) =>
  (response: { writeHead: (status: number) => { end: (text: string) => void } }) =>
    response.writeHead(status).end('broken');
/** Ends the claims of all senders, as half a minute would. */
const expireClaims = (at: Office) => at.db.updateTable('webhook').set({ claimed_until: 'now' }).execute();
const trail = async (whIdx: number) =>
  (
    await office.db
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', 'webhook')
      .where('entity_id', '=', String(whIdx))
      .orderBy('audit_idx')
      .execute()
  ).map(({ action }) => action);

/** Waits until the webhook has recorded this many failures in a row. */
const failed = (whIdx: number, failures: number) =>
  expect
    .poll(
      async () =>
        (await office.db.selectFrom('webhook').select('failures').where('wh_idx', '=', whIdx).executeTakeFirst())
          ?.failures,
    )
    .toBe(failures);

describe('A webhook', () => {
  test('is sent changes in order, by one of two instances, with a signature the standard library accepts', async () => {
    const { secret } = await add();
    const ids = Array.from({ length: 30 }, (_, n) => String(n));
    for (const [n, id] of ids.entries()) await change([id], 'series', offices[n % 2]);
    await expect.poll(() => receiver.received.length).toBe(ids.length);
    expect(receiver.messages()).toEqual(ids.map((id) => `series ${id}`));
    for (const one of receiver.received) expect(receiver.verify(one, secret)).toEqual(one.message);
    expect(receiver.received[0]?.message).toMatchObject({ type: 'series.changed', data: { kind: 'series', id: '0' } });
    const [first] = receiver.received;
    expect(() => first && receiver.verify({ ...first, body: first.body.replace('"0"', '"1"') }, secret)).toThrow();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(ids.length);
  });

  test('is found in the finder by its name and by its address, for administrators', async () => {
    const { wh_idx } = await add();
    const host = new URL(receiver.url).host;
    for (const text of ['city', host])
      expect((await office.admin.get(`/api/v1/search?text=${encodeURIComponent(text)}`)).json.results).toContainEqual({
        label: 'City portal',
        detail: receiver.url,
        href: `/settings/webhooks/${wh_idx}`,
        kind: 'Webhook',
        icon: 'page',
        acts: [],
      });
    // The clock may be past the end of an earlier session.
    const member = await office.signIn('bert', false);
    expect((await member.get('/api/v1/search?text=city')).status).toBe(403);
  });

  test('is sent only the kinds it wants, and nothing that portals do not get', async () => {
    await add({ kinds: ['series', 'roadmap'] });
    await change(['X'], 'book');
    await change(['X'], 'category');
    await change(['staff'], 'staff');
    await change(['1'], 'roadmap');
    await change(['2']);
    await expect.poll(() => receiver.messages()).toEqual(['roadmap 1', 'series 2']);
  });

  test('is sent a record once that changed several times while it waited', async () => {
    const { wh_idx } = await add({ active: false });
    await change(['1', '2', '1', '1']);
    const { version } = await get(wh_idx);
    await office.admin.put(`${api}/${wh_idx}`, { active: true, version });
    await expect.poll(() => receiver.messages()).toEqual(['series 1', 'series 2']);
  });

  test('has its failures retried later, under the same id, while later changes wait', async () => {
    const { wh_idx } = await add();
    receiver.answer = fail();
    await change(['1', '2']);
    await failed(wh_idx, 1);
    expect(await get(wh_idx)).toMatchObject({ state: 'retrying', waiting: 2 });
    office.clock.advance(retrySeconds[0] * 1100);
    await failed(wh_idx, 2);
    receiver.answer = (response) => response.end('at last');
    office.clock.advance(retrySeconds[1] * 1100);
    await expect.poll(() => receiver.messages()).toEqual(['series 1', 'series 1', 'series 1', 'series 2']);
    const [one, two, three, four] = receiver.received.map(({ id }) => id);
    expect([two, three]).toEqual([one, one]);
    expect(four).not.toBe(one);
    // The outcome is recorded a moment later.
    await expect
      .poll(() => deliveries(wh_idx))
      .toMatchObject([
        { state: 'delivered', attempts: 1, status: 200, id: '2' },
        { state: 'delivered', attempts: 3, status: 200, id: '1' },
      ]);
    expect((await get(wh_idx)).state).toBe('active');
  });

  test('tells the metrics how long its first message waits; one that is sent again has not waited since it was made', async () => {
    const { wh_idx } = await add();
    office.clock.advance(-2 * 3_600_000);
    await change(['1']);
    await expect.poll(() => deliveries(wh_idx)).toMatchObject([{ state: 'delivered' }]);
    expect(await longestWait(office.db)).toBe(0);
    receiver.answer = fail();
    await change(['2']);
    await failed(wh_idx, 1);
    expect(Math.round((await longestWait(office.db)) / 3600)).toBe(2);
    await office.db.updateTable('webhook').set({ stopped_at: 'now' }).execute();
    expect(await longestWait(office.db)).toBe(0);
    await office.db.updateTable('webhook').set({ stopped_at: null, failing_since: null, failures: 0 }).execute();
    expect(await longestWait(office.db)).toBe(0);
  });

  test('has nothing to send after a failover without changes, and is then sent the next change once', async () => {
    await add();
    await change(['1']);
    await expect.poll(() => receiver.messages()).toEqual(['series 1']);
    await sql`update change_epoch set home = regexp_replace(home, ':[0-9A-F]{8}:', ':00000000:')`.execute(office.db);
    await sql`select follow_promotion()`.execute(office.db);
    const upToDate = sql<{ it: boolean }>`
      select cursor = epoch || '-' || (select max(change_idx) from change) as it from webhook, change_epoch`;
    await expect.poll(async () => (await upToDate.execute(office.db)).rows).toEqual([{ it: true }]);
    await change(['2']);
    await expect.poll(() => receiver.messages()).toEqual(['series 1', 'series 2']);
  });

  test('stops after a day of failures, which is a task for staff, who can then send what it missed', async () => {
    const { wh_idx } = await add({ name: 'Silent' });
    receiver.answer = fail(503);
    await change(['1', '2']);
    await failed(wh_idx, 1);
    const since = Math.floor(office.clock.now().getTime() / 1000);
    for (const [n, wait] of retrySeconds.entries()) {
      await later(wait * 1100);
      await failed(wh_idx, n + 2);
    }
    expect(await get(wh_idx)).toMatchObject({ state: 'stopped', waiting: 1 });
    expect(office.clock.now().getTime() / 1000 - since).toBeGreaterThan(86_000);
    expect((await office.admin.get('/')).body).toShow('Webhook Silent has stopped');
    const page = (await office.admin.get(`/settings/webhooks/${wh_idx}`)).body;
    expect(page).toShow('Send what it missed');
    receiver.answer = (response) => response.end();
    receiver.received = [];
    const answer = await office.admin.post(`${api}/${wh_idx}/replay`, { since });
    expect(answer.json.results).toEqual({ success: true, count: 1 });
    await expect.poll(() => receiver.messages()).toEqual(['series 1', 'series 2']);
    expect(await trail(wh_idx)).toEqual(['webhook.created', 'webhook.stopped', 'webhook.replayed']);
  });

  test.each([
    [429, '600', 600],
    [503, '600', 600],
    [503, 'the time in an hour', 3590],
    [429, '1', retrySeconds[0]],
    [429, '9999999', longestRetryAfter],
    [503, 'soon', retrySeconds[0]],
    [500, '600', retrySeconds[0]],
  ])('whose receiver answers %i with Retry-After %j is retried after %i seconds', async (status, text, wait) => {
    const { wh_idx } = await add();
    const header = text === 'the time in an hour' ? new Date(Date.now() + 3_600_000).toUTCString() : text;
    receiver.answer = (response) => response.writeHead(status, { 'retry-after': header }).end();
    const requested = office.clock.now().getTime() / 1000;
    await change(['1']);
    await failed(wh_idx, 1);
    const { next_at } = await get(wh_idx);
    expect(next_at - requested).toBeGreaterThanOrEqual(wait - 1);
    // At most a tenth is added.
    expect(next_at - requested).toBeLessThan(wait * 1.11 + 10);
  });

  test('that a receiver keeps delaying is stopped after a day all the same', () => {
    const since = new Date();
    const after = (hours: number) => new Date(since.getTime() + hours * 3_600_000);
    const failing = { failures: 4, since, retryAfter: longestRetryAfter };
    expect(nextAttempt(failing, after(23))).not.toBeNull();
    expect(nextAttempt(failing, after(24))).toBeNull();
  });

  test('stops at once when its receiver answers that it is gone', async () => {
    const { wh_idx } = await add();
    receiver.answer = fail(410);
    await change(['1']);
    await expect.poll(async () => (await get(wh_idx)).state).toBe('stopped');
    const { version } = await get(wh_idx);
    receiver.answer = (response) => response.end();
    await office.admin.put(`${api}/${wh_idx}`, { url: `${receiver.url}/new`, version });
    await change(['2']);
    await expect.poll(() => receiver.messages().at(-1)).toBe('series 2');
  });

  test('follows no redirect, and stores only the start of an answer', async () => {
    const { wh_idx } = await add();
    receiver.answer = (response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
    await change(['1']);
    await failed(wh_idx, 1);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (response) => response.writeHead(400).end('x'.repeat(1 << 20));
    office.clock.advance(retrySeconds[0] * 1100);
    await failed(wh_idx, 2);
    const row = await office.db.selectFrom('webhook_delivery').select('response').executeTakeFirstOrThrow();
    expect(row.response).toBe('x'.repeat(1024));
  });

  test('that is paused is sent nothing, and resumes afterwards where it was', async () => {
    const { wh_idx } = await add();
    await change(['1']);
    await expect.poll(() => receiver.messages()).toEqual(['series 1']);
    const { version } = await get(wh_idx);
    const paused = await office.admin.put(`${api}/${wh_idx}`, { active: false, version });
    expect(paused.json.results).toEqual({ success: true, version: version + 1 });
    // One that is not paused says when the change has been sent.
    const other = await add();
    await change(['2']);
    await expect.poll(() => receiver.messages()).toEqual(['series 1', 'series 2']);
    await office.admin.delete(`${api}/${other.wh_idx}`);
    expect((await office.admin.post(`${api}/${wh_idx}/replay`, { since: 0 })).status).toBe(409);
    await office.admin.put(`${api}/${wh_idx}`, { active: true, version: version + 1 });
    await expect.poll(() => receiver.messages()).toEqual(['series 1', 'series 2', 'series 2']);
  });

  test('whose place in the changes is gone is told that everything may have changed', async () => {
    const { wh_idx } = await add({ active: false, kinds: ['book', 'collection'] });
    await office.db.updateTable('webhook').set({ cursor: '00000000-5' }).where('wh_idx', '=', wh_idx).execute();
    await office.admin.put(`${api}/${wh_idx}`, { active: true });
    await expect.poll(() => receiver.messages()).toEqual(['book null', 'collection null']);
  });
});

describe('A delivery', () => {
  test('is sent again under its own id, alone or with all later ones', async () => {
    const { wh_idx } = await add();
    await change(['1', '2', '3']);
    await expect.poll(() => receiver.received.length).toBe(3);
    await expect.poll(async () => (await deliveries(wh_idx, '?state=delivered')).length).toBe(3);
    const [, second] = await deliveries(wh_idx);
    const again = await office.admin.post(`${api}/${wh_idx}/replay`, { del_idx: second.del_idx });
    expect(again.json.results).toEqual({ success: true, count: 1 });
    await expect.poll(() => receiver.received.length).toBe(4);
    expect(receiver.received[3]?.id).toBe(receiver.received[1]?.id);
    await expect.poll(async () => (await deliveries(wh_idx, '?state=delivered')).length).toBe(3);
    const all = await office.admin.post(`${api}/${wh_idx}/replay`, { since: second.created_at });
    expect(all.json.results).toEqual({ success: true, count: 3 });
    await expect.poll(() => receiver.messages().slice(4)).toEqual(['series 1', 'series 2', 'series 3']);
    expect((await office.admin.post(`${api}/${wh_idx}/replay`, { del_idx: 999_999 })).status).toBe(404);
    const detail = await office.admin.get(`/settings/webhooks/${wh_idx}/delivery/${second.del_idx}`);
    expect(detail.body).toShow('thanks');
  });

  test('that was not recorded is repeated by another instance, under the same id', async () => {
    const { wh_idx } = await add();
    // The receiver is slow, and the claim of the sending instance expires meanwhile.
    const unanswered: (() => void)[] = [];
    receiver.answer = (response) => unanswered.push(() => response.end());
    await change(['1']);
    await expect.poll(() => receiver.received.length).toBe(1);
    await expireClaims(office);
    await expect.poll(() => receiver.received.length).toBe(2);
    for (const let_go of unanswered) let_go();
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    await expect.poll(async () => (await get(wh_idx)).waiting).toBe(0);
    expect((await deliveries(wh_idx))[0]).toMatchObject({ attempts: 1, state: 'delivered' });
  });

  test('survives a process that is killed between sending and recording', async () => {
    const alone = await startOffice({ environment: { DATA_DIR: dataDir } });
    const child = await spawnOffice({ DATABASE_URL: alone.databaseUrl, DATA_DIR: dataDir, WEBHOOK_PRIVATE: 'allow' });
    const body = { name: 'Killed', url: receiver.url };
    const { secret } = (await alone.admin.post(api, body)).json.results;
    receiver.answer = () => void child.kill();
    await change(['1'], 'series', alone);
    await child.ended;
    receiver.answer = (response) => response.end();
    await expireClaims(alone);
    await alone.app.start();
    await expect.poll(() => receiver.received.length).toBe(2);
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    expect(first && receiver.verify(first, secret)).toBeTruthy();
    await alone.close();
  });

  test('is deleted after two weeks, unless it waits', async () => {
    const { wh_idx } = await add();
    await change(['1']);
    await expect.poll(async () => (await deliveries(wh_idx, '?state=delivered')).length).toBe(1);
    const prune = () => removeShortLived(office.app.work, shortLivedDeliveries);
    await later(retentionDays * 86_400_000 - 60_000);
    await prune();
    expect(await deliveries(wh_idx)).toHaveLength(1);
    office.clock.advance(120_000);
    await prune();
    expect(await deliveries(wh_idx)).toHaveLength(0);
  });
});

describe('The secret of a webhook', () => {
  test('is shown once, and appears in nothing that is stored or recorded', async () => {
    const { wh_idx, secret } = await add();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const stored = await Promise.all([
      office.db.selectFrom('webhook').selectAll().execute(),
      office.db.selectFrom('audit').selectAll().execute(),
    ]);
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    for (const row of stored[0]) expect(row.secret.includes(bytes) || row.secret.includes(secret)).toBe(false);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await office.admin.get(`/settings/webhooks/${wh_idx}`)).body).not.toShow(secret);
    expect(JSON.stringify(await get(wh_idx))).not.toContain(secret);
  });

  test('signs together with a new one for a day, and no longer', async () => {
    const { wh_idx, secret: old } = await add();
    const { secret } = (await office.admin.post(`${api}/${wh_idx}/secret`)).json.results;
    expect(secret).not.toBe(old);
    await change(['1']);
    await expect.poll(() => receiver.received.length).toBe(1);
    const [both] = receiver.received;
    for (const one of [old, secret]) expect(both && receiver.verify(both, one)).toBeTruthy();
    await later(overlapHours * 3_600_000);
    await change(['2']);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(await trail(wh_idx)).toEqual(['webhook.created', 'webhook.secret_made']);
  });
});

describe('A test of a webhook', () => {
  test('is sent at once and shows the answer, also while it is paused', async () => {
    const { wh_idx, secret } = await add({ active: false });
    const send = async () => (await office.admin.post(`${api}/${wh_idx}/test`)).json.results;
    expect(await send()).toEqual({ delivered: true, status: 200, duration_ms: expect.any(Number), problem: null });
    const [sent] = receiver.received;
    expect(sent && receiver.verify(sent, secret)).toMatchObject({ type: 'webhook.test' });
    receiver.answer = fail(404);
    expect(await send()).toMatchObject({ delivered: false, status: 404, problem: 'refused' });
    await office.admin.put(`${api}/${wh_idx}`, { url: 'http://127.0.0.1:9/' });
    expect(await send()).toMatchObject({ delivered: false, status: null, problem: 'unreachable' });
    expect((await deliveries(wh_idx)).map(({ state }: { state: string }) => state)).toEqual([
      'failed',
      'failed',
      'delivered',
    ]);
  });
});

describe('An invalid change of a webhook', () => {
  test.each([
    [{ name: '' }, 400, 'name'],
    [{ kinds: [] }, 400, 'kinds'],
    [{ kinds: ['staff'] }, 400, 'kinds.0'],
    [{ url: 'portal' }, 422, 'url'],
    [{ url: 'ftp://portal.example/' }, 422, 'url'],
    [{ url: 'https://user:password@portal.example/' }, 422, 'url'],
  ])('is refused with the field named: %j', async (body, status, field) => {
    const answer = await office.admin.post(api, { name: 'x', url: receiver.url, ...body });
    expect(answer).toMatchObject({ status, json: { error: { fields: { [field]: expect.any(String) } } } });
  });

  test('is refused for a missing one, or over a version somebody else saved', async () => {
    const { wh_idx } = await add();
    await office.admin.put(`${api}/${wh_idx}`, { name: 'Renamed', version: 1 });
    expect((await office.admin.put(`${api}/${wh_idx}`, { name: 'Mine', version: 1 })).status).toBe(409);
    expect((await office.admin.delete(`${api}/${wh_idx}`)).status).toBe(200);
    for (const answer of [
      await office.admin.get(`${api}/${wh_idx}`),
      await office.admin.put(`${api}/${wh_idx}`, { name: 'x' }),
      await office.admin.delete(`${api}/${wh_idx}`),
      await office.admin.post(`${api}/${wh_idx}/secret`),
      await office.admin.post(`${api}/${wh_idx}/test`),
      await office.admin.get(`${api}/${wh_idx}/delivery`),
    ])
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'webhook.not_found' } } });
    expect(await trail(wh_idx)).toEqual(['webhook.created', 'webhook.updated', 'webhook.deleted']);
  });
});

test('attempts are spread over a day, then there are no more', () => {
  const now = new Date();
  const after = (failures: number) => nextAttempt({ failures, since: now, retryAfter: 0 }, now, 0);
  const waits = retrySeconds.map((_, n) => (after(n + 1)?.getTime() ?? 0) - now.getTime());
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(86_000_000);
  expect(after(retrySeconds.length + 1)).toBeNull();
});

test('the pages speak the language of the reader', async () => {
  const { wh_idx } = await add();
  expect((await office.admin.get('/settings/webhooks?lang=ko')).body).toShow('마지막 전송');
  expect((await office.admin.get(`/settings/webhooks/${wh_idx}?lang=tr`)).body).toShow('Gönderimler');
  expect((await office.admin.get('/settings/webhooks/create?lang=es')).body).toShow('Nuevo webhook');
});
