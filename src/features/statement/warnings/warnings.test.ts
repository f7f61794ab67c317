import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = redeemDesk(() => office);
const day = 86_400;
const now = () => inSeconds(office.clock.now());
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

interface Warning {
  title: string;
  line: string;
  href: string;
}

/** The props of a page. */
async function props(path: string) {
  const { body } = await office.admin.get(path);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script><\/main>/s.exec(body)?.[1] ?? '{}');
}
const onHome = async (): Promise<Warning[]> =>
  (await props('/')).needs.rows.flatMap(({ tasks }: { tasks: Warning[] }) => tasks);
const onRecord = async (custIdx: number): Promise<Warning[]> =>
  (await props(`/customer/${custIdx}`)).head.parts.warnings;
const titles = (warnings: Warning[]) => warnings.map(({ title }) => title);

async function stock(count: number, over: Parameters<typeof desk.issue>[2] = {}) {
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  const cg_idx = await desk.addBatch({ ...of, title: 'Autumn' });
  await desk.issue(cg_idx, count, over);
  const { rows } = await sql<{ code: string }>`select code from code where cg_idx = ${cg_idx} order by code`.execute(
    office.db,
  );
  return { ...of, cg_idx, codes: rows.map(({ code }) => code) };
}

describe('Staff are warned early, on home and on the record of the customer,', () => {
  test('of a customer who redeems and has used 90 % of the codes, until the customer has more', async () => {
    const { cust_idx, cg_idx, codes } = await stock(20);
    for (const [n, code] of codes.slice(0, 17).entries()) await desk.redeem(code, `l-${n}`);
    expect(titles(await onRecord(cust_idx))).toEqual([]);
    await desk.redeem(codes[17] ?? '', 'l-17');
    const warning = {
      title: 'Name of ACME has used 90% of its codes',
      line: '2 unused codes are left.',
      href: `/code/batch/create?cust_idx=${cust_idx}`,
    };
    expect(await onHome()).toContainEqual(expect.objectContaining(warning));
    expect(await onRecord(cust_idx)).toMatchObject([warning]);
    await desk.issue(cg_idx, 10);
    expect(titles(await onRecord(cust_idx))).toEqual([]);
  });

  test('of unused codes that expire within 14 days, with a list of exactly these', async () => {
    const { cust_idx, cg_idx, codes } = await stock(3, { valid_until: now() + 13 * day });
    await desk.redeem(codes[0] ?? '', 'l-1');
    const href = `/code?cg_idx=${cg_idx}&status=issued`;
    expect(await onRecord(cust_idx)).toMatchObject([{ title: 'Autumn: 2 unused codes run out', href }]);
    expect(titles(await onHome())).toContain('Autumn: 2 unused codes run out');
    const list = `/api/v1${href}&as=json`;
    expect((await office.admin.get(list)).json.results.total).toBe(2);
  });

  test('of a batch that is not delivered a day after its issue, until a partner takes it or somebody says so', async () => {
    const { cust_idx, cg_idx } = await stock(3);
    expect(titles(await onRecord(cust_idx))).toEqual([]);
    office.clock.advance(2 * day * 1000);
    office.admin = await office.signIn('ada', true);
    const title = 'The codes of Autumn are not marked as delivered';
    expect(titles(await onRecord(cust_idx))).toEqual([title]);
    expect(titles(await onHome())).toContain(title);
    // A file of staff is no delivery.
    expect((await office.admin.get(`/api/v1/code?cg_idx=${cg_idx}`)).status).toBe(200);
    expect(titles(await onRecord(cust_idx))).toEqual([title]);
    const said = await office.admin.put(`/api/v1/code/batch/${cg_idx}/lot/1`, {
      handed_to: 'Acme',
      handed_on: office.clock.now().toISOString().slice(0, 10),
      version: 1,
    });
    expect(titles(await onRecord(cust_idx))).toEqual([]);
    expect((await office.admin.undo(said.json.results.act_idx)).status).toBe(200);
    expect(titles(await onRecord(cust_idx))).toEqual([title]);
    await sql`insert into code_delivery (cg_idx, at, "to", "as", codes) values (${cg_idx}, now(), 'download', 'csv', 3)`.execute(
      office.db,
    );
    expect(titles(await onRecord(cust_idx))).toEqual([]);
  });

  test('of an event that is full before its end at the rate of the last days', async () => {
    await stock(1);
    const event_idx = await desk.addEvent(1, {
      cid: 'c1',
      from: now() - 2 * day,
      until: now() + 10 * day,
      participant_limit: 10,
    });
    const { code } = (await office.admin.get(`/api/v1/event/${event_idx}`)).json.results;
    await desk.redeem(code, 'l-0');
    const filling = async () => (await onHome()).filter(({ href }) => href === `/event/update/${event_idx}`);
    expect(await filling()).toEqual([]);
    for (const n of [1, 2, 3]) await desk.redeem(code, `l-${n}`);
    expect(await filling()).toMatchObject([{ line: expect.stringContaining('6 places are left') }]);
  });
});

test('The list of customers shows batches, the states of their codes and the last order', async () => {
  const { cust_idx, codes } = await stock(5);
  await desk.redeem(codes[0] ?? '', 'l-0');
  await desk.addCustomer('NEW');
  const { listed } = await props('/customer');
  expect(listed).toMatchObject([
    { label: 'Batches', values: { [cust_idx]: 1 } },
    { label: 'Unused', values: { [cust_idx]: 4 }, share: 'ahead' },
    { label: 'Active', values: { [cust_idx]: 1 }, share: 'live' },
    { label: 'Expired', values: { [cust_idx]: 0 } },
    { label: 'Cancelled', values: { [cust_idx]: 0 } },
    { label: 'Last order', as: 'date', values: { [cust_idx]: now() } },
  ]);
});
