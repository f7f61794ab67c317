import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { registrationChecks } from '../registration.checks.ts';
import { redeemDesk } from '../registration.fixture.ts';

let office: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

let event = 0;
const code = 'JQNMPRJQNMPR';
beforeEach(async () => {
  await desk.clear();
  await desk.addCollection('c1');
  event = await desk.addEvent(1, { cid: 'c1', code, participant_limit: 2 });
});

const join = async (learner: string) => (await desk.redeem(code, learner)).json.results?.reg_idx as number;
const takeOut = (reg_idx: number, of = event) => office.admin.delete(`/api/v1/event/${of}/participant/${reg_idx}`);
const learners = async () =>
  (await office.db.selectFrom('registration').select('learner_id').orderBy('learner_id').execute()).map(
    ({ learner_id }) => learner_id,
  );
const counted = async () => (await office.admin.get(`/api/v1/event/${event}`)).json.results.participants;
/** What a check of all data would find wrong. */
const wrong = async () => {
  const found = registrationChecks.map(({ differing }) => differing.execute(office.db));
  return (await Promise.all(found)).flatMap(({ rows }) => rows);
};

describe('A participant', () => {
  test('is taken out of an event, which frees the place, and comes back by an undo', async () => {
    const [mia] = [await join('mia'), await join('noa')];
    expect((await desk.redeem(code, 'ola')).status).toBe(409);
    const { status, json } = await takeOut(mia);
    expect([status, await learners(), await counted()]).toEqual([200, ['noa'], 1]);
    expect(await wrong()).toEqual([]);
    expect((await office.admin.undo(json.results.act_idx)).status).toBe(200);
    expect([await learners(), await counted(), await join('mia')]).toEqual([['mia', 'noa'], 2, mia]);
    expect(await wrong()).toEqual([]);
    const trail = await office.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'registration')
      .where('entity_id', '=', String(mia))
      .orderBy('audit_idx')
      .execute();
    const who = { learner_id: 'mia', cid: 'c1', event_idx: event };
    expect(trail).toMatchObject([
      { action: 'registration.redeemed', after: who },
      { action: 'registration.deleted', before: who, after: null },
      { action: 'registration.undone', after: who },
    ]);
  });

  test('of no event, of another event, or taken out before, is not found', async () => {
    const other = await desk.addEvent(2, { cid: 'c1' });
    const mia = await join('mia');
    expect((await takeOut(mia, other)).status).toBe(404);
    expect((await takeOut(999_999)).status).toBe(404);
    const answers = await Promise.all([takeOut(mia), takeOut(mia)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect([await counted(), await wrong()]).toEqual([0, []]);
  });

  test('does not come back beside a new registration, to a full event or to a deleted one', async () => {
    const out = async (learner: string) => (await takeOut(await join(learner))).json.results.act_idx as number;
    const mia = await out('mia');
    const again = await join('mia');
    expect(await office.admin.undo(mia)).toMatchObject({
      status: 409,
      json: { error: { code: 'registration.joined_again' } },
    });
    await takeOut(again);
    const full = [await join('noa'), await join('ola')];
    expect(await office.admin.undo(mia)).toMatchObject({
      status: 409,
      json: { error: { code: 'registration.event_full' } },
    });
    for (const one of full) await takeOut(one);
    expect((await office.admin.delete(`/api/v1/event/${event}`)).status).toBe(200);
    expect(await office.admin.undo(mia)).toMatchObject({
      status: 409,
      json: { error: { code: 'registration.event_gone' } },
    });
    expect([await learners(), await wrong()]).toEqual([[], []]);
  });

  test('does not come back to a collection that was deleted after the event got another', async () => {
    const { json } = await takeOut(await join('mia'));
    await desk.addCollection('c2');
    expect((await office.admin.put(`/api/v1/event/${event}`, { cid: 'c2' })).status).toBe(200);
    expect((await office.admin.delete('/api/v5/collection/c1')).status).toBe(200);
    expect(await office.admin.undo(json.results.act_idx)).toMatchObject({
      status: 409,
      json: { error: { code: 'registration.collection_gone' } },
    });
    expect([await learners(), await counted(), await wrong()]).toEqual([[], 0, []]);
  });

  test('is counted right while learners join and staff take others out and undo it', async () => {
    await office.admin.put(`/api/v1/event/${event}`, { participant_limit: 0 });
    const act = async (learner: string, isBack: boolean) => {
      const { json } = await takeOut(await join(learner));
      if (isBack) await office.admin.undo(json.results.act_idx);
    };
    const names = Array.from({ length: 8 }, (_, index) => `learner-${index}`);
    await Promise.all(names.map((name, index) => act(name, index % 2 === 0)));
    expect([await counted(), (await learners()).length, await wrong()]).toEqual([4, 4, []]);
  });
});
