import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { shopDesk } from '#features/vending/vending.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { differingData } from '#test/differing-data.ts';
import { must } from '#test/must.ts';
import { whileLocked } from '#test/while-locked.ts';
import { faultDesk } from './fault.fixture.ts';

let office: Office;
const desk = faultDesk(() => office);
const shop = shopDesk(() => office);
const codes = codeDesk(() => office);
let round = 0;
/** The batch that a shop sells from and another one, each with two codes that are numbers and one that is not. */
let sold: number;
let other: number;
/** The four. */
let numeric: string[];

beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

const drawing = (drawn: string[]) => ({ draw: () => drawn.splice(0) });

beforeEach(async () => {
  round++;
  await sql`update code set is_canceled = 1 where activated_date = 0 and is_canceled = 0`.execute(office.db);
  const own = (first: number) => `${first}${String(round).padStart(11, '0')}`;
  ({ cg_idx: sold } = await shop.sell(1, []));
  await codes.issue(sold, 2, {}, drawing([own(2), own(3)]));
  // Drawn from the last to the first: the one that is none, then two numbers.
  for (const order of ['A', 'B']) await shop.draw(order);
  const cust_idx = await codes.addCustomer(`NUMERIC-${round}`);
  other = await codes.addBatch({ cust_idx, cidx: await codes.addCollection(`numeric-${round}`) });
  await codes.issue(other, 3, {}, drawing([own(4), own(5), `ABBBBBBBBBB${'CDEFGHJKM'.charAt(round)}`]));
  numeric = [own(2), own(3), own(4), own(5)];
});

const row = (code: string) =>
  office.db.selectFrom('code').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
const twinOf = async (code: string): Promise<string> =>
  must(await office.admin.get(`/api/v1/code/${code}`)).history.find(({ kind }: { kind: string }) => kind === 'replaced')
    .other;
const lines = async (cg_idx: number) =>
  must(await office.admin.get(`/api/v1/code/batch/${cg_idx}/history`)).lines.map(
    ({ kind, codes: count, undo }: { kind: string; codes: number; undo: number | null }) => ({ kind, count, undo }),
  );
const figures = async (cg_idx: number) => {
  const { count, issued, withdrawn_codes, unused_codes } = must(await office.admin.get(`/api/v1/code/batch/${cg_idx}`));
  return { count, issued, withdrawn_codes, unused_codes };
};

describe('Codes that a spreadsheet reads as numbers', () => {
  test('of several batches are replaced at once: quantities, the bill and the orders of shops stay', async () => {
    const [ours, theirs, paid] = [await figures(sold), await figures(other), (await shop.statement()).amounts];
    const order = await shop.read('B');
    expect(numeric).toContain(order.code);
    office.clock.advance(5000);
    expect(await desk.fix('code_numeric', { all: true, dry_run: true })).toEqual({ changed: 4, left: {} });
    expect(await desk.ids('code_numeric')).toEqual(numeric);
    const { act_idx, changed } = await desk.fix('code_numeric', { all: true });
    expect(changed).toBe(4);
    expect(await desk.ids('code_numeric')).toEqual([]);
    expect(await figures(sold)).toEqual({ ...ours, issued: ours.issued + 2, withdrawn_codes: 2 });
    expect(await figures(other)).toEqual({ ...theirs, issued: theirs.issued + 2, withdrawn_codes: 2 });
    expect(await shop.statement()).toMatchObject({ amounts: paid, replaced: 2 });
    expect(await shop.read('B')).toMatchObject({ code: await twinOf(order.code), state: 'sold', at: order.at });
    const [old, twin] = [await row(numeric[2] ?? ''), await row(await twinOf(numeric[2] ?? ''))];
    expect(old).toMatchObject({ withdrawn: true, leaked: false });
    expect(twin).toMatchObject({ cg_idx: other, lot: old.lot, length: old.length, valid_until: old.valid_until });
    expect(await lines(other)).toEqual([
      { kind: 'replaced', count: 2, undo: act_idx },
      { kind: 'issued', count: 3, undo: null },
    ]);
    expect(await differingData(office)).toEqual([]);
  });

  test('come back with one undo, but for those whose new code was redeemed, and orders with them', async () => {
    const order = await shop.read('B');
    office.clock.advance(5000);
    const { act_idx } = await desk.fix('code_numeric', { all: true });
    office.clock.advance(5000);
    const redeemed = await twinOf(numeric[3] ?? '');
    expect((await shop.redeem(redeemed)).status).toBe(200);
    expect(await desk.foresee(act_idx)).toMatchObject({ back: 3, kept: 1 });
    expect(await desk.undo(act_idx)).toMatchObject({ back: 3, kept: 1 });
    expect(await desk.ids('code_numeric')).toEqual(numeric.slice(0, 3));
    expect(await shop.read('B')).toMatchObject({ code: order.code, state: 'sold', replaced_at: 0 });
    expect((await lines(other)).slice(0, 2)).toEqual([
      { kind: 'replacement_undone', count: 1, undo: null },
      { kind: 'replaced', count: 2, undo: null },
    ]);
    expect((await office.admin.post(`/api/v1/act/${act_idx}/undo`)).status).toBe(409);
    expect(await differingData(office)).toEqual([]);
  });

  test('that somebody redeems meanwhile stay, and so do those of a batch whose codes are being issued', async () => {
    const [one = '', two = '', three = ''] = numeric.slice(1);
    await office.db
      .updateTable('code_batch')
      .set({ status: 'issuing', missing: 1 })
      .where('cg_idx', '=', sold)
      .execute();
    const [answer] = await whileLocked(
      office.db,
      (trx) => trx.updateTable('code').set({ activated_date: 9 }).where('code', '=', two).execute(),
      [() => office.admin.post('/api/v1/fault/code_numeric/fix', { ids: [one, two, three] })],
    );
    expect(answer?.json.results).toMatchObject({ changed: 1, left: { changed: 1, refused: 1 } });
    expect((await row(two)).withdrawn).toBe(false);
    await office.db
      .updateTable('code_batch')
      .set({ status: 'issued', missing: 0 })
      .where('cg_idx', '=', sold)
      .execute();
    await sql`update code set activated_date = 0 where code = ${two}`.execute(office.db);
  });

  test('are all replaced by one press and come back with one undo, also if a job has to do it', async () => {
    const before = await figures(other);
    const many = 5003;
    await codes.issue(
      other,
      many,
      {},
      drawing(Array.from({ length: many }, (_, n) => `6${String(round * 100_000 + n).padStart(11, '0')}`)),
    );
    office.clock.advance(5000);
    const { changed, work_idx } = await desk.fix('code_numeric', { all: true, except: numeric.slice(0, 1) });
    expect([changed, work_idx]).toEqual([0, expect.any(Number)]);
    const end = (of: number) => async () => must(await office.admin.get(`/api/v1/work/${of}`));
    await expect.poll(end(work_idx)).toMatchObject({ status: 'done', changed: many + 3, act_idx: expect.any(Number) });
    const { act_idx: act } = await end(work_idx)();
    expect(await desk.ids('code_numeric')).toEqual(numeric.slice(0, 1));
    expect((await lines(other))[0]).toEqual({ kind: 'replaced', count: many + 2, undo: act });
    const replaced = await figures(other);
    expect(replaced).toMatchObject({ count: before.count + many, withdrawn_codes: many + 2 });
    office.clock.advance(5000);
    const undone = must(await office.admin.undo(act));
    await expect.poll(end(undone.work_idx)).toMatchObject({ status: 'done' });
    expect(await figures(other)).toMatchObject({ count: replaced.count, unused_codes: replaced.unused_codes });
    expect(must(await office.admin.get('/api/v1/fault/code_numeric')).total).toBe(many + 4);
    expect(await differingData(office)).toEqual([]);
  });

  test('are told by the trail as one act, with what it did to each', async () => {
    await office.db.deleteFrom('audit').execute();
    const { act_idx } = await desk.fix('code_numeric', { all: true });
    const { rows } = await sql<{
      action: string;
    }>`select action, act_idx, part_of from audit order by audit_idx`.execute(office.db);
    expect(rows).toEqual([
      { action: 'code_batch.replaced', act_idx: null, part_of: act_idx },
      { action: 'code_batch.replaced', act_idx: null, part_of: act_idx },
      { action: 'fault_act.replaced', act_idx, part_of: null },
    ]);
    const page = await office.admin.get('/workbench/code_numeric');
    expect(page.body).toShow('4 fixed by');
    expect((await office.admin.get(`/audit/act/${act_idx}`)).status).toBe(200);
  });

  test('wait for another person if they are more than one may issue, and are replaced as planned', async () => {
    const [minji, jun] = [await office.signIn('minji', true), await office.signIn('jun', true)];
    const rules = (value: object) => office.admin.put('/api/v1/setting/second_person', { value });
    expect((await rules({ codes_above: 3 })).status).toBe(200);
    const planned = await minji.post('/api/v1/fault/code_numeric/fix', { all: true });
    const { approval } = planned.json.results;
    expect([planned.status, approval]).toEqual([202, expect.any(Number)]);
    expect(await desk.ids('code_numeric')).toEqual(numeric);
    const done = await jun.post(`/api/v1/approval/${approval}/approve`, {});
    expect([done.status, done.json.error]).toEqual([200, undefined]);
    expect(await desk.ids('code_numeric')).toEqual([]);
    const off = (await rules({})).json.results;
    if (off.approval) await jun.post(`/api/v1/approval/${off.approval}/approve`, {});
  });

  test('are found by an index, without reading the others', async () => {
    const plan = await office.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select code from code
        where activated_date = 0 and is_canceled = 0 and is_changed_by_spreadsheet(code)`.execute(trx);
      return rows.map((line) => line['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('code__numeric_idx');
  });
});
