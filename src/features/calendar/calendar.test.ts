import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

const desk = releaseDesk(() => office);
const batches = batchDesk(() => office);
const day = 86_400;

beforeEach(async () => {
  await office.db.deleteFrom('calendar_link').execute();
  await office.db.deleteFrom('event').execute();
  await office.db.deleteFrom('code').execute();
  await office.db.deleteFrom('code_day').execute();
  await office.db.deleteFrom('code_batch').execute();
  await office.db.deleteFrom('customer').execute();
  await office.db.deleteFrom('audit').execute();
  await desk.clear();
});

const subscribe = async (): Promise<{ link_idx: number; href: string }> =>
  desk.must(await office.admin.post('/api/v1/calendar_link', {}));

const fetchFile = (href: string, headers: Record<string, string> = {}) =>
  office.server.inject({ method: 'GET', url: href, headers });

const eventsIn = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));

/** One of each: a release, a reservation, an event and a batch. */
async function something() {
  const { cidx, cid } = { ...(await desk.add('fox', { title: 'Fox, tales; "A"' })), cid: 'fox' };
  const at = desk.seconds() + 3 * day;
  const rel = await desk.release('Winter 겨울\\launch '.repeat(8).trim(), 3 * day);
  await desk.putIn(rel, 'collection', cid, { prices: [{ currency: 'KRW', price: '8765' }] });
  desk.must(
    await office.admin.post('/api/v1/reservation', {
      cid,
      target: 'price',
      value: [{ currency: 'KRW', price: '4321' }],
      apply_at: at + day,
    }),
  );
  desk.must(
    await office.admin.post('/api/v1/event', {
      name: 'Book fair',
      cid,
      code: 'ABCDEFGH2345',
      from: at,
      until: at + 5 * day,
    }),
  );
  const { cust_idx } = desk.must(
    await office.admin.post('/api/v1/customer', { cust_id: 'SECRET-CO', name: 'Hidden Partner' }),
  );
  const terms = { title: 'Spring term', memo: 'Hidden memo', valid_from: at, valid_until: at + 9 * day, length: 30 };
  const cg_idx = await batches.create({ cust_idx, cidx }, terms);
  await batches.settled(cg_idx);
  return { rel, at, cid, cg_idx };
}

describe('A subscription', () => {
  test('holds releases, reservations, events, batches and expiries, and nothing secret', async () => {
    const { cg_idx } = await something();
    const { link_idx, href } = await subscribe();
    expect(link_idx).toEqual(expect.any(Number));
    expect(href).toMatch(/^\/calendar\/[\w-]{20,}\.ics$/);
    const { statusCode, headers, body } = await fetchFile(href);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const titles = eventsIn(body).map(({ summary }) => summary);
    expect(titles.filter((title) => title.startsWith('Winter 겨울\\launch'))).toHaveLength(1);
    expect(titles).toEqual(expect.arrayContaining(['Fox, tales; "A"', 'Book fair', 'Spring term']));
    expect(titles.filter((title) => title === 'Spring term')).toHaveLength(2);
    expect(titles).toContain('10 codes expire');
    const codes = (await batches.codes(cg_idx)).map(({ code }) => code);
    for (const secret of [...codes, 'ABCDEFGH2345', '8765', '4321', 'SECRET-CO', 'Hidden Partner', 'Hidden memo'])
      expect(body.replaceAll('\r\n ', '')).not.toContain(secret);
  });

  test('is valid: lines end in CRLF and have at most 75 octets, and entries keep their identity', async () => {
    const { rel, at } = await something();
    const { href } = await subscribe();
    const { body } = await fetchFile(href);
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true);
    for (const line of body.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
    }
    const before = eventsIn(body);
    expect(new Set(before.map(({ uid }) => uid)).size).toBe(before.length);
    expect(before.every(({ component }) => component.getFirstPropertyValue('dtstamp') !== null)).toBe(true);
    desk.must(await office.admin.put(`/api/v1/release/${rel}`, { apply_at: at + 2 * day }));
    const after = eventsIn((await fetchFile(href)).body);
    expect(after.map(({ uid }) => uid).toSorted()).toEqual(before.map(({ uid }) => uid).toSorted());
    const startOf = (list: typeof after) =>
      list.find(({ uid }) => uid.startsWith(`release-${rel}@`))?.startDate.toUnixTime();
    expect([startOf(before), startOf(after)]).toEqual([at, at + 2 * day]);
  });

  test('numbers its entries anew with each change, and says when it was', async () => {
    const { rel, cg_idx, at } = await something();
    const { href } = await subscribe();
    const read = async () =>
      new Map(
        eventsIn((await fetchFile(href)).body).map(({ uid, component }) => [
          uid.split('@')[0],
          [component.getFirstPropertyValue('sequence'), String(component.getFirstPropertyValue('last-modified'))],
        ]),
      );
    const before = await read();
    for (const [, [sequence, modified]] of before) {
      expect(sequence).toEqual(expect.any(Number));
      expect(modified).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
    desk.must(await office.admin.put(`/api/v1/release/${rel}`, { apply_at: at + day }));
    desk.must(await office.admin.put(`/api/v1/release/${rel}`, { name: 'Spring' }));
    desk.must(await office.admin.put(`/api/v1/code/batch/${cg_idx}`, { title: 'Summer term' }));
    const after = await read();
    const rise = (key: string) => Number(after.get(key)?.[0]) - Number(before.get(key)?.[0]);
    expect([`release-${rel}`, `code_batch-${cg_idx}-last`].map(rise)).toEqual([2, 1]);
  });

  test('is sent again only when something has changed', async () => {
    const { rel } = await something();
    const { href } = await subscribe();
    const etag = String((await fetchFile(href)).headers.etag);
    const again = await fetchFile(href, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    // Its version rises neither with those who join nor with what is put in, so a subscriber would not take the other text.
    await desk.add('owl', { title: 'Owl' });
    await desk.putIn(rel, 'collection', 'owl', { prices: [{ currency: 'KRW', price: '9900' }] });
    await office.db.updateTable('event').set({ participants: 3 }).execute();
    expect((await fetchFile(href, { 'if-none-match': etag })).statusCode).toBe(304);
    desk.must(await office.admin.put(`/api/v1/release/${rel}`, { name: 'Spring' }));
    expect((await fetchFile(href, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  test('tells how many codes a batch has under a new number', async () => {
    const { cg_idx } = await something();
    const { href } = await subscribe();
    const read = async () => {
      const found = eventsIn((await fetchFile(href)).body).find(({ uid }) =>
        uid.startsWith(`code_batch-${cg_idx}-last@`),
      );
      return { text: found?.description, sequence: Number(found?.component.getFirstPropertyValue('sequence')) };
    };
    const before = await read();
    desk.must(await office.admin.put(`/api/v1/code/batch/${cg_idx}`, { count: 12 }));
    await batches.settled(cg_idx);
    const after = await read();
    expect([before.text, after.text]).toEqual([expect.stringContaining('10'), expect.stringContaining('12')]);
    expect(after.sequence).toBeGreaterThan(before.sequence);
  });

  test('tells another title of a collection, and another number of codes that end on a day, under a new number', async () => {
    const { cg_idx } = await something();
    const { href } = await subscribe();
    const read = async () => {
      const file = await fetchFile(href);
      const events = eventsIn(file.body);
      const one = (kind: string) => {
        const found = events.find(({ uid }) => uid.startsWith(kind));
        return { text: found?.summary, sequence: Number(found?.component.getFirstPropertyValue('sequence')) };
      };
      return { etag: String(file.headers.etag), change: one('reservation-'), ending: one('expiry-') };
    };
    const before = await read();
    expect([before.change.text, before.ending.text]).toEqual(['Fox, tales; "A"', '10 codes expire']);
    desk.must(
      await office.admin.put('/api/v5/collection/fox', {
        multi_lang_data: { en: { title: 'Fox and owl', summary: '' } },
      }),
    );
    desk.must(await office.admin.put(`/api/v1/code/batch/${cg_idx}`, { count: 12 }));
    await batches.settled(cg_idx);
    office.clock.advance(60_000);
    const after = await read();
    expect([after.change.text, after.ending.text]).toEqual(['Fox and owl', '12 codes expire']);
    expect(after.change.sequence).toBeGreaterThan(before.change.sequence);
    expect(after.ending.sequence).toBeGreaterThan(before.ending.sequence);
    expect(after.etag).not.toBe(before.etag);
    // Read again later, a sum has a later number, but there is nothing to send.
    office.clock.advance(60_000);
    expect((await fetchFile(href, { 'if-none-match': after.etag })).statusCode).toBe(304);
  });

  test('ends when its address is revoked, and while its account is disabled or no administrator; only a hash of the address is stored', async () => {
    const { link_idx, href } = await subscribe();
    const token = href.slice('/calendar/'.length, -'.ics'.length);
    const stored = JSON.stringify(await office.db.selectFrom('calendar_link').selectAll().execute());
    const trail = JSON.stringify(await office.db.selectFrom('audit').selectAll().execute());
    expect(stored + trail).not.toContain(token);
    expect((await fetchFile('/calendar/unknown.ics')).statusCode).toBe(404);
    const disabled = (at: string | null) => office.db.updateTable('staff').set({ disabled_at: at }).execute();
    await disabled(new Date(0).toISOString());
    expect((await fetchFile(href)).statusCode).toBe(410);
    await disabled(null);
    expect((await fetchFile(href)).statusCode).toBe(200);
    const isAdmin = (is_admin: boolean) => office.db.updateTable('staff').set({ is_admin }).execute();
    await isAdmin(false);
    expect((await fetchFile(href)).statusCode).toBe(410);
    await isAdmin(true);
    expect((await fetchFile(href)).statusCode).toBe(200);
    for (const _ of [1, 2]) desk.must(await office.admin.delete(`/api/v1/calendar_link/${link_idx}`));
    expect((await fetchFile(href)).statusCode).toBe(410);
    const { links } = (await office.admin.get('/api/v1/calendar_link')).json.results;
    expect(links).toEqual([expect.objectContaining({ link_idx, revoked_at: expect.any(Number) })]);
    expect((await office.admin.delete('/api/v1/calendar_link/999999')).status).toBe(404);
    const acts = await office.db
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', 'calendar_link')
      .orderBy('audit_idx')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(['calendar_link.created', 'calendar_link.revoked']);
  });
});

test('A bar of several days is named in each week, over the days it goes on there', async () => {
  await desk.add('fair', { title: 'Fair' });
  const at = (text: string) => Date.parse(text) / 1000;
  const until = at('2026-03-11T00:00:00+09:00');
  const event = { name: 'Book fair', cid: 'fair', code: 'ABCDEFGH2346', from: at('2026-03-05T00:00:00+09:00'), until };
  desk.must(await office.admin.post('/api/v1/event', event));
  const { body } = await office.admin.get('/calendar?on=2026-03-01&span=month');
  // Thursday to Saturday, then Sunday to Tuesday.
  const bars = [...body.matchAll(/data-variant="bar"[^>]*?style="--room:(\d)/g)].map(([, room]) => Number(room));
  expect(bars).toEqual([3, 0, 0, 3, 0, 0]);
});
