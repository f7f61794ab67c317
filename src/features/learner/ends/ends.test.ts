import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeChecks } from '#features/code/code.checks.ts';
import { registrationChecks } from '#features/registration/registration.checks.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import type { Learner } from '../learner.contract.ts';

let office: Office;
const desk = redeemDesk(() => office);
let now: number;
let passed = 0;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  if (passed > 0) await pass(-passed);
  await desk.clear();
  now = inSeconds(office.clock.now());
});

const day = 86_400;
type Act = 'extend' | 'cancel' | 'restore' | 'again';
const post = async (act: Act, id: string, body: object) => office.admin.post(`/api/v1/learner/${id}/${act}`, body);
const done = async (act: Act, id: string, body: object) => {
  const { status, json } = await post(act, id, body);
  expect([act, status, json.error]).toEqual([act, 200, undefined]);
  return json.results;
};
/** Days later; by then a session has ended. */
const pass = async (days: number) => {
  passed += days;
  office.clock.advance(days * day * 1000);
  office.admin = await office.signIn('ada', true);
};
const undo = async (act: number) => (await office.admin.post(`/api/v1/act/${act}/undo`)).json.results;
const redeem = async (code: string, id: string) => (await desk.redeem(code, id)).json.results?.reg_idx as number;
const learner = async (id: string): Promise<Learner> =>
  (await office.admin.get(`/api/v1/learner/${encodeURIComponent(id)}`)).json.results;
const has = async (id: string) =>
  (await learner(id)).registrations.map(({ status, expires_at }) => [status, expires_at]);
const historyOf = async (code: string) => (await office.admin.get(`/api/v1/code/${code}`)).json.results.history;
/** What a check of all data would find wrong. */
const wrong = async () => {
  const found = [...registrationChecks, ...codeChecks].map(({ differing }) => differing.execute(office.db));
  return (await Promise.all(found)).flatMap(({ rows }) => rows);
};

/** A learner who has redeemed a code that runs for so many days. */
async function withCode(length = 30, id = 'kim-12'): Promise<{ code: string; reg: number }> {
  const [code = ''] = await desk.issueCodes(1, { length });
  return { code, reg: await redeem(code, id) };
}

/** A learner who has joined an event for 30 days. */
async function joined(id = 'kim-12'): Promise<number> {
  await desk.addCollection('fair');
  await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', length: 30 });
  return redeem('FAIRFAIR2026', id);
}

describe('Extending registrations of a learner', () => {
  test('adds days, of a code and of an event, says so before in figures, and is undone', async () => {
    const [{ code, reg }, event] = [await withCode(), await joined()];
    const before = await has('kim-12');
    const [, eventEnd = 0] = before[0] ?? [];
    const request = { registrations: [reg, event, event], days: 30 };
    const foreseen = await done('extend', 'kim-12', { ...request, dry_run: true });
    expect(foreseen).toMatchObject({
      extended: 2,
      kept: {},
      act_idx: null,
      active: { before: 2, after: 2 },
      registrations: [
        { reg_idx: reg, cid: 'of-0', before: { until: now + 30 * day }, after: { until: now + 60 * day } },
        { reg_idx: event, cid: 'fair', after: { until: Number(eventEnd) + 30 * day, status: 'active' } },
      ],
    });
    expect(await has('kim-12')).toEqual(before);
    const made = await done('extend', 'kim-12', { ...request, memo: 'Was ill' });
    expect({ ...made, act_idx: null }).toEqual(foreseen);
    expect(await has('kim-12')).toEqual([
      ['active', Number(eventEnd) + 30 * day],
      ['active', now + 60 * day],
    ]);
    expect(await wrong()).toEqual([]);
    expect((await historyOf(code))[0]).toMatchObject({
      field: 'expired_date',
      before: now + 30 * day,
      after: now + 60 * day,
      memo: 'Was ill',
    });
    expect((await learner('kim-12')).history.map(({ action }) => action)).toContain('extended');
    expect(await undo(made.act_idx)).toMatchObject({ back: 2, kept: 0 });
    expect([await has('kim-12'), await wrong()]).toEqual([before, []]);
    expect((await office.admin.post(`/api/v1/act/${made.act_idx}/undo`)).status).toBe(409);
  });

  test('counts from today once it is over, and takes a last day or for ever', async () => {
    const { reg } = await withCode(1);
    await pass(3);
    const then = inSeconds(office.clock.now());
    await done('extend', 'kim-12', { registrations: [reg], days: 7 });
    expect(await has('kim-12')).toEqual([['active', then + 7 * day]]);
    const until = '2099-12-31';
    await done('extend', 'kim-12', { registrations: [reg], until });
    const [[, end] = []] = await has('kim-12');
    expect(new Date(Number(end) * 1000).toISOString()).toBe('2099-12-31T15:00:00.000Z');
    const kept = await done('extend', 'kim-12', { registrations: [reg], until: '2098-01-01' });
    expect(kept).toMatchObject({ extended: 0, kept: { not_later: 1 }, act_idx: null });
    await done('extend', 'kim-12', { registrations: [reg], until: 0 });
    expect(await has('kim-12')).toEqual([['active', 0]]);
    expect((await done('extend', 'kim-12', { registrations: [reg], days: 1 })).kept).toEqual({ permanent: 1 });
  });

  test('refuses neither, both and what is past, and keeps what is of another learner', async () => {
    const { reg } = await withCode();
    await withCode(30, 'noa');
    for (const terms of [{}, { days: 1, until: 0 }])
      expect((await post('extend', 'kim-12', { registrations: [reg], ...terms })).status).toBe(422);
    const past = await post('extend', 'kim-12', { registrations: [reg], until: '2001-01-01' });
    expect([past.status, past.json.error.fields.until]).toEqual([422, 'The last day is over.']);
    expect((await post('extend', 'kim-12', { registrations: [], days: 1 })).status).toBe(400);
    expect(await done('extend', 'noa', { registrations: [reg], days: 1 })).toMatchObject({
      extended: 0,
      kept: { unknown: 1 },
      act_idx: null,
    });
  });
});

describe('Cancelling and restoring', () => {
  test('cancels with its code, as reports and batches count it, and gives the old end back', async () => {
    const { code, reg } = await withCode();
    const cancelled = await done('cancel', 'kim-12', { registrations: [reg], memo: 'Bought twice' });
    expect(cancelled).toMatchObject({ canceled: 1, active: { before: 1, after: 0 } });
    expect(await has('kim-12')).toEqual([['canceled', now + 30 * day]]);
    const card = (await office.admin.get(`/api/v1/code/${code}`)).json.results;
    expect(card.code).toMatchObject({ state: 'canceled', is_canceled: now });
    const batch = (await office.admin.get(`/api/v1/code/batch/${card.code.cg_idx}`)).json.results;
    expect(batch).toMatchObject({ canceled_codes: 1, active_codes: 0 });
    const acts = (await office.admin.get(`/api/v1/code/batch/${card.code.cg_idx}/changes`)).json.results;
    expect(acts).toMatchObject([{ field: 'is_canceled', changed: 1, memo: 'Bought twice' }]);
    expect((await done('cancel', 'kim-12', { registrations: [reg] })).kept).toEqual({ canceled: 1 });
    expect((await done('extend', 'kim-12', { registrations: [reg], days: 1 })).kept).toEqual({ canceled: 1 });
    await pass(1);
    const restored = await done('restore', 'kim-12', { registrations: [reg] });
    expect(restored).toMatchObject({ restored: 1, active: { before: 0, after: 1 } });
    expect([await has('kim-12'), await wrong()]).toEqual([[['active', now + 30 * day]], []]);
    expect((await done('restore', 'kim-12', { registrations: [reg] })).kept).toEqual({ not_canceled: 1 });
    // The last act first, each in its turn.
    expect(await undo(restored.act_idx)).toMatchObject({ back: 1, kept: 0 });
    expect(await undo(cancelled.act_idx)).toMatchObject({ back: 1, kept: 0 });
    expect([await has('kim-12'), await wrong()]).toEqual([[['active', now + 30 * day]], []]);
  });

  test('keeps what ended, and what came by an event, which is taken out of the event', async () => {
    const [{ reg }, event] = [await withCode(1), await joined()];
    await pass(2);
    expect(await done('cancel', 'kim-12', { registrations: [reg, event] })).toMatchObject({
      canceled: 0,
      kept: { over: 1, event: 1 },
      act_idx: null,
    });
  });

  test('keeps in its undo what was changed since, by whoever', async () => {
    const { code, reg } = await withCode();
    const { act_idx } = await done('extend', 'kim-12', { registrations: [reg], days: 30 });
    await office.admin.post('/customer/code/update/expired_date', { codes: [code], expired_date: '2099-12-31' });
    expect(await undo(act_idx)).toMatchObject({ back: 0, kept: 1 });
    expect((await has('kim-12'))[0]?.[1]).toBeGreaterThan(now + 365 * day);
  });

  test('is not taken back by the undo of an earlier change of its code', async () => {
    const { code, reg } = await withCode();
    const request = { codes: [code], is_canceled: 1 };
    const earlier = (await office.admin.post('/customer/code/update/is_canceled', request)).json.results.act_idx;
    await done('restore', 'kim-12', { registrations: [reg] });
    await done('cancel', 'kim-12', { registrations: [reg] });
    expect(await undo(earlier)).toMatchObject({ back: 0, kept: 1 });
    expect((await has('kim-12'))[0]?.[0]).toBe('canceled');
  });

  test('cancels and restores with it what is kept within it: a learner has one of each collection', async () => {
    const cidx = await desk.addCollection('first');
    const cust_idx = await desk.addCustomer('LANTERN');
    const codes: string[] = [];
    for (const length of [30, 90]) {
      const cg_idx = await desk.addBatch({ cust_idx, cidx, title: `For ${length}`, length });
      await desk.issue(cg_idx, 1, { length });
      const row = office.db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx);
      codes.push((await row.executeTakeFirstOrThrow()).code);
    }
    await redeem(codes[0] ?? '', 'kim-l2');
    const reg = await redeem(codes[1] ?? '', 'kim-12');
    await office.admin.post('/api/v1/learner/kim-l2/merge', { into: 'kim-12' });
    const stateOf = async () =>
      (await office.db.selectFrom('code').select('is_canceled').execute()).map(({ is_canceled }) => is_canceled > 0);
    const { act_idx, ...cancelled } = await done('cancel', 'kim-12', { registrations: [reg] });
    expect([cancelled.canceled, await stateOf()]).toEqual([1, [true, true]]);
    await undo(act_idx);
    expect(await stateOf()).toEqual([false, false]);
    await done('cancel', 'kim-12', { registrations: [reg] });
    await done('restore', 'kim-12', { registrations: [reg] });
    expect([await stateOf(), await wrong()]).toEqual([[false, false], []]);
  });
});

describe('Giving again', () => {
  test('gives the days that were left when it was cancelled, and is undone', async () => {
    const { code, reg } = await withCode();
    await pass(10);
    await done('cancel', 'kim-12', { registrations: [reg] });
    await pass(40);
    const then = inSeconds(office.clock.now());
    const foreseen = await done('again', 'kim-12', { reg_idx: reg, dry_run: true });
    expect(foreseen).toMatchObject({
      given: 1,
      active: { before: 0, after: 1 },
      registrations: [{ before: { status: 'canceled' }, after: { status: 'active', until: then + 20 * day } }],
    });
    const given = await done('again', 'kim-12', { reg_idx: reg });
    expect({ ...given, act_idx: null }).toEqual(foreseen);
    expect([await has('kim-12'), await wrong()]).toEqual([[['active', then + 20 * day]], []]);
    const fields = (await historyOf(code)).slice(0, 2).map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(['expired_date', 'is_canceled']);
    expect((await done('again', 'kim-12', { reg_idx: reg })).kept).toEqual({ runs: 1 });
    expect(await undo(given.act_idx)).toMatchObject({ back: 1, kept: 0 });
    expect([await has('kim-12'), await wrong()]).toEqual([[['canceled', now + 30 * day]], []]);
  });

  test('gives what an act took that ended it by mistake; of what ended by itself nothing is left', async () => {
    const { code, reg } = await withCode();
    await pass(5);
    const soon = inSeconds(office.clock.now()) + 60;
    await office.admin.post('/customer/code/update/expired_date', { codes: [code], expired_date: soon });
    await pass(2);
    const then = inSeconds(office.clock.now());
    await done('again', 'kim-12', { reg_idx: reg });
    expect(await has('kim-12')).toEqual([['active', then + 25 * day]]);
    await pass(26);
    expect((await done('again', 'kim-12', { reg_idx: reg })).kept).toEqual({ nothing_left: 1 });
  });
});

test('A learner has one of each thing done whatever is done to it at once: moves, extends and cancels while codes are redeemed', async () => {
  const codes = await desk.issueCodes(24, { length: 30 });
  const first = await Promise.all(codes.slice(0, 8).map((code) => redeem(code, 'kim-12')));
  const redeeming = codes.slice(8).map((code, n) => desk.redeem(code, n % 2 === 0 ? 'kim-12' : 'kim-l2'));
  const acts: number[] = [];
  const acting = Array.from({ length: 18 }, async (_, n) => {
    const id = n % 2 === 0 ? 'kim-12' : 'kim-l2';
    const other = n % 2 === 0 ? 'kim-l2' : 'kim-12';
    const registrations = first.filter((_reg, place) => place % 3 === n % 3);
    const [path, body] = (
      [
        ['move', { registrations, to: other }],
        ['extend', { registrations, days: 1 }],
        ['cancel', { registrations }],
        ['restore', { registrations }],
        ['again', { reg_idx: registrations[0] }],
        ['merge', { into: other }],
      ] as const
    )[n % 6] as [string, object];
    const { status, json } = await office.admin.post(`/api/v1/learner/${id}/${path}`, body);
    expect([path, status]).toEqual([path, 200]);
    if (json.results.act_idx) acts.push(json.results.act_idx);
  });
  const answers = await Promise.all(redeeming);
  await Promise.all(acting);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await wrong()).toEqual([]);
  for (const act of acts.toSorted((one, other) => other - one)) await undo(act);
  const { rows } = await sql<{ codes: number }>`
    select count(distinct code) as codes from registration where learner_id = any('{kim-12,kim-l2}')`.execute(
    office.db,
  );
  expect([rows[0]?.codes, await wrong()]).toEqual([24, []]);
});
