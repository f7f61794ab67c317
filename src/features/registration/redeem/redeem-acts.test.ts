import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { redeemDesk } from '../registration.fixture.ts';

/*
 * Learners redeem codes while staff cancel, lower, raise and undo the batches of these codes. Whatever the order, each
 * acknowledged registration stands as the history of its code says, and once all cancellations are undone, it is valid;
 * the ledger of each batch and lot adds up.
 */
const isLong = process.env['TEST_LONG'] === '1';
const [batchCount, redeemed, spare] = isLong ? [10, 5000, 1000] : [2, 100, 50];
// How often staff act on each batch, evenly over all redemptions.
const rounds = isLong ? 5 : 2;
// Concurrent requests of learners, beside one of staff for each batch.
const lanes = 16;

let office: Office;
const desk = redeemDesk(() => office);
const batches = batchDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

/** Waits for the job of an answer, if there is one; returns the act that was done. */
async function acted({ act_idx, work_idx }: { act_idx?: number | null; work_idx?: number | null }) {
  if (!work_idx) return act_idx ?? null;
  const find = async () => (await office.admin.get(`/api/v1/work/${work_idx}`)).json.results;
  await expect.poll(async () => (await find()).status).not.toBe('waiting');
  return (await find()).act_idx as number | null;
}

const undo = async (act: number) => {
  const { status, json } = await office.admin.undo(act);
  if (status === 200) await acted(json.results);
  return status;
};

/** Changes the quantity and waits until its codes are issued; null if learners made it impossible. */
async function setCount(cg_idx: number, count: number): Promise<number | null> {
  const { status, json } = await batches.change(cg_idx, { count });
  const act = status === 200 ? await acted(json.results) : null;
  await batches.settled(cg_idx);
  return act;
}

/**
 * What staff do to a batch while its codes are redeemed: cancel all and undo it, then either change the quantity or
 * cancel the unused ones. Returns the cancellations that are still to be undone.
 */
async function attack(cg_idx: number, isCounted: boolean, share: () => number): Promise<number[]> {
  const left: number[] = [];
  const { count } = await batches.read(cg_idx);
  const cancel = async (filter: object) => {
    const request = { filter: { cg_idx, ...filter }, is_canceled: 1 };
    return acted((await office.admin.post('/customer/code/update/is_canceled', request)).json.results);
  };
  for (let round = 0; round < rounds; round++) {
    await expect.poll(share, { timeout: 3_600_000 }).toBeGreaterThanOrEqual(round / rounds);
    const all = await cancel({});
    if (all !== null) expect(await undo(all)).toBe(200);
    if (isCounted) {
      const lowered = await setCount(cg_idx, count - 10);
      if (lowered !== null && round % 2 === 0) expect(await undo(lowered)).toBe(200);
      else await setCount(cg_idx, count);
    } else {
      const unused = await cancel({ status: 'issued', code: 'A' });
      if (unused !== null) left.push(unused);
    }
  }
  return left;
}

interface InState {
  unused_codes: number;
  active_codes: number;
  expired_codes: number;
  canceled_codes: number;
}

const inQuantity = ({ unused_codes, active_codes, expired_codes, canceled_codes }: InState) =>
  unused_codes + active_codes + expired_codes + canceled_codes;

interface Change {
  field: string | null;
  before: number;
  after: number;
}

test(`${batchCount * redeemed} redemptions while batches are cancelled, lowered, raised and undone keep what their history says`, {
  timeout: isLong ? 3_600_000 : 120_000,
}, async () => {
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  const keys: number[] = [];
  const wanted: string[] = [];
  for (let batch = 0; batch < batchCount; batch++) {
    const { cg_idx } = await batches.issued(of, { count: redeemed + spare });
    keys.push(cg_idx);
    wanted.push(...(await batches.codes(cg_idx)).slice(0, redeemed).map(({ code }) => code));
  }
  // Neighbours in the queue belong to different batches.
  const queue = wanted.map((_, n) => wanted[(n % batchCount) * redeemed + Math.floor(n / batchCount)] ?? '');
  const acknowledged: string[] = [];
  let tried = 0;
  const share = () => tried / queue.length;
  const attacks = Promise.all(keys.map((cg_idx, n) => attack(cg_idx, n % 2 === 0, share)));
  const redeem = async (code: string) => {
    const { status, json } = await desk.redeem(code, `learner of ${code}`);
    tried += 1;
    if (status === 200) acknowledged.push(code);
    else expect(json.error.code).toBe('registration.code_canceled');
  };
  const [acts] = await Promise.all([attacks, inLanes(queue, lanes, redeem)]);

  const stored = await office.db
    .selectFrom('code')
    .innerJoin('registration', 'registration.code', 'code.code')
    .select(['code.code', 'code.is_canceled', 'code.activated_date'])
    .execute();
  expect(stored.map(({ code }) => code).toSorted()).toEqual(acknowledged.toSorted());
  expect(stored.filter((code) => code.activated_date === 0)).toEqual([]);
  // Each value follows the one before it, and the last one is that of the code.
  await inLanes(stored, lanes, async ({ code, is_canceled }) => {
    const { history } = (await office.admin.get(`/api/v1/code/${code}`)).json.results;
    const changes: Change[] = history.filter(({ field }: Change) => field === 'is_canceled');
    const values = [0, ...changes.toReversed().map(({ after }) => after)];
    expect([code, ...changes.toReversed().map(({ before }) => before)]).toEqual([code, ...values.slice(0, -1)]);
    expect([code, values.at(-1)]).toEqual([code, is_canceled]);
  });

  for (const act of acts.flat().toReversed()) await undo(act);
  const learners = office.db.selectFrom('code').select('code').where('activated_date', '>', 0);
  expect(await learners.where('is_canceled', '>', 0).execute()).toEqual([]);
  for (const cg_idx of keys) {
    const batch = await batches.read(cg_idx);
    expect(batch).toMatchObject({ issued: batch.count + batch.withdrawn_codes, missing: 0, canceled_codes: 0 });
    expect([cg_idx, inQuantity(batch)]).toEqual([cg_idx, batch.count]);
    const { lots } = (await office.admin.get(`/api/v1/code/batch/${cg_idx}/lot`)).json.results;
    for (const lot of lots) expect([lot.lot, inQuantity(lot) + lot.withdrawn_codes]).toEqual([lot.lot, lot.issued]);
    const sums = ['issued', 'withdrawn_codes', 'unused_codes', 'active_codes', 'canceled_codes'] as const;
    for (const name of sums) {
      const sum = lots.reduce((all: number, lot: Record<typeof name, number>) => all + lot[name], 0);
      expect([cg_idx, name, sum]).toEqual([cg_idx, name, batch[name]]);
    }
  }
});
