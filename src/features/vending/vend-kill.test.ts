import { expect, test } from 'vitest';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { stoppedRows } from '#test/stopped-rows.ts';
import { killableOffices } from '#test/killable.ts';
import type { SpawnedOffice } from '#test/spawned-office.ts';

const isLong = process.env['TEST_LONG'] === '1';
const [orders, kills] = isLong ? [3000, 10] : [240, 2];

const offices = killableOffices();
const { query, start, signIn } = offices;
const { stopAt, isStopped, letGo } = stoppedRows(offices);

test(`${kills} times one of two instances is killed in the middle of a sale: no code is sold twice, none lost, and an order keeps its code`, {
  timeout: 300_000,
}, async () => {
  const steady = await start();
  const http = await signIn(steady);
  const { cust_idx } = await http.results('POST', '/api/v1/customer', { cust_id: 'ACME', name: 'Acme' });
  const { cidx } = await http.results('POST', '/api/v1/collection', { cid: 'C1', title: 'One' });
  const terms = { cust_idx, cidx, title: 'Shop', count: orders + 20, price: '1', currency: 'USD' };
  const { cg_idx } = await http.results('POST', '/api/v1/code/batch', terms);
  const isIssued = async () => (await http.results('GET', `/api/v1/code/batch/${cg_idx}`)).status === 'issued';
  await expect.poll(isIssued).toBe(true);
  const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: orders };
  const { key } = await http.results('POST', '/api/v1/api_key', sells);
  await http.results('PUT', '/api/v1/setting/portal.requests_per_minute', { value: 0 });
  const codesOf = new Map<string, Set<string>>();
  /** Asks an instance for the code of an order; an instance that dies answers nothing. */
  const sellTo = async ({ url }: SpawnedOffice, order: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ order });
    const answer = await fetch(`${url}/partner/v1/orders`, { method: 'POST', headers, body }).catch(() => null);
    const said = answer?.status === 200 ? await answer.json().catch(() => null) : null;
    if (said) codesOf.set(order, (codesOf.get(order) ?? new Set()).add(said.results.code));
    return said !== null;
  };
  const share = orders / kills;
  for (let kill = 0; kill < kills; kill++) {
    const dying = await start();
    const names = Array.from({ length: share }, (_, n) => `R-${kill * share + n}`);
    await stopAt('code_order', { on: 'insert', at: share / 3 });
    const selling = inLanes([...names.entries()], 8, async ([nth, order]) => {
      // The same order at both, at once.
      const both = await Promise.all([
        sellTo(nth % 2 ? dying : steady, order),
        sellTo(nth % 2 ? steady : dying, order),
      ]);
      for (let isSold = both.includes(true); !isSold; ) isSold = await sellTo(steady, order);
    });
    await expect.poll(isStopped).toBe(true);
    await dying.kill();
    await letGo();
    await selling;
  }
  for (let n = 0; n < orders; n++) expect(await sellTo(steady, `R-${n}`)).toBe(true);
  expect([...codesOf.values()].filter((codes) => codes.size !== 1)).toEqual([]);
  expect(new Set([...codesOf.values()].flatMap((codes) => [...codes])).size).toBe(orders);
  expect(
    await query('select count(*)::integer as sold, count(distinct code)::integer as codes from code_order'),
  ).toEqual([{ sold: orders, codes: orders }]);
  expect(await query('select drawn from vend_key')).toEqual([{ drawn: orders }]);
  expect(await query("select count(*)::integer as sales from audit where action = 'code_order.sold'")).toEqual([
    { sales: orders },
  ]);
  expect(await sellTo(steady, 'One more')).toBe(false);
  expect(await steady.stop()).toBe(0);
});
