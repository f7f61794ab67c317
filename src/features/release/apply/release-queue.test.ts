import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { price, releaseDesk } from '../release.fixture.ts';

// As many as are due in one second.
const count = process.env['TEST_LONG'] === '1' ? 100 : 20;

let office: Office;
let other: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  other = await startOffice({ jobs: true, beside: office });
});
afterAll(async () => {
  await other.close();
  await office.close();
});

const desk = releaseDesk(() => office);
beforeEach(() => desk.clear());

const statusOf = async (relIdx: number): Promise<string> => (await desk.read(relIdx)).status;
/** Advances the clock by a second before each look; it stands still otherwise. */
const becomes = (relIdx: number, status: string) =>
  expect
    .poll(() => {
      office.clock.advance(1000);
      return statusOf(relIdx);
    })
    .toBe(status);

describe('A scheduled release', () => {
  test('is applied at its time and not before, by the product itself, once in two processes', async () => {
    await desk.add('one', { prices: price('10') });
    const rel = await desk.release('Winter', 60);
    await desk.putIn(rel, 'collection', 'one', { prices: price('8') });
    // An empty release fails at its time: then the queue has looked, and it was not the other's time yet.
    const earlier = await desk.release('Empty', 58);
    office.clock.advance(58_000);
    await expect.poll(() => statusOf(earlier)).toBe('failed');
    expect(await statusOf(rel)).toBe('scheduled');
    await becomes(rel, 'applied');
    expect((await desk.get('one')).prices).toMatchObject([{ price: '8' }]);
    const versions = await desk.versions('one');
    expect(versions).toHaveLength(2);
    expect(versions[0]).toMatchObject({ actor: null, reason: `Release ${rel}: Winter (ada)` });
    const { rows } =
      await sql`select from audit where action = 'release.applied' and entity_id = ${String(rel)}`.execute(office.db);
    expect(rows).toHaveLength(1);
  });

  test(`stands in the order of times among ${count} that are due in one second`, async () => {
    await desk.add('one', { prices: price('1') });
    const releases: number[] = [];
    for (let n = 0; n < count; n++) {
      const rel = await desk.release(`R${n}`, 60);
      releases.push(rel);
      desk.must(await desk.put(rel, 'collection', 'one', { prices: price(String(100 + n)) }));
      const [change] = (await desk.read(rel)).changes;
      desk.must(await desk.decide(rel, change.chg_idx, 'anyway'));
    }
    office.clock.advance(61_000);
    await expect.poll(() => statusOf(releases.at(-1) ?? 0)).toBe('applied');
    const { rows } = await sql<{ rel: number }>`
      select entity_id::integer as rel from audit where action = 'release.applied' order by audit_idx`.execute(
      office.db,
    );
    expect(rows.map(({ rel }) => rel)).toEqual(releases);
    expect((await desk.get('one')).prices).toMatchObject([{ price: String(99 + count) }]);
  });

  test('and scheduled changes of the same collections are applied in the order of their times, though all are due at once', async () => {
    const cids = Array.from({ length: 8 }, (_, n) => `c${n}`);
    for (const cid of cids) await desk.add(cid, { prices: price('1') });
    const schedule = async (cid: string, inSeconds: number, amount: string) => {
      const body = { cid, target: 'price', value: price(amount), apply_at: desk.seconds() + inSeconds };
      const { res_idx } = desk.must(await office.admin.post('/api/v1/reservation', body));
      desk.must(await office.admin.put(`/api/v1/reservation/${res_idx}`, { decide: 'anyway' }));
    };
    const release = async (inSeconds: number, amount: string) => {
      const rel = await desk.release(`R${inSeconds}`, inSeconds);
      for (const cid of cids) {
        const chg = await desk.putIn(rel, 'collection', cid, { prices: price(amount) });
        desk.must(await desk.decide(rel, chg, 'anyway'));
      }
      return rel;
    };
    for (const cid of cids) await schedule(cid, 60, '60');
    const first = await release(61, '61');
    for (const cid of cids) await schedule(cid, 62, '62');
    const last = await release(63, '63');
    for (const cid of cids.slice(0, 4)) await schedule(cid, 64, '64');
    office.clock.advance(120_000);
    await becomes(last, 'applied');
    const waiting = () =>
      office.db.selectFrom('reservation').select('res_idx').where('status', '=', 'scheduled').execute();
    await expect.poll(waiting).toEqual([]);
    expect(await statusOf(first)).toBe('applied');
    for (const [n, cid] of cids.entries()) {
      const prices = (await desk.versions(cid)).map(
        ({ reason }: { reason: string | null }) => reason?.split(/[ :]/)[0],
      );
      const applied = ['Release', 'Reservation', 'Release', 'Reservation'];
      expect(prices.slice(0, -1)).toEqual(n < 4 ? ['Reservation', ...applied] : applied);
      expect((await desk.get(cid)).prices).toMatchObject([{ price: n < 4 ? '64' : '63' }]);
    }
  });

  test('that cannot be applied fails visibly, changes nothing, and is applied once its conflict is decided', async () => {
    await desk.add('one', { prices: price('10') });
    await desk.add('two');
    const rel = await desk.release('Winter', 60);
    await desk.putIn(rel, 'collection', 'two', { is_public: 'O' });
    const chg = await desk.putIn(rel, 'collection', 'one', { prices: price('8') });
    await desk.change('one', { prices: price('9') });
    office.clock.advance(60_000);
    await becomes(rel, 'failed');
    expect(await desk.read(rel)).toMatchObject({ problem: expect.stringContaining('conflict'), act_idx: null });
    expect((await desk.get('two')).is_public).toBe('X');
    const home = (await office.admin.get('/')).body;
    expect(home).toContain(`/release/${rel}`);
    desk.must(await desk.decide(rel, chg, 'anyway'));
    desk.must(await desk.apply(rel));
    expect((await desk.get('one')).prices).toMatchObject([{ price: '8' }]);
    expect((await desk.get('two')).is_public).toBe('O');
  });

  test('without changes fails at its time', async () => {
    const rel = await desk.release('Nothing', 60);
    office.clock.advance(60_000);
    await becomes(rel, 'failed');
  });

  test('that is moved or cancelled is not applied at its former time', async () => {
    await desk.add('one');
    const [moved, cancelled, due] = [
      await desk.release('Moved', 60),
      await desk.release('Cancelled', 60),
      await desk.release('Due', 61),
    ];
    for (const rel of [moved, cancelled, due]) await desk.putIn(rel, 'collection', 'one', { label: `L${rel}` });
    desk.must(await office.admin.put(`/api/v1/release/${moved}`, { apply_at: desk.seconds() + 7200 }));
    desk.must(await office.admin.delete(`/api/v1/release/${cancelled}`));
    office.clock.advance(62_000);
    await becomes(due, 'applied');
    expect([await statusOf(moved), await statusOf(cancelled)]).toEqual(['scheduled', 'cancelled']);
    desk.must(await office.admin.put(`/api/v1/release/${moved}`, { apply_at: null }));
    expect(await statusOf(moved)).toBe('draft');
    expect((await office.admin.put(`/api/v1/release/${moved}`, { apply_at: 1 })).status).toBe(422);
  });
});
