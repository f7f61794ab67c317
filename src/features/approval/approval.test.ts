import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { rowOf } from '#features/home/home.fixture.ts';
import { importRow } from '#features/import/import.factory.ts';
import { importDesk } from '#features/import/import.fixture.ts';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';

let office: Office;
let minji: Person;
let jun: Person;
let sequence = 0;
let cid: string;
const releases = releaseDesk(() => office);
const codes = codeDesk(() => office);

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  minji = await office.signIn('minji', true);
  jun = await office.signIn('jun', true);
});
afterAll(() => office.close());

const off = {
  release: false,
  codes_above: null,
  records_above: null,
  prices: false,
  delete_collection: false,
  proposals: false,
};
/** Sets the rules as if nobody had been asked: what a test begins with. */
async function rules(value: Partial<Record<keyof typeof off, boolean | number>>) {
  const stored = JSON.stringify({ ...off, ...value });
  await office.db
    .insertInto('setting')
    .values({ key: 'second_person', value: stored })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
    .execute();
}

beforeEach(async () => {
  await rules({});
  await office.db.deleteFrom('approval').execute();
  cid = `C${++sequence}`;
  must(await office.admin.post('/api/v1/collection', { cid, title: `First steps ${sequence}`, prices: price('9900') }));
});

const price = (amount: string) => [{ currency: 'KRW', price: amount, subscription_period: 30 }];
const save = (by: Person, amount: string, more: object = {}) =>
  by.put(`/api/v5/collection/${cid}`, { prices: price(amount), ...more });
const priceOf = async () =>
  must(await office.admin.get(`/api/v5/collection/${cid}`)).prices?.[0]?.price ??
  (
    await office.db
      .selectFrom('collection_price')
      .innerJoin('collection', 'collection.cidx', 'collection_price.cidx')
      .select('price')
      .where('cid', '=', cid)
      .executeTakeFirst()
  )?.price;
const batchTitle = () => `Autumn ${sequence}`;
/** How to issue codes of a new collection to a new customer. */
async function issuing(): Promise<(count: number) => ReturnType<Person['post']>> {
  const cust_idx = await codes.addCustomer(`ACME${sequence}`);
  const cidx = await codes.addCollection(`s${sequence}`);
  const terms = { price: '1000', currency: 'KRW', length: 30, valid_from: 0, valid_until: 0, memo: '' };
  return (count) => minji.post('/api/v1/code/batch', { cust_idx, cidx, title: batchTitle(), count, ...terms });
}
const planned = async (answer: Promise<{ status: number; json: { results: { approval: number } } }>) => {
  const { status, json } = await answer;
  expect(status).toBe(202);
  return json.results.approval;
};
const read = async (idx: number) => must(await office.admin.get(`/api/v1/approval/${idx}`));
const approve = (by: Person, idx: number, body: object = {}) => by.post(`/api/v1/approval/${idx}/approve`, body);

test('a price waits for a second person, who sees the plan, and is applied when they approve it', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, '10400'));
  expect(Number(await priceOf())).toBe(9900);
  const { kind, status, created_by, title, plan } = await read(idx);
  expect({ kind, status, created_by, title }).toEqual({
    kind: 'prices',
    status: 'waiting',
    created_by: 'minji',
    title: `First steps ${sequence}`,
  });
  expect(JSON.stringify(plan.changes)).toContain('₩10,400');
  const { status: done, json } = await approve(jun, idx);
  expect(done).toBe(200);
  expect(Number(await priceOf())).toBe(10_400);
  const [row] = await office.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'collection')
    .where('entity_id', '=', cid)
    .orderBy('audit_idx', 'desc')
    .limit(1)
    .execute();
  expect(row).toMatchObject({ actor: 'minji', approved_by: 'jun', act_idx: json.results.act_idx });
  expect((await read(idx)).status).toBe('applied');
});

test('nobody approves their own plan, nor with another session', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, '10400'));
  const again = await office.signIn('minji', true);
  for (const by of [minji, again]) {
    const { status, json } = await approve(by, idx);
    expect([status, json.error.code]).toEqual([403, 'approval.own']);
  }
  expect(Number(await priceOf())).toBe(9900);
});

test('of two who approve at once, one applies it and the other is told who was first', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, '10400'));
  const answers = await Promise.all([approve(jun, idx), approve(office.admin, idx)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const rows = await office.db
    .selectFrom('audit')
    .select('audit_idx')
    .where('action', '=', 'approval.approved')
    .where('entity_id', '=', String(idx))
    .execute();
  expect(rows).toHaveLength(1);
});

test('a plan that would do something else by now is not applied, and has to be looked at again', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, '10400'));
  await rules({});
  must(await save(office.admin, '9500'));
  await rules({ prices: true });
  const { status, json } = await approve(jun, idx);
  expect([status, json.error.code]).toEqual([409, 'error.approval_changed']);
  expect(Number(await priceOf())).toBe(9500);
  const { version, plan, changed_at } = await read(idx);
  expect(JSON.stringify(plan.changes)).toContain('₩9,500');
  expect([version, changed_at > 0]).toEqual([2, true]);
  expect((await approve(jun, idx, { version: 1 })).status).toBe(409);
  expect((await approve(jun, idx, { version })).status).toBe(200);
  expect(Number(await priceOf())).toBe(10_400);
});

test('a plan of which nothing is left to do ends when it is approved', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, '10400'));
  await rules({});
  must(await save(office.admin, '10400'));
  await rules({ prices: true });
  expect((await approve(jun, idx)).status).toBe(200);
  expect(await read(idx)).toMatchObject({ status: 'applied', decided_by: 'jun' });
});

test('a plan is done once, though its rule was turned off before it was approved', async () => {
  const issue = await issuing();
  await rules({ codes_above: 10 });
  const idx = await planned(issue(11));
  await rules({});
  expect((await approve(jun, idx)).status).toBe(200);
  expect((await approve(office.admin, idx)).json.error.code).toBe('approval.was_applied');
  const issued = await office.db.selectFrom('code_batch').select('cg_idx').where('title', '=', batchTitle()).execute();
  expect(issued).toHaveLength(1);
});

test('two instances approve one plan once', async () => {
  const other = await startOffice({ beside: office });
  try {
    await rules({ prices: true });
    const idx = await planned(save(minji, '10400'));
    const there = await other.signIn('jun', true);
    const answers = await Promise.all([approve(there, idx), approve(office.admin, idx)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  } finally {
    await other.close();
  }
});

test('an act that is sent twice is planned once', async () => {
  await rules({ prices: true });
  const [one, other] = [await planned(save(minji, '10400')), await planned(save(minji, '10400'))];
  expect(other).toBe(one);
});

test('a plan is sent back with a sentence, which stands in the inbox of who planned it', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, '10400'));
  must(await jun.post(`/api/v1/approval/${idx}/return`, { text: 'Not before December.' }));
  expect(await read(idx)).toMatchObject({ status: 'returned', decided_by: 'jun', message: 'Not before December.' });
  expect((await approve(jun, idx)).json.error.code).toBe('approval.was_returned');
  const row = await rowOf(minji, 'approval.tasks_returned');
  expect(JSON.stringify(row)).toContain('Not before December.');
  must(await minji.delete(`/api/v1/approval/${idx}`));
  expect((await read(idx)).status).toBe('withdrawn');
});

test('what waits stands in the inbox of everybody who can approve it, and not in that of who planned it', async () => {
  await rules({ prices: true });
  await planned(save(minji, '10400'));
  expect(await rowOf(jun, 'approval.tasks_waiting')).toBeDefined();
  expect(await rowOf(minji, 'approval.tasks_waiting')).toBeUndefined();
});

test('alone, a person applies their plan with a reason, which everybody is told', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, '10400'));
  expect((await minji.post(`/api/v1/approval/${idx}/override`, { reason: 'Short' })).status).toBe(400);
  expect((await jun.post(`/api/v1/approval/${idx}/override`, { reason: 'Nobody is here today.' })).status).toBe(403);
  must(await minji.post(`/api/v1/approval/${idx}/override`, { reason: 'Nobody is here today.' }));
  expect(Number(await priceOf())).toBe(10_400);
  expect(await read(idx)).toMatchObject({ status: 'overridden', message: 'Nobody is here today.' });
  expect(JSON.stringify(await rowOf(jun, 'approval.tasks_overridden'))).toContain('Nobody is here today.');
});

test('the setting needs two administrators, and asking less often needs the second of them', async () => {
  const set = (by: Person, value: object) => by.put('/api/v1/setting/second_person', { value });
  must(await set(minji, { prices: true, codes_above: 100 }));
  expect((await set(minji, { prices: true, codes_above: 50 })).status).toBe(200);
  for (const laxer of [{ prices: false, codes_above: 50 }, { prices: true, codes_above: 51 }, { prices: true }]) {
    const idx = await planned(set(minji, laxer));
    expect((await read(idx)).kind).toBe('second_person');
  }
  expect((await set(minji, { prices: true, codes_above: 0 })).status).toBe(400);
  await office.db
    .updateTable('staff')
    .set({ disabled_at: '2026-01-01' })
    .where('staff_id', 'in', ['jun', 'ada'])
    .execute();
  try {
    const { status, json } = await set(minji, { prices: true, codes_above: 50, release: true });
    expect([status, json.error.code]).toEqual([409, 'approval.needs_two']);
  } finally {
    await office.db.updateTable('staff').set({ disabled_at: null }).where('staff_id', 'in', ['jun', 'ada']).execute();
  }
});

test('a deleted collection waits, alone or among several', async () => {
  await rules({ delete_collection: true });
  const idx = await planned(minji.delete(`/api/v5/collection/${cid}`));
  expect((await approve(jun, idx)).status).toBe(200);
  expect((await office.admin.get(`/api/v5/collection/${cid}`)).status).toBe(404);
});

test('more codes than the limit wait; as many as the limit are issued at once', async () => {
  const issue = await issuing();
  await rules({ codes_above: 10 });
  const { cg_idx: batch } = must(await issue(10));
  const idx = await planned(issue(11));
  const { json } = await approve(jun, idx);
  expect(json.results.cg_idx).toBeGreaterThan(batch);
});

test('a release waits when it is applied, and when it is scheduled', async () => {
  const rel = must(await minji.post('/api/v1/release', { name: 'Winter launch' })).rel_idx;
  must(
    await minji.put(`/api/v1/release/${rel}/change`, {
      kind: 'collection',
      id: cid,
      values: { prices: price('8900') },
    }),
  );
  await rules({ release: true });
  const idx = await planned(minji.post(`/api/v1/release/${rel}/apply`));
  expect((await approve(jun, idx)).status).toBe(200);
  expect(Number(await priceOf())).toBe(8900);
});

test('a release that is due waits for its approval, and is applied once it has it', async () => {
  const rel = must(await minji.post('/api/v1/release', { name: 'Winter launch' })).rel_idx;
  must(
    await minji.put(`/api/v1/release/${rel}/change`, {
      kind: 'collection',
      id: cid,
      values: { prices: price('8900') },
    }),
  );
  await rules({ release: true });
  const { version } = must(await minji.get(`/api/v1/release/${rel}`));
  const idx = await planned(minji.put(`/api/v1/release/${rel}`, { apply_at: releases.seconds() + 60, version }));
  expect(await read(idx)).toMatchObject({ kind: 'release', title: 'Winter launch', status: 'waiting' });
  office.clock.advance(120_000);
  expect(Number(await priceOf())).toBe(9900);
  expect((await approve(minji, idx)).status).toBe(403);
  must(await approve(jun, idx));
  await expect.poll(async () => Number(await priceOf()), { timeout: 10_000 }).toBe(8900);
  expect((await read(idx)).status).toBe('applied');
  const row = await office.db
    .selectFrom('audit')
    .select(['approved_by'])
    .where('action', '=', 'release.applied')
    .where('entity_id', '=', String(rel))
    .executeTakeFirst();
  expect(row?.approved_by).toBe('jun');
});

test('a release that is edited after it was approved waits again, and not for who edited it', async () => {
  await rules({ release: true });
  const rel = must(await minji.post('/api/v1/release', { name: 'Winter launch' })).rel_idx;
  must(
    await minji.put(`/api/v1/release/${rel}/change`, {
      kind: 'collection',
      id: cid,
      values: { prices: price('8900') },
    }),
  );
  const idx = await planned(minji.put(`/api/v1/release/${rel}`, { apply_at: releases.seconds() + 3600, version: 1 }));
  must(await approve(jun, idx));
  const again = await planned(
    jun.put(`/api/v1/release/${rel}/change`, {
      kind: 'collection',
      id: cid,
      values: { prices: price('100') },
    }),
  );
  expect(again).toBe(idx);
  expect((await approve(jun, idx)).status).toBe(403);
  must(await approve(minji, idx));
});

test('a scheduled price waits, and a scheduled text of the collection does not', async () => {
  await rules({ prices: true });
  const later = releases.seconds() + 60;
  must(
    await minji.post('/api/v1/reservation', {
      cid,
      target: 'description',
      locale: 'en',
      value: 'New words',
      apply_at: later,
    }),
  );
  const { status, json } = await minji.post('/api/v1/reservation', {
    cid,
    target: 'price',
    value: price('7900'),
    apply_at: later,
  });
  expect(status).toBe(202);
  office.clock.advance(120_000);
  await expect
    .poll(async () => (await minji.get('/api/v1/reservation')).json.results.rows?.length ?? 0, { timeout: 5000 })
    .toBeGreaterThanOrEqual(0);
  expect(Number(await priceOf())).toBe(9900);
  must(await approve(jun, json.results.approval));
  await expect.poll(async () => Number(await priceOf()), { timeout: 10_000 }).toBe(7900);
});

test('an act on more records than the limit waits, and so does its undo', async () => {
  const series = await releases.addSeries(`S${sequence}`);
  const level = await releases.addLevel(series, 'One');
  await releases.addBooks(series, level, 4);
  const bids = [1, 2, 3, 4].map((nth) => `b${level}-${nth}`);
  await rules({ records_above: 3 });
  const idx = await planned(minji.put('/api/v1/book', { bids }));
  const answer = await approve(jun, idx);
  expect(answer.status).toBe(200);
  const { act_idx: act } = answer.json.results;
  const undo = await planned(minji.undo(act));
  expect((await approve(jun, undo)).status).toBe(200);
});

test('who has planned something and is gone is no planner: it is handed over first, and the new owner may not approve it', async () => {
  const theo = await office.signIn(`theo${sequence}`, true);
  await rules({ prices: true });
  const idx = await planned(save(theo, '10400'));
  const staff = (await office.admin.get('/api/v1/staff')).json.results as { staff_id: string; staff_idx: number }[];
  const idxOf = (id: string) => staff.find(({ staff_id: one }) => one === id)?.staff_idx ?? 0;
  must(await office.admin.put(`/api/v1/staff/${idxOf(`theo${sequence}`)}`, { disabled: true }));
  expect((await approve(jun, idx)).json.error.code).toBe('approval.planner_gone');
  must(
    await office.admin.post(`/api/v1/staff/${idxOf(`theo${sequence}`)}/handover`, {
      to: idxOf('jun'),
      what: ['approval'],
    }),
  );
  expect((await approve(jun, idx)).status).toBe(403);
  expect((await approve(minji, idx)).status).toBe(200);
});

test('an import whose approver is disabled before its job runs is not applied, and goes on waiting', async () => {
  const desk = importDesk(() => office);
  const id = await desk.stage([601, 602, 603].map((n) => importRow(n, { bid: `d${sequence}x${n}` })));
  must(await minji.put(`/api/v1/import/${id}`, { create_missing: true }));
  await rules({ records_above: 2 });
  must(await minji.post(`/api/v1/import/${id}/apply`));
  const state = () => desk.state(id);
  await expect.poll(async () => (await state()).status, { timeout: 20_000 }).not.toBe('applying');
  const { rows } = must(await office.admin.get('/api/v1/approval'));
  const theo = await office.signIn(`gone${sequence}`, true);
  // Between the approval and its job.
  await sql`create function disable_theo() returns trigger language plpgsql as $$ begin
    update staff set disabled_at = now() where staff_id = ${sql.lit(`gone${sequence}`)}; return new; end $$`.execute(
    office.db,
  );
  await sql`create trigger disable_theo after update on import for each row when (new.status = 'applying')
    execute function disable_theo()`.execute(office.db);
  try {
    must(await approve(theo, rows[0].appr_idx));
    await expect.poll(async () => (await state()).status, { timeout: 20_000 }).not.toBe('applying');
  } finally {
    await sql`drop function disable_theo cascade`.execute(office.db);
  }
  expect((await state()).status).not.toBe('applied');
  expect((await read(rows[0].appr_idx)).status).toBe('waiting');
  must(await approve(jun, rows[0].appr_idx));
  await expect.poll(async () => (await state()).status, { timeout: 20_000 }).toBe('applied');
});

test('an import that adds more than the limit is planned by its job, and applied by another one once it is approved', async () => {
  const desk = importDesk(() => office);
  const id = await desk.stage([501, 502, 503].map((n) => importRow(n, { bid: `i${sequence}x${n}` })));
  must(await minji.put(`/api/v1/import/${id}`, { create_missing: true }));
  await rules({ records_above: 2 });
  must(await minji.post(`/api/v1/import/${id}/apply`));
  const state = () => desk.state(id);
  await expect.poll(async () => (await state()).status, { timeout: 20_000 }).not.toBe('applying');
  expect((await state()).status).not.toBe('applied');
  const { rows } = must(await office.admin.get('/api/v1/approval'));
  expect(rows).toMatchObject([{ kind: 'records_above', created_by: 'minji' }]);
  const books = () => office.db.selectFrom('book').select('bid').where('bid', 'like', `i${sequence}%`).execute();
  expect(await books()).toEqual([]);
  const { meaning } = (await read(rows[0].appr_idx)).plan;
  expect(meaning).toMatchObject({ previews: [], no_preview: 'parts' });
  must(await approve(jun, rows[0].appr_idx));
  await expect.poll(async () => (await state()).status, { timeout: 20_000 }).toBe('applied');
  expect(await books()).toHaveLength(3);
  expect((await read(rows[0].appr_idx)).status).toBe('applied');
});

test('a scheduled price that its planner lets through alone is told to everybody at once, and nobody is said to have approved it', async () => {
  await rules({ prices: true });
  const apply_at = releases.seconds() + 60;
  const idx = await planned(
    minji.post('/api/v1/reservation', { cid, target: 'price', value: price('7900'), apply_at }),
  );
  must(await minji.post(`/api/v1/approval/${idx}/override`, { reason: 'Nobody is here today.' }));
  expect(JSON.stringify(await rowOf(jun, 'approval.tasks_overridden'))).toContain('Nobody is here today.');
  office.clock.advance(120_000);
  await expect.poll(async () => Number(await priceOf()), { timeout: 10_000 }).toBe(7900);
  expect(await read(idx)).toMatchObject({
    status: 'overridden',
    decided_by: 'minji',
    message: 'Nobody is here today.',
  });
  const row = await office.db
    .selectFrom('audit')
    .select('approved_by')
    .where('entity', '=', 'collection')
    .where('entity_id', '=', cid)
    .orderBy('audit_idx', 'desc')
    .executeTakeFirst();
  expect(row?.approved_by).toBeNull();
});
