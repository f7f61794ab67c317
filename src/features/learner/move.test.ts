import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeChecks } from '#features/code/code.checks.ts';
import { registrationChecks } from '#features/registration/registration.checks.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import type { Learner } from './learner.contract.ts';

let office: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

const day = 86_400;
const learner = async (id: string): Promise<Learner> =>
  (await office.admin.get(`/api/v1/learner/${encodeURIComponent(id)}`)).json.results;
const move = (id: string, registrations: number[], to: string, over: object = {}) =>
  office.admin.post(`/api/v1/learner/${id}/move`, { registrations, to, ...over });
const merge = (id: string, into: string, over: object = {}) =>
  office.admin.post(`/api/v1/learner/${id}/merge`, { into, ...over });
const redeem = async (code: string, id: string) => (await desk.redeem(code, id)).json.results?.reg_idx as number;
const has = async (id: string) => (await learner(id)).registrations.map(({ cid, expires_at }) => [cid, expires_at]);
/** What a check of all data would find wrong. */
const wrong = async () => {
  const found = [...registrationChecks, ...codeChecks].map(({ differing }) => differing.execute(office.db));
  return (await Promise.all(found)).flatMap(({ rows }) => rows);
};
/** The figures of reports, and of the customer. */
const figures = async () => {
  const { rows } = await sql<{ day: unknown }>`
    select cidx, cg_idx, event_idx, day, ends, canceled, sum(registrations) as registrations
    from registration_day group by 1, 2, 3, 4, 5, 6 having sum(registrations) <> 0 order by 1, 2, 3, 4, 5, 6`.execute(
    office.db,
  );
  return rows;
};

/** Codes of one collection that run for different times. */
async function codesOfOne(...lengths: number[]): Promise<string[]> {
  const cust_idx = await desk.addCustomer('LANTERN');
  const cidx = await desk.addCollection('first');
  const codes: string[] = [];
  for (const length of lengths) {
    const cg_idx = await desk.addBatch({ cust_idx, cidx, title: `For ${length} days`, length });
    await desk.issue(cg_idx, 1, { length });
    const row = office.db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx);
    codes.push((await row.executeTakeFirstOrThrow()).code);
  }
  return codes;
}

describe('A registration', () => {
  test('moves to another ID with its end, says before what it does, and comes back by an undo', async () => {
    const [code = ''] = await desk.issueCodes(1, { length: 90 });
    const reg_idx = await redeem(code, 'kim-12');
    const [before, sums] = [await has('kim-12'), await figures()];
    const foreseen = (await move('kim-12', [reg_idx], ' kim-21 ', { dry_run: true })).json.results;
    expect(foreseen).toMatchObject({
      moved: 1,
      kept: {},
      act_idx: null,
      from: { learner_id: 'kim-12', before: 1, after: 0 },
      to: { learner_id: 'kim-21', since: 0, before: 0, after: 1 },
      collections: [{ cid: 'of-0', to_until: null, both: false }],
      events: [],
    });
    expect(await has('kim-12')).toEqual(before);
    const done = (await move('kim-12', [reg_idx], 'kim-21', { memo: 'Wrong child' })).json.results;
    expect({ ...done, act_idx: null }).toEqual(foreseen);
    expect([await has('kim-12'), await has('kim-21')]).toEqual([[], before]);
    expect([await figures(), await wrong()]).toEqual([sums, []]);
    for (const id of ['kim-12', 'kim-21'])
      expect((await learner(id)).history.map(({ action }) => action)).toContain('moved');
    expect((await office.admin.undo(done.act_idx)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect([await has('kim-12'), await has('kim-21')]).toEqual([before, []]);
    expect((await office.admin.undo(done.act_idx)).status).toBe(409);
  });

  test('of another reader, or to the ID it has, does not move', async () => {
    const codes = await desk.issueCodes(2);
    const [one, other] = [await redeem(codes[0] ?? '', 'kim-12'), await redeem(codes[1] ?? '', 'noa')];
    expect((await move('kim-12', [one], 'kim-12')).json.error.fields.to).toBeDefined();
    expect((await move('kim-12', [one], ' '.repeat(3))).status).toBe(400);
    expect((await move('kim-12', [other], 'kim-21')).json.results).toMatchObject({
      moved: 0,
      kept: { unknown: 1 },
      act_idx: null,
    });
    expect((await has('noa')).length).toBe(1);
  });

  test('of a collection that both have is kept once with the longer end, from whichever side', async () => {
    const now = inSeconds(office.clock.now());
    for (const [mine, theirs] of [
      [30, 90],
      [90, 30],
    ] as const) {
      await desk.clear();
      const [one = '', two = ''] = await codesOfOne(mine, theirs);
      const reg_idx = await redeem(one, 'kim-l2');
      await redeem(two, 'kim-12');
      const sums = await figures();
      const { json } = await move('kim-l2', [reg_idx], 'kim-12');
      expect(json.results).toMatchObject({ moved: 1, kept: { both: 1 }, to: { before: 1, after: 1 } });
      expect(await has('kim-12')).toEqual([['first', now + 90 * day]]);
      expect([await figures(), await wrong()]).toEqual([sums, []]);
      await office.admin.undo(json.results.act_idx);
      expect([await has('kim-l2'), await has('kim-12')]).toEqual([
        [['first', now + mine * day]],
        [['first', now + theirs * day]],
      ]);
    }
  });
});

describe('Two IDs of one person', () => {
  test('become one, and an event that both had joined has a place more', async () => {
    await desk.addCollection('fair');
    const event_idx = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', participant_limit: 2 });
    for (const id of ['kim-l2', 'kim-12']) await redeem('FAIRFAIR2026', id);
    expect((await desk.redeem('FAIRFAIR2026', 'noa')).status).toBe(409);
    const foreseen = (await merge('kim-l2', 'kim-12', { dry_run: true })).json.results;
    expect(foreseen).toMatchObject({ merged: 1, kept: { both: 1 }, events: [{ event_idx, before: 2, after: 1 }] });
    const { act_idx, ...done } = (await merge('kim-l2', 'kim-12')).json.results;
    expect({ ...done, act_idx: null }).toEqual(foreseen);
    expect((await desk.redeem('FAIRFAIR2026', 'noa')).status).toBe(200);
    expect(await wrong()).toEqual([]);
    // Nobody loses a place for an undo.
    expect((await office.admin.undo(act_idx)).json.error.code).toBe('registration.no_place');
    const noa = (await learner('noa')).registrations[0]?.reg_idx;
    await office.admin.delete(`/api/v1/event/${event_idx}/participant/${noa}`);
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ kept: 0 });
    expect([(await has('kim-l2')).length, (await has('kim-12')).length, await wrong()]).toEqual([1, 1, []]);
  });

  test('stay one where the ended ID has joined the event again since', async () => {
    await desk.addCollection('fair');
    await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026' });
    await redeem('FAIRFAIR2026', 'kim-l2');
    const { act_idx } = (await merge('kim-l2', 'kim-12')).json.results;
    await redeem('FAIRFAIR2026', 'kim-l2');
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 0, kept: 1 });
    expect([(await has('kim-l2')).length, (await has('kim-12')).length, await wrong()]).toEqual([1, 1, []]);
  });

  test('come apart only in what no later act has moved', async () => {
    const codes = await desk.issueCodes(2);
    for (const code of codes) await redeem(code, 'kim-l2');
    const first = (await merge('kim-l2', 'kim-12')).json.results;
    const [one] = (await learner('kim-12')).registrations;
    const second = (await move('kim-12', [one?.reg_idx ?? 0], 'noa')).json.results;
    expect((await office.admin.undo(first.act_idx)).json.results).toMatchObject({ back: 1, kept: 1 });
    await office.admin.undo(second.act_idx);
    expect([(await has('kim-l2')).length, (await has('kim-12')).length, (await has('noa')).length]).toEqual([1, 1, 0]);
    expect(await wrong()).toEqual([]);
  });

  test('come apart only in what keeps nothing that came later, which is said before', async () => {
    const codes = await codesOfOne(90, 60, 60, 60);
    const kim = await redeem(codes[0] ?? '', 'kim-l2');
    await redeem(codes[1] ?? '', 'kim-12');
    const first = (await merge('kim-l2', 'kim-12')).json.results;
    await redeem(codes[2] ?? '', 'noa');
    const second = (await merge('noa', 'kim-12')).json.results;
    const { undo } = (await office.admin.get(`/api/v1/act/${first.act_idx}`)).json.results;
    expect(undo).toMatchObject({
      back: 0,
      kept: 2,
      first: [{ reason: 'keeps one that came later' }, { reason: 'is kept by one that stays' }],
    });
    expect((await office.admin.undo(first.act_idx)).json.results).toMatchObject({ back: 0, kept: 2 });
    expect([await has('kim-l2'), (await has('kim-12')).length, await wrong()]).toEqual([[], 1, []]);
    expect((await learner('kim-12')).registrations[0]?.reg_idx).toBe(kim);
    await office.admin.undo(second.act_idx);
    expect([(await has('noa')).length, (await has('kim-12')).length, await wrong()]).toEqual([1, 1, []]);
  });

  test('keep the place of an event for what came later', async () => {
    await desk.addCollection('fair');
    const event_idx = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', participant_limit: 0 });
    await redeem('FAIRFAIR2026', 'kim-l2');
    const first = (await merge('kim-l2', 'kim-12')).json.results;
    await redeem('FAIRFAIR2026', 'noa');
    await merge('noa', 'kim-12');
    expect((await office.admin.undo(first.act_idx)).json.results).toMatchObject({ back: 0, kept: 1 });
    expect(await wrong()).toEqual([]);
    expect((await office.admin.get(`/api/v1/event/${event_idx}`)).json.results.participants).toBe(1);
  });

  test('a participant who was taken out comes back beside what they were kept in, where that is another’s since', async () => {
    await desk.addCollection('fair');
    const event_idx = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', participant_limit: 0 });
    const other = await desk.addEvent(2, { cid: 'fair', code: 'FAIRFAIR2027', participant_limit: 0 });
    const longer = await redeem('FAIRFAIR2027', 'kim-l2');
    const joined = await redeem('FAIRFAIR2026', 'kim-12');
    const merged = (await merge('kim-l2', 'kim-12')).json.results;
    expect(other).toBeGreaterThan(0);
    const { rows } = await sql<{
      shown_in: number;
    }>`select shown_in from registration where reg_idx = ${joined}`.execute(office.db);
    expect(rows[0]?.shown_in).toBe(longer);
    await office.admin.delete(`/api/v1/event/${event_idx}/participant/${joined}`);
    const { act_idx } = await sql<{ act_idx: number }>`
      select act_idx from audit where action = 'registration.deleted' and entity_id = ${String(joined)}`
      .execute(office.db)
      .then(({ rows: [row] }) => row as { act_idx: number });
    await office.admin.undo(merged.act_idx);
    expect((await office.admin.undo(act_idx)).status).toBe(200);
    expect([(await has('kim-12')).length, (await has('kim-l2')).length, await wrong()]).toEqual([1, 1, []]);
  });

  test('become one with ten thousand registrations', async () => {
    const codes = await desk.issueCodes(10_000);
    const now = inSeconds(office.clock.now());
    await sql`update code set activated_date = ${now}::bigint where code = any(${codes}::text[])`.execute(office.db);
    await sql`
      insert into registration (registered_at, cidx, learner_id, code)
      select ${now}::bigint, b.cidx, 'many', k.code from code k join code_batch b using (cg_idx)`.execute(office.db);
    const { json } = await merge('many', 'one');
    expect(json.results).toMatchObject({ merged: 10_000, to: { after: 10_000 } });
    expect([(await learner('one')).total, await wrong()]).toEqual([10_000, []]);
    expect((await office.admin.undo(json.results.act_idx)).json.results).toMatchObject({ back: 10_000, kept: 0 });
  });
});

test('whoever redeems while two IDs are merged to and fro and undone has a registration of each code, and events count right', async () => {
  await desk.addCollection('fair');
  const event_idx = await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', participant_limit: 0 });
  const codes = await desk.issueCodes(24);
  const ids = ['kim-l2', 'kim-12'];
  const redeeming = codes.flatMap((code, n) => [
    desk.redeem(code, ids[n % 2] ?? ''),
    desk.redeem('FAIRFAIR2026', n % 3 === 0 ? (ids[n % 2] ?? '') : `other-${n}`),
  ]);
  const merging = Array.from({ length: 6 }, async (_, n) => {
    const [from = '', into = ''] = n % 2 === 0 ? ids : ids.toReversed();
    const { json } = await merge(from, into);
    if (n % 3 === 0 && json.results?.act_idx) await office.admin.undo(json.results.act_idx);
  });
  const answers = await Promise.all(redeeming);
  await Promise.all(merging);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const { rows } = await sql<{ codes: number }>`
    select count(*) as codes from registration where code is not null and learner_id = any(${ids}::text[])`.execute(
    office.db,
  );
  expect([rows[0]?.codes, await wrong()]).toEqual([24, []]);
  const { participants } = (await office.admin.get(`/api/v1/event/${event_idx}`)).json.results;
  expect(participants).toBeGreaterThanOrEqual(17);
});
