import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killableOffices } from '#test/killable.ts';

const isLong = process.env['TEST_LONG'] === '1';
// Always enough for the queue of long jobs.
const count = isLong ? 60_000 : 21_000;
const kills = isLong ? 20 : 1;

const { query, start, signIn, connect } = killableOffices();
/** Holds a process at the point where it is to be killed. */
let gate: pg.Client;
beforeAll(async () => {
  gate = await connect();
});
afterAll(() => gate.end());

/** Where issuing is paused: at one of its codes, or before the batch is marked as issued. */
const moments = [
  { table: 'code', at: count / 3 },
  { table: 'code', at: 1 },
  { table: 'code', at: count },
  { table: 'audit', at: 0 },
];

/** Makes the issuing process wait for the gate, at a code or at the change of status. */
async function lockAt({ table, at }: { table: string; at: number }): Promise<void> {
  const isThere =
    table === 'code'
      ? `nextval('held_codes') = ${at}`
      : `exists (select from code_batch where status = 'issued' and xmin = pg_current_xact_id()::xid)`;
  await query(`
    drop sequence if exists held_codes; create sequence held_codes;
    create or replace function held() returns trigger language plpgsql as $$
    begin
      if ${isThere} then perform pg_advisory_xact_lock(4711); end if;
      return new;
    end $$;
    create trigger held before insert on ${table} for each row execute function held()`);
  await gate.query('select pg_advisory_lock(4711)');
}

async function letGo({ table }: { table: string }): Promise<void> {
  await gate.query('select pg_advisory_unlock(4711)');
  await query(`drop trigger held on ${table}`);
}

const isLocked = async () =>
  (await query("select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted")).length !== 0;

const batches = () =>
  query<{ cg_idx: number; status: string; codes: number }>(`
    select b.cg_idx, b.status, count(c.code)::integer as codes from code_batch b left join code c using (cg_idx)
    group by b.cg_idx order by b.cg_idx`);

/** All or nothing: no codes while it waits for its next run, or once it was given up after too many kills. */
const isWhole = ({ status, codes }: { status: string; codes: number }) =>
  status === 'issued' ? codes === count : (status === 'issuing' || status === 'failed') && codes === 0;

test(`${kills} times killed while codes are issued: never a partial batch or a duplicate code, all issued in the end`, {
  timeout: 900_000,
}, async () => {
  let of = {};
  for (let kill = 0; kill < kills; kill++) {
    const moment = moments[kill % moments.length];
    if (!moment) throw new Error('there is a moment for every kill');
    const office = await start();
    const http = await signIn(office);
    if (kill === 0) {
      const { cust_idx } = await http.results('POST', '/api/v1/customer', { cust_id: 'ACME', name: 'Acme' });
      const { cidx } = await http.results('POST', '/api/v1/collection', { cid: 'C1', title: 'One' });
      of = { cust_idx, cidx };
    }
    await lockAt(moment);
    const wanted = { ...of, title: `Batch ${kill}`, count, price: '1', currency: 'USD' };
    await http.results('POST', '/api/v1/code/batch', wanted);
    await expect.poll(isLocked).toBe(true);
    await office.kill();
    await letGo(moment);
    await expect
      .poll(
        async () =>
          (
            await query(
              "select from pg_stat_activity where application_name like 'library-office%' and datname = current_database()",
            )
          ).length,
      )
      .toBe(0);
    expect((await batches()).filter((batch) => !isWhole(batch))).toEqual([]);
  }
  const office = await start();
  const http = await signIn(office);
  const isOver = async () => (await batches()).every(({ status }) => status !== 'issuing');
  // Up to twenty batches, each after its retry delay.
  const inTheEnd = { timeout: 400_000 };
  await expect.poll(isOver, inTheEnd).toBe(true);
  for (const { cg_idx, status } of await batches())
    if (status === 'failed') await http.results('POST', `/api/v1/code/batch/${cg_idx}/issue`);
  await expect.poll(isOver, inTheEnd).toBe(true);
  expect(await batches()).toMatchObject(Array.from({ length: kills }, () => ({ status: 'issued', codes: count })));
  const days = await query('select sum(issued)::integer as issued from code_day');
  expect(days).toEqual([{ issued: kills * count }]);
  const issued = await query("select count(*)::integer as audited from audit where action = 'code_batch.issued'");
  expect(issued).toEqual([{ audited: kills }]);
  expect(await office.stop()).toBe(0);
});
