import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Office, startOffice } from '#test/app.ts';
import { cursorsIn, eventsIn, type Heard, listenTo } from '#test/event-client.ts';
import type { Change } from '../changes/change-feed.ts';
import { defineMessages } from '../messages/messages.ts';
import type { Feature, Kernel } from '../mount/feature.ts';
import { contract } from '../work/contract.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { EventStreams } from './event-streams.ts';

const query = z.object({ from: z.literal('now').optional(), only: z.string().optional() });
const stream = 'text/event-stream';
const calls = contract({
  'GET /api/v1/changes': { summary: 'Changes', permission: 'public', query, stream },
  'GET /api/v1/quick': { summary: 'Changes, with quick heartbeats', permission: 'public', query, stream },
  'GET /api/v1/few': { summary: 'Changes, for one reader at a time', permission: 'public', query, stream },
  'GET /portal/v1/few': { summary: 'Changes, for four readers at a time', permission: 'key:read', query, stream },
  'GET /api/v1/held': { summary: 'Changes, whose telling can be held up', permission: 'public', query, stream },
  'GET /api/v1/closing': { summary: 'Changes of a process that stops', permission: 'public', query, stream },
});

/** The changes passed to each call of `send`, in order; calls do not return while `open` is pending. */
const blocked = { sent: [] as string[][], open: Promise.resolve() };
const send = async (changes: readonly Change[]) => {
  blocked.sent.push(changes.map(({ id }) => String(id)));
  await blocked.open;
  return [...changes];
};

const kernels: Kernel[] = [];
const listening: Feature = {
  name: 'listening',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register(kernel) {
    kernels.push(kernel);
    const { changes, app, api } = kernel;
    const quick = new EventStreams({ changes, app, onError: console.error, heartbeatMs: 100 });
    const ending = new EventStreams({ changes, app, onError: console.error });
    const few = new EventStreams({ changes, app, onError: console.error, most: 1 });
    const four = new EventStreams({ changes, app, onError: console.error, most: 4 });
    api(calls, {
      'GET /api/v1/few': ({ request, query: { from } }) => few.open(request, { from }),
      'GET /portal/v1/few': ({ request, query: { from } }) => four.open(request, { from }),
      'GET /api/v1/changes': ({ request, query: { from, only } }) =>
        kernel.events.open(request, { from, ...(only && { wants: ({ kind }) => kind === only }) }),
      'GET /api/v1/quick': ({ request, query: { from, only } }) =>
        quick.open(request, { from, ...(only && { wants: ({ kind }) => kind === only }) }),
      'GET /api/v1/held': ({ request, query: { from } }) => kernel.events.open(request, { from, mapChanges: send }),
      'GET /api/v1/closing': ({ request, query: { from } }) => {
        const opening = ending.open(request, { from });
        ending.close();
        return opening;
      },
    });
  },
};

const offices: Office[] = [];
const addresses: string[] = [];
beforeAll(async () => {
  for (const _ of [1, 2]) {
    const [beside] = offices;
    const office = await startOffice({ extra: listening, jobs: true, ...(beside && { beside }) });
    offices.push(office);
    addresses.push(await office.server.listen({ port: 0, host: '127.0.0.1' }));
  }
});
afterAll(async () => {
  for (const office of offices.toReversed()) await office.close();
});

const change = (kind: string, ids: readonly string[], at = offices[0]) =>
  at?.app.work.write(systemCaller('test'), async (ctx) => {
    for (const id of ids) ctx.changed(kind, id);
  });

const listen = (path: string, { at = addresses[0], last = '' } = {}) => listenTo(`${at}${path}`, { last });
const ids = (heard: Heard) => eventsIn(heard).map(({ id }) => id);
test('a reader that starts from now gets every later commit, on either instance, in order', async () => {
  await change('book', ['before']);
  const heard = await Promise.all(addresses.map((at) => listen('/api/v1/changes?from=now', { at })));
  expect(heard[0]?.answer.headers.get('content-type')).toBe('text/event-stream');
  await change('book', ['a'], offices[0]);
  await change('series', ['b'], offices[1]);
  for (const one of heard) {
    await expect.poll(() => ids(one)).toEqual(['a', 'b']);
    expect(one.text).toContain('data: {"kind":"book","id":"a"}');
    one.leave();
  }
});

test('a reader that comes back with its last id gets the rest, once, at another instance too', async () => {
  const first = await listen('/api/v1/changes?from=now');
  await change('book', ['1', '2', '3']);
  await expect.poll(() => ids(first)).toEqual(['1', '2', '3']);
  first.leave();
  await change('book', ['4', '5']);
  const last = cursorsIn(first).at(-2) ?? '';
  const second = await listen('/api/v1/changes', { at: addresses[1], last });
  await change('book', ['6']);
  await expect.poll(() => ids(second)).toEqual(['3', '4', '5', '6']);
  second.leave();
});

test('a thousand changes reach many readers complete and in order, whenever they join', async () => {
  const wanted = Array.from({ length: 1000 }, (_, n) => `n${n}`);
  const early = await Promise.all(Array.from({ length: 5 }, () => listen('/api/v1/changes?from=now&only=bulk')));
  await change('bulk', wanted.slice(0, 600));
  const late = await listen('/api/v1/changes?only=bulk', { at: addresses[1] });
  for (const id of wanted.slice(600, 610)) await change('bulk', [id], offices[1]);
  await change('bulk', wanted.slice(610));
  for (const one of [...early, late]) {
    await expect.poll(() => ids(one).length).toBeGreaterThanOrEqual(1000);
    expect(ids(one)).toEqual(wanted);
    one.leave();
  }
});

test('readers that are up to date share one query per wake-up', async () => {
  const heard = await Promise.all(Array.from({ length: 50 }, () => listen('/api/v1/changes?from=now')));
  await change('book', ['warm']);
  for (const one of heard) await expect.poll(() => ids(one)).toEqual(['warm']);
  const feed = kernels[0]?.changes;
  if (!feed) throw new Error('no feed');
  let queries = 0;
  const after = feed.after.bind(feed);
  feed.after = (cursor, limit) => {
    if (limit === 250) queries++;
    return after(cursor, limit);
  };
  await change('book', ['counted']);
  for (const one of heard) await expect.poll(() => ids(one)).toEqual(['warm', 'counted']);
  // One query for the wake, one for its changes, and one for a wake that follows if older transactions hid some.
  expect(queries).toBeLessThan(20);
  feed.after = after;
  for (const one of heard) one.leave();
});

test('readers that are up to date do not wait for the many that catch up', async () => {
  await change(
    'book',
    Array.from({ length: 20 }, (_, n) => `old${n}`),
  );
  const all = await listen('/api/v1/changes');
  await expect.poll(() => ids(all).at(-1)).toBe('old19');
  all.leave();
  const starts = cursorsIn(all).slice(-20);
  const gate = Promise.withResolvers<void>();
  blocked.open = gate.promise;
  const catching = [await listen('/api/v1/held', { last: starts[0] ?? '' })];
  await expect.poll(() => blocked.sent.length).toBe(1);
  // While the first is being told, the others arrive, and an up-to-date reader arrives last.
  for (const last of starts.slice(1, 19)) catching.push(await listen('/api/v1/held', { last }));
  const current = await listen('/api/v1/held?from=now');
  await change('book', ['new']);
  gate.resolve();
  for (const one of [...catching, current]) await expect.poll(() => ids(one).at(-1)).toBe('new');
  expect(blocked.sent.findIndex((received) => received.length === 1 && received[0] === 'new')).toBeLessThan(3);
  for (const one of [...catching, current]) one.leave();
});

test('streams over the limit are refused, and the next is accepted once one has left', async () => {
  const first = await listen('/api/v1/few?from=now');
  expect((await listen('/api/v1/few?from=now')).answer.status).toBe(503);
  first.leave();
  const status = async () => {
    const next = await listen('/api/v1/few?from=now');
    next.leave();
    return next.answer.status;
  };
  await expect.poll(status).toBe(200);
});

test('one key takes at most half of the streams, so that others have theirs', async () => {
  const key = async (name: string) =>
    (await offices[0]?.admin.post('/api/v1/api_key', { name, scope: 'read' }))?.json.results.key;
  const [one, other] = [await key('One'), await key('Other')];
  const follow = (bearer: string) =>
    listenTo(`${addresses[0]}/portal/v1/few?from=now`, { headers: { authorization: `Bearer ${bearer}` } });
  const heard = [await follow(one), await follow(one)];
  expect((await follow(one)).answer.status).toBe(503);
  heard.push(await follow(other));
  expect(heard.map(({ answer }) => answer.status)).toEqual([200, 200, 200]);
  for (const each of heard) each.leave();
});

test('a stream that is opened while the process begins to stop ends', async () => {
  const heard = await listen('/api/v1/closing?from=now');
  await expect.poll(() => heard.ended).toBe(true);
});

test('a heartbeat carries the place, so that filtered changes are not read again', async () => {
  const heard = await listen('/api/v1/quick?from=now&only=wanted');
  const [began = ''] = await expect
    .poll(() => cursorsIn(heard))
    .not.toEqual([])
    .then(() => cursorsIn(heard));
  await change('book', ['unwanted']);
  await expect.poll(() => cursorsIn(heard).at(-1)).not.toBe(began);
  expect(ids(heard)).toEqual([]);
  expect(heard.text).toContain('\n:\n');
  heard.leave();
});

test('a place that is invalid, or gone, is answered as the feed says', async () => {
  const connect = (last: string) => fetch(`${addresses[0]}/api/v1/changes`, { headers: { 'last-event-id': last } });
  expect((await connect('nonsense')).status).toBe(400);
  const gone = await connect('00000000-1');
  expect([gone.status, (await gone.json()).error.code]).toEqual([410, 'changes.cursor_too_old']);
});

test('a reader that takes nothing is dropped, and delays nobody', async () => {
  const kernel = kernels[0];
  if (!kernel) throw new Error('no kernel');
  const { changes, app } = kernel;
  // A separate set of streams, read by hand: a socket's own buffers would hide the effect.
  const streams = new EventStreams({
    changes,
    app: { addHook: () => app } as never,
    onError: console.error,
    heartbeatMs: 200,
  });
  const request = { method: 'GET', headers: {} } as never;
  const slow = await streams.open(request, { from: 'now' });
  const quick = await streams.open(request, { from: 'now' });
  let heard = 0;
  quick.on('data', (text) => (heard += String(text).match(/^data/gm)?.length ?? 0));
  await change(
    'book',
    Array.from({ length: 2000 }, (_, n) => `${n}-${'x'.repeat(100)}`),
  );
  await expect.poll(() => heard).toBe(2000);
  await expect.poll(() => slow.destroyed).toBe(true);
  expect(slow.readableLength).toBeLessThanOrEqual(1 << 16);
  expect(quick.destroyed).toBe(false);
  streams.close();
});

test('streams end when their server closes, which does not wait for them', async () => {
  const third = await startOffice({ extra: listening, jobs: true, ...(offices[0] && { beside: offices[0] }) });
  const at = await third.server.listen({ port: 0, host: '127.0.0.1' });
  const heard = await listen('/api/v1/changes?from=now', { at });
  await change('book', ['before']);
  await expect.poll(() => ids(heard)).toEqual(['before']);
  expect(heard.ended).toBe(false);
  await third.close();
  await expect.poll(() => heard.ended).toBe(true);
});
