import { expect, test } from 'vitest';
import { stoppedRows } from '#test/stopped-rows.ts';
import { killableOffices } from '#test/killable.ts';

// More than are frozen at once: a job does it.
const count = 20_500;

const offices = killableOffices();
const { query, start, signIn } = offices;
const { stopAt, isStopped, letGo } = stoppedRows(offices);

const state = async () =>
  (
    await query<Record<'frozen' | 'twins' | 'leaks' | 'noted', number>>(`
      select count(*) filter (where leaked)::integer as frozen, count(*) filter (where lot > 1)::integer as twins,
        (select count(*)::integer from code_leak) as leaks,
        (select count(*)::integer from audit where action = 'code_leak.created') as noted from code`)
  )[0];
const nothing = { frozen: 0, twins: 0, leaks: 0, noted: 0 };
const once = { frozen: count, twins: count, leaks: 1, noted: 1 };

test('a leak of very many codes is frozen whole and once, though the process that does it is killed and the job comes again', {
  timeout: 300_000,
}, async () => {
  const first = await start();
  const http = await signIn(first);
  const { cust_idx } = await http.results('POST', '/api/v1/customer', { cust_id: 'ACME', name: 'Acme' });
  const { cidx } = await http.results('POST', '/api/v1/collection', { cid: 'C1', title: 'One' });
  const terms = { cust_idx, cidx, title: 'Leaked', count, price: '1', currency: 'USD' };
  const { cg_idx } = await http.results('POST', '/api/v1/code/batch', terms);
  const isIssued = async () => (await http.results('GET', `/api/v1/code/batch/${cg_idx}`)).status === 'issued';
  await expect.poll(isIssued, { timeout: 60_000 }).toBe(true);
  await stopAt('code', { on: 'insert', at: count / 2 });
  const { work_idx: work } = await http.results('POST', `/api/v1/code/batch/${cg_idx}/leak`, { memo: 'On the web' });
  expect(work).toEqual(expect.any(Number));
  await expect.poll(isStopped, { timeout: 60_000 }).toBe(true);
  const [job] = await query<{ name: string; data: object }>(
    `select name, data from pgboss.job where data::text like '%"work_idx": ${work}%'`,
  );
  expect(job?.data).toMatchObject({ data: { work_idx: work } });
  await first.kill();
  await letGo();
  expect(await state()).toEqual(nothing);

  const second = await start();
  const again = await signIn(second);
  const isDone = async () => (await again.results('GET', `/api/v1/work/${work}`)).status;
  await expect.poll(isDone, { timeout: 120_000, interval: 200 }).toBe('done');
  expect(await state()).toEqual(once);

  // The queue delivers it once more; what is done goes from it.
  const repeat = 'insert into pgboss.job (name, data) values ($1, $2::jsonb) returning id';
  const [repeated] = await query<{ id: string }>(repeat, [job?.name, JSON.stringify(job?.data)]);
  const isOpen = async () => query("select from pgboss.job where id = $1 and state <> 'completed'", [repeated?.id]);
  await expect.poll(isOpen, { timeout: 60_000, interval: 200 }).toEqual([]);
  expect(await state()).toEqual(once);
  const ledger = await again.results('GET', `/api/v1/code/batch/${cg_idx}`);
  expect(ledger).toMatchObject({ count, issued: 2 * count, withdrawn_codes: count, unused_codes: count });
  expect(await second.stop()).toBe(0);
});

test('a leak whose every run was killed has frozen nothing; staff are told, and asking again freezes all of it', {
  timeout: 300_000,
}, async () => {
  await query('truncate code_batch, code_leak, bulk_work cascade');
  const first = await start();
  const http = await signIn(first);
  const [of] = await query<{ cust_idx: number; cidx: number }>('select cust_idx, cidx from customer, collection');
  const terms = { ...of, title: 'Given up', count, price: '1', currency: 'USD' };
  const { cg_idx } = await http.results('POST', '/api/v1/code/batch', terms);
  const isIssued = async () => (await http.results('GET', `/api/v1/code/batch/${cg_idx}`)).status === 'issued';
  await expect.poll(isIssued, { timeout: 60_000 }).toBe(true);
  await stopAt('code', { on: 'insert', at: count / 2 });
  const { work_idx: work } = await http.results('POST', `/api/v1/code/batch/${cg_idx}/leak`, { memo: 'On the web' });
  await expect.poll(isStopped, { timeout: 60_000 }).toBe(true);
  // As if it were the last of its runs.
  await query(`update pgboss.job set retry_count = retry_limit where data::text like '%"work_idx": ${work}%'`);
  await first.kill();
  await letGo();

  const second = await start();
  const again = await signIn(second);
  const report = async () => again.results('GET', `/api/v1/work/${work}`);
  await expect.poll(async () => (await report()).status, { timeout: 120_000, interval: 200 }).toBe('failed');
  expect((await report()).problem).toContain('Nothing was saved');
  expect((await query('select from code where leaked or lot > 1 or is_canceled > 0')).length).toBe(0);
  expect(await query('select from code_leak')).toEqual([]);
  expect((await again.request('GET', '/')).text).toContain('A bulk change was not made');

  const { work_idx: more } = await again.results('POST', `/api/v1/code/batch/${cg_idx}/leak`, { memo: 'On the web' });
  const isDone = async () => (await again.results('GET', `/api/v1/work/${more}`)).status;
  await expect.poll(isDone, { timeout: 120_000, interval: 200 }).toBe('done');
  const ledger = await again.results('GET', `/api/v1/code/batch/${cg_idx}`);
  expect(ledger).toMatchObject({ count, issued: 2 * count, withdrawn_codes: count, unused_codes: count });
  expect((await again.request('GET', '/')).text).not.toContain('A bulk change was not made');
  expect(await second.stop()).toBe(0);
});
