import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { differingData } from '#test/differing-data.ts';
import { type Office, startOffice } from '#test/app.ts';

/*
 * A leak that is frozen through one instance while its codes are redeemed through two; with TEST_LONG, as many codes as the
 * product is designed for.
 */
const [codesIssued, lanes] = process.env['TEST_LONG'] === '1' ? [10_000, 24] : [300, 12];

let office: Office;
let other: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  other = await startOffice({ beside: office });
});
afterAll(async () => {
  await other.close();
  await office.close();
});

test('a leak frozen while its codes are redeemed on two instances: each redemption before stands, each after is refused', async () => {
  const codes = await desk.issueCodes(codesIssued);
  const [batch] = await office.db.selectFrom('code_batch').select('cg_idx').execute();
  const through = [office.admin, await other.signIn('eve', true)];
  const statuses = new Map<string, number>();
  let isFrozen = false;
  const late: number[] = [];
  const begun = Promise.withResolvers<void>();
  const redeeming = inLanes([...codes.entries()], lanes, async ([index, code]) => {
    const afterwards = isFrozen;
    const { status } = await desk.redeem(code, `r${index}`, { by: through[index % 2] ?? office.admin });
    statuses.set(code, status);
    if (afterwards) late.push(status);
    if (statuses.size > codes.length / 20) begun.resolve();
  });
  await begun.promise;
  const { json } = await office.admin.post(`/api/v1/code/batch/${batch?.cg_idx}/leak`, { memo: 'On the web' });
  isFrozen = true;
  await redeeming;
  const redeemed = [...statuses.values()].filter((status) => status === 200).length;
  const refused = [...statuses.values()].filter((status) => status === 422).length;
  expect(redeemed + refused).toBe(codes.length);
  expect([redeemed > 0, refused > 0]).toEqual([true, true]);
  expect(late.filter((status) => status !== 422)).toEqual([]);
  expect(json.results).toMatchObject({ frozen: refused, replaced: refused, redeemed });
  const { rows } = await sql<Record<'kept' | 'lost' | 'twins', number>>`
    select (select count(*)::integer from code c join registration r on r.code = c.code and not c.withdrawn) as kept,
      (select count(*)::integer from code c join registration r on r.code = c.code and c.withdrawn) as lost,
      (select count(*)::integer from code where lot = ${json.results.lot} and not withdrawn) as twins`.execute(
    office.db,
  );
  expect(rows[0]).toEqual({ kept: redeemed, lost: 0, twins: refused });
  expect(await differingData(office)).toEqual([]);
});
