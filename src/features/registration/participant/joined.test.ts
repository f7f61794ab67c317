import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { redeemDesk } from '../registration.fixture.ts';

let office: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const code = 'JQNMPRJQNMPR';
const day = 86_400;
let event = 0;
beforeEach(async () => {
  await desk.clear();
  await office.db.deleteFrom('refused_try').execute();
  await desk.addCollection('c1');
  event = await desk.addEvent(1, { cid: 'c1', code, participant_limit: 4, length: 2 });
});

const joined = async () => {
  const { body } = await office.admin.get(`/event/${event}/participants`);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '').joined;
};
/** As if the event and who joined it had been there so many days longer. */
const shift = async (learner: string, days: number) => {
  await office.db
    .updateTable('event')
    .set(({ eb }) => ({ from: eb('from', '-', days * day) }))
    .execute();
  await office.db
    .updateTable('registration')
    .where('learner_id', '=', learner)
    .set(({ eb }) => ({
      registered_at: eb('registered_at', '-', days * day),
      expires_at: eb('expires_at', '-', days * day),
    }))
    .execute();
};

describe('The page of an event', () => {
  test('counts who joined on each of its days, and who of them still reads', async () => {
    await desk.redeem(code, 'mia');
    await desk.redeem(code, 'noa');
    await shift('mia', 3);
    const { active, days, today } = await joined();
    expect(active).toBe(1);
    expect(days.map((one: { joined: number }) => one.joined)).toEqual([1, 0, 0, 1]);
    expect(days.at(-1).day).toBe(today);
  });

  test('shows the newest thirty days of a long event', async () => {
    await desk.redeem(code, 'mia');
    await shift('mia', 40);
    const { days } = await joined();
    expect(days).toHaveLength(30);
    expect(days.every((one: { joined: number }) => one.joined === 0)).toBe(true);
  });

  test('says when it will be full at the present rate, and nothing once it is', async () => {
    await desk.redeem(code, 'mia');
    expect((await joined()).full_at).toBeGreaterThan(0);
    for (const learner of ['noa', 'ola', 'pia']) await desk.redeem(code, learner);
    expect((await joined()).full_at).toBeNull();
  });

  test('says why its code was refused, and how often', async () => {
    for (const learner of ['mia', 'noa', 'ola', 'pia', 'quin', 'rhea']) await desk.redeem(code, learner);
    expect((await joined()).refused).toEqual([{ text: expect.stringContaining('full'), times: 2 }]);
  });

  test('has no days before it begins', async () => {
    await office.db.updateTable('event').set({ from: 1_772_500_000 }).execute();
    expect(await joined()).toMatchObject({ days: [], active: 0, full_at: null, refused: [] });
  });
});
