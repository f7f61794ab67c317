import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from './batch.fixture.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
const batches = batchDesk(() => office);

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  const desk = codeDesk(() => office);
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

const seconds = (time: string) => Date.parse(time) / 1000;
const endsOf = async (cg_idx: number) => [...new Set((await batches.codes(cg_idx)).map((code) => code.valid_until))];
const afterDelivery = { valid_days: 30, valid_after: 'delivery' };
const take = (query: string) => office.admin.get(`/api/v1/code?${query}`);
/** Moves the clock, and signs in again at that time: sessions do not last for days. */
async function moveTo(time: string): Promise<void> {
  office.clock.set(time);
  office.admin = await office.signIn('ada', true);
}
const start = '2026-03-02T02:00:00Z';
beforeEach(() => moveTo(start));
const redeem = (code: string, learner_id: string) => office.admin.post('/api/v1/code/redeem', { code, learner_id });

describe('A batch whose codes end some days after an event', () => {
  test.each([
    [{ valid_days: 30 }, 'valid_after'],
    [{ valid_after: 'issue' }, 'valid_days'],
    [{ ...afterDelivery, valid_until: '2027-01-01' }, 'valid_until'],
    [{ ...afterDelivery, valid_days: 0 }, 'valid_days'],
    [{ ...afterDelivery, valid_after: 'sale' }, 'valid_after'],
  ])('is refused with %j at %s', async (over, field) => {
    const refused = await office.admin.post('/api/v1/code/batch', batches.body(of, over));
    expect([refused.status, Object.keys(refused.json.error.fields)]).toEqual([400, [field]]);
  });

  test('ends after its issue, and what it gets later ends after the later issue', async () => {
    const { cg_idx, version } = await batches.issued(of, { valid_days: 1, valid_after: 'issue' });
    // Until the end of the next day in Seoul, where it is 11 in the morning.
    expect(await endsOf(cg_idx)).toEqual([seconds('2026-03-03T15:00:00Z')]);
    await moveTo('2026-03-03T02:00:00Z');
    await batches.change(cg_idx, { count: 12, version });
    await batches.settled(cg_idx);
    expect(new Set(await endsOf(cg_idx))).toEqual(
      new Set([seconds('2026-03-03T15:00:00Z'), seconds('2026-03-04T15:00:00Z')]),
    );
  });

  test('never loses a day to a first day that comes later', async () => {
    const terms = { valid_days: 5, valid_after: 'issue', valid_from: '2026-04-01' };
    const { cg_idx } = await batches.issued(of, terms);
    expect(await endsOf(cg_idx)).toEqual([seconds('2026-04-06T15:00:00Z')]);
  });

  test('waits for its delivery, can be redeemed meanwhile, and says so', async () => {
    const { cg_idx } = await batches.issued(of, afterDelivery);
    expect(await endsOf(cg_idx)).toEqual([0]);
    const [early] = await batches.codes(cg_idx);
    const { code } = (await office.admin.get(`/api/v1/code/${early?.code}`)).json.results;
    expect(code).toMatchObject({ valid_until: 0, waits_for: 'delivery', valid_days: 30, state: 'issued' });
    const page = (await office.admin.get(`/code/batch/${cg_idx}`)).body;
    expect(page).toContain('30 days after delivery');
    expect((await redeem(early?.code ?? '', 'early')).status).toBe(200);
    await take(`cg_idx=${cg_idx}`);
    const codes = await batches.codes(cg_idx);
    const end = seconds('2026-04-01T15:00:00Z');
    expect(codes.map((one) => one.valid_until)).toEqual([0, ...Array.from({ length: 9 }, () => end)]);
  });

  test('begins its days with the first file that has its codes; a later file changes nothing', async () => {
    const { cg_idx } = await batches.issued(of, afterDelivery);
    const file = await take(`cg_idx=${cg_idx}&as=csv`);
    expect(file.body.match(/2026-04-01/g)).toHaveLength(10);
    await moveTo('2026-03-05T02:00:00Z');
    await take(`cg_idx=${cg_idx}&as=csv`);
    expect(await endsOf(cg_idx)).toEqual([seconds('2026-04-01T15:00:00Z')]);
  });

  test('begins only the days of codes that are in the file', async () => {
    const { cg_idx } = await batches.issued(of, afterDelivery);
    const [first, ...others] = await batches.codes(cg_idx);
    const prefix = first?.code.slice(0, 6) ?? '';
    await take(`cg_idx=${cg_idx}&code=${prefix}`);
    const codes = await batches.codes(cg_idx);
    expect(codes.filter((one) => one.valid_until > 0).map(({ code }) => code.slice(0, 6))).toEqual([prefix]);
    expect(others).toHaveLength(9);
  });

  test('waits again when the beginning of its days is undone, except codes redeemed since', async () => {
    const { cg_idx } = await batches.issued(of, afterDelivery);
    await take(`cg_idx=${cg_idx}`);
    const [used] = await batches.codes(cg_idx);
    await redeem(used?.code ?? '', 'quick');
    const [act] = (await office.admin.get(`/api/v1/code/batch/${cg_idx}/changes`)).json.results;
    expect(act).toMatchObject({ field: 'valid_until', value: seconds('2026-04-01T15:00:00Z'), changed: 10 });
    const undone = await office.admin.post(`/api/v1/code/act/${act.act_idx}/undo`);
    expect(undone.json.results).toMatchObject({ back: 9, kept: 1 });
    const codes = await batches.codes(cg_idx);
    expect(codes.filter((one) => one.activated_date === 0).map((one) => one.valid_until)).toEqual(
      Array.from({ length: 9 }, () => 0),
    );
    await moveTo('2026-03-03T02:00:00Z');
    await take(`cg_idx=${cg_idx}`);
    expect(
      (await batches.codes(cg_idx)).filter((one) => one.valid_until === seconds('2026-04-02T15:00:00Z')),
    ).toHaveLength(9);
  });

  test('is in the warnings and the calendar once its days have begun, not before', async () => {
    const { cg_idx } = await batches.issued(of, { ...afterDelivery, title: 'Soon over', valid_days: 10 });
    const isInCalendar = async () =>
      (await office.admin.get('/calendar?on=2026-03-01&span=month')).body.includes('Soon over');
    const isOnHome = async () => {
      const { body } = await office.admin.get('/');
      const props = /<script type="application\/json">(.*?)<\/script><\/main>/s.exec(body)?.[1] ?? '{}';
      return JSON.stringify(JSON.parse(props).needs).includes('Soon over');
    };
    expect([await isInCalendar(), await isOnHome()]).toEqual([false, false]);
    await take(`cg_idx=${cg_idx}`);
    expect([await isInCalendar(), await isOnHome()]).toEqual([true, true]);
  });
});
