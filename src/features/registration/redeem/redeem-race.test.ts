import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { spawnOffice } from '#test/spawned-office.ts';
import { redeemDesk } from '../registration.fixture.ts';

/*
 * Concurrent attempts to redeem the same codes through two instances on one database: two in this process, or with
 * TEST_LONG two separate processes and as many attempts as the product is designed for.
 */
const isLong = process.env['TEST_LONG'] === '1';
const [codesTried, attemptsEach] = isLong ? [10_000, 10] : [60, 10];
const [places, joins] = isLong ? [1000, 5000] : [30, 150];
// Concurrent requests to each instance.
const lanes = 24;

let office: Office;
let other: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  other = await startOffice({ beside: office });
  // Separate processes run in real time.
  office.clock.set(new Date().toISOString());
  office = { ...office, admin: await office.signIn('ada', true) };
});
afterAll(async () => {
  await other.close();
  await office.close();
});

type Redeem = (code: string, learner: string) => Promise<number>;

/** A function to redeem through each instance, with sessions valid at this time. */
async function instances(): Promise<Redeem[]> {
  const { admin } = office;
  const body = (code: string, learner_id: string) => ({ code, learner_id });
  if (!isLong) {
    const second = await other.signIn('eve', true);
    return [admin, second].map(
      (person) => async (code, learner) => (await person.post('/api/v1/code/redeem', body(code, learner))).status,
    );
  }
  return Promise.all(
    [1, 2].map(async () => {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-'));
      const { url, stop } = await spawnOffice({ DATABASE_URL: office.databaseUrl, DATA_DIR: dataDir });
      onTestFinished(async () => {
        await stop();
        await rm(dataDir, { recursive: true, force: true });
      });
      const headers = { cookie: admin.cookie, 'content-type': 'application/json' };
      return async (code: string, learner: string) => {
        const sent = { method: 'POST', headers, body: JSON.stringify(body(code, learner)) };
        const answer = await fetch(`${url}/api/v1/code/redeem`, sent);
        await answer.arrayBuffer();
        return answer.status;
      };
    }),
  );
}

/** Makes attempts through all instances concurrently; returns how often each status was returned. */
async function attempt(through: readonly Redeem[], attempts: readonly (readonly [string, string])[]) {
  const statuses = new Map<number, number>();
  const numbered = attempts.map((one, n) => ({ one, n }));
  await Promise.all(
    through.map((redeem, instance) =>
      inLanes(
        numbered.filter(({ n }) => n % through.length === instance),
        lanes,
        async ({ one: [code, learner] }) => {
          const status = await redeem(code, learner);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        },
      ),
    ),
  );
  return Object.fromEntries(statuses);
}

const registrations = async () =>
  (
    await office.db
      .selectFrom('registration')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test(`each of ${codesTried} codes is redeemed exactly once, however often and wherever it is tried at once`, {
  timeout: isLong ? 1_800_000 : 60_000,
}, async () => {
  const codes = await desk.issueCodes(codesTried);
  // The attempts on one code are close together, and go through both instances.
  const attempts = codes.flatMap((code) =>
    Array.from({ length: attemptsEach }, (_, n) => [code, `learner ${n}`] as const),
  );
  const statuses = await attempt(await instances(), attempts);
  expect(statuses).toEqual({ 200: codesTried, 409: codesTried * (attemptsEach - 1) });
  expect(await registrations()).toBe(codesTried);
  const activated = office.db.selectFrom('code').where('activated_date', '>', 0);
  const { n } = await activated.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  expect(n).toBe(codesTried);
  await office.db.deleteFrom('registration').execute();
});

test(`an event of ${places} places accepts exactly that many of ${joins} who join at once, each once`, {
  timeout: isLong ? 600_000 : 60_000,
}, async () => {
  await desk.addCollection('C1');
  const now = Math.floor(office.clock.now().getTime() / 1000);
  const times = { from: now - 60, until: now + 86_400 };
  const id = await desk.addEvent(1, { ...times, participant_limit: places });
  // Half of the attempts are repeated ones.
  const learners = Array.from({ length: joins / 2 }, (_, n) => `learner ${n}`);
  const attempts = [...learners, ...learners].map((learner) => ['EVENT0000001', learner] as const);
  const statuses = await attempt(await instances(), attempts);
  expect(Object.keys(statuses)).toEqual(['200', '409']);
  expect(await registrations()).toBe(places);
  const stored = office.db.selectFrom('event').select('participants').where('event_idx', '=', id);
  expect(await stored.executeTakeFirst()).toEqual({ participants: places });
});
