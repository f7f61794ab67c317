import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { codeDesk } from '../code.fixture.ts';
import { activateCode } from '../code.store.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';

let office: Office;
const desk = codeDesk(() => office);
const day = 86_400;
let refs: { cust_idx: number; cidx: number };
let batch: number;
let codes: string[];
let now: number;

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  refs = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

beforeEach(async () => {
  now = inSeconds(office.clock.now());
  batch = await desk.addBatch(refs);
  await desk.issue(batch, 6, { valid_from: now - day, valid_until: now + day });
  codes = await listCodes();
});

const listCodes = async () => {
  const { rows } = await sql<{ code: string }>`select code from code where cg_idx = ${batch} order by code`.execute(
    office.db,
  );
  return rows.map(({ code }) => code);
};
const valuesOf = async (field: string) => {
  const { rows } = await sql<{ value: number }>`
    select ${sql.ref(field)} as value from code where cg_idx = ${batch} order by code`.execute(office.db);
  return rows.map(({ value }) => value);
};
const activate = (code: string | undefined) =>
  office.app.work.write(systemCaller('test'), (ctx) => activateCode(ctx.db, code ?? '', inSeconds(ctx.now)));
const set = (code: string | undefined, values: Record<string, number>) =>
  office.db
    .updateTable('code')
    .set(values)
    .where('code', '=', code ?? '')
    .execute();
const change = async (field: string, body: object) => {
  const { status, json } = await office.admin.post(`/customer/code/update/${field}`, body);
  expect([status, json]).toEqual([200, expect.anything()]);
  return json.results;
};
const undo = (act: number) => office.admin.post(`/api/v1/code/act/${act}/undo`);
/** The result of a job, once it has ended. */
const workDone = async (work: number) => {
  const found = async () => (await office.admin.get(`/api/v1/work/${work}`)).json.results;
  await expect.poll(async () => (await found()).status).not.toBe('waiting');
  return found();
};
const storedFigures = async () => {
  const { rows } = await sql`
    select sum(issued)::integer as issued, sum(activated)::integer as activated, sum(canceled)::integer as canceled
    from code_day where cg_idx = ${batch}`.execute(office.db);
  return rows[0];
};

describe('A change of codes', () => {
  test('sets the length of codes never activated, and says how many are left out and why', async () => {
    await activate(codes[0]);
    await set(codes[1], { length: 60 });
    const foreseen = { changed: 4, left: { activated: 1, same: 1, unknown: 1 } };
    const body = { codes: [...codes, 'NOSUCHCODE22'], length: 60 };
    expect(await change('length', { ...body, dry_run: true })).toMatchObject(foreseen);
    expect(await valuesOf('length')).toEqual([30, 60, 30, 30, 30, 30]);
    const done = await change('length', { ...body, memo: 'Longer' });
    expect(done).toMatchObject({ ...foreseen, act_idx: expect.any(Number) });
    expect(done.first.changed).toEqual(codes.slice(2));
    expect(await valuesOf('length')).toEqual([30, 60, 60, 60, 60, 60]);
    const { json } = await office.admin.get(`/api/v1/code/batch/${batch}/changes`);
    expect(json.results).toMatchObject([
      { act_idx: done.act_idx, field: 'length', value: 60, changed: 4, memo: 'Longer', actor: 'ada' },
    ]);
    const { json: detail } = await office.admin.get(`/api/v1/code/${codes[2]}`);
    expect(detail.results.history).toMatchObject([
      { kind: 'changed', field: 'length', before: 30, after: 60, memo: 'Longer', actor: 'ada' },
      { kind: 'issued' },
    ]);
    const { rows } = await sql`
      select entity, action, after ->> 'count' as count, reason from audit where act_idx = ${done.act_idx}`.execute(
      office.db,
    );
    expect(rows).toEqual([{ entity: 'code_act', action: 'code_act.updated', count: '4', reason: 'Longer' }]);
  });

  test('sets the last day in the time zone of the office, and not before a code begins', async () => {
    await activate(codes[0]);
    await set(codes[1], { valid_from: now + 400 * day, valid_until: 0 });
    expect(await change('valid_until', { filter: { cg_idx: batch }, valid_until: '2026-12-31' })).toMatchObject({
      changed: 4,
      left: { activated: 1, early: 1 },
    });
    // Midnight at the start of 1 January in Seoul.
    expect((await valuesOf('valid_until'))[2]).toBe(Date.UTC(2026, 11, 31, 15) / 1000);
    await change('valid_until', { filter: { cg_idx: batch, status: 'issued' }, valid_until: 0 });
    expect(await valuesOf('valid_until')).toEqual([now + day, 0, 0, 0, 0, 0]);
  });

  test('sets no last day in the past, not even to count', async () => {
    const request = { codes, valid_until: '2026-03-01', dry_run: true };
    for (const body of [request, { ...request, dry_run: false }, { codes, valid_until: now }]) {
      const { status, json } = await office.admin.post('/customer/code/update/valid_until', body);
      expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([
        422,
        'code.over_already',
        ['valid_until'],
      ]);
    }
    expect(await valuesOf('valid_until')).toEqual(codes.map(() => now + day));
  });

  test('sets the last day there is, which the sheet of codes shows, and no day before times begin', async () => {
    expect(await change('valid_until', { codes: codes.slice(0, 1), valid_until: '9999-12-31' })).toMatchObject({
      changed: 1,
    });
    await change('valid_until', { codes: codes.slice(1, 2), valid_until: 253_402_300_799 });
    const { body } = await office.admin.get(`/api/v1/code?cg_idx=${batch}`);
    expect(body).toShow(',9999-12-31 23:59:59,');
    // The year 10000 begins nine hours earlier in Seoul.
    expect(body).toShow(',10000-01-01 08:59:59,');
    const early = { codes, valid_until: '1970-01-01' };
    expect(await office.admin.post('/customer/code/update/valid_until', early)).toMatchObject({
      status: 400,
      json: { error: { fields: { valid_until: expect.any(String) } } },
    });
  });

  test('sets a new expiry of activated codes, and of no others', async () => {
    await activate(codes[0]);
    const end = now + 5 * day;
    expect(await change('expired_date', { codes, expired_date: end })).toMatchObject({
      changed: 1,
      left: { unused: 5 },
    });
    expect(await valuesOf('expired_date')).toEqual([end, 0, 0, 0, 0, 0]);
    expect(await change('expired_date', { codes: codes.slice(0, 1), expired_date: now - 1 })).toMatchObject({
      changed: 0,
      left: { early: 1 },
    });
  });

  test('cancels codes that have not expired, and restores cancelled ones', async () => {
    await set(codes[0], { valid_until: now - 1, valid_from: 0 });
    await activate(codes[1]);
    expect(await change('is_canceled', { codes, is_canceled: 1 })).toMatchObject({ changed: 5, left: { expired: 1 } });
    expect(await valuesOf('is_canceled')).toEqual([0, now, now, now, now, now]);
    expect(await storedFigures()).toEqual({ issued: 6, activated: 1, canceled: 5 });
    expect(await change('is_canceled', { codes, is_canceled: 1 })).toMatchObject({
      changed: 0,
      left: { canceled: 5, expired: 1 },
    });
    expect(await change('is_canceled', { codes: codes.slice(0, 3), is_canceled: 0 })).toMatchObject({
      changed: 2,
      left: { expired: 1 },
    });
    expect(await storedFigures()).toEqual({ issued: 6, activated: 1, canceled: 3 });
  });

  test('accepts a form with the codes as a text, one by one or repeated, and all that match a filter except some', async () => {
    const form = await office.admin.form('/customer/code/update/length', {
      codes: `${codes[0]}, ${codes[1]}`,
      length: '7',
    });
    expect(form.json.results).toMatchObject({ changed: 2 });
    const repeated = `codes=${codes[0]}&codes=${codes[1]}&length=11`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const multipart = new FormData();
    for (const code of codes.slice(2, 4)) multipart.append('codes', code);
    multipart.append('length', '12');
    const url = '/customer/code/update/length';
    const two = { json: { results: { changed: 2 } } };
    expect(await office.admin.send({ method: 'POST', url, payload: repeated, headers: type })).toMatchObject(two);
    expect(await office.admin.upload(url, multipart)).toMatchObject(two);
    expect(await valuesOf('length')).toEqual([11, 11, 12, 12, 30, 30]);
    const filter = JSON.stringify({ cg_idx: batch });
    expect(
      (await office.admin.form('/customer/code/update/length', { filter, length: '9', dry_run: '1' })).json.results,
    ).toMatchObject({
      changed: 6,
    });
    expect(await change('length', { filter: { cg_idx: batch }, except: [codes[5]], length: 8 })).toMatchObject({
      changed: 5,
    });
    expect(await valuesOf('length')).toEqual([8, 8, 8, 8, 8, 30]);
  });

  test.each([
    ['no value', { codes: ['ABCDEFGHJKMN'] }, 400],
    ['no codes', { length: 3 }, 400],
    ['codes and a filter', { codes: ['ABCDEFGHJKMN'], filter: {}, length: 3 }, 400],
    ['a filter it does not know', { filter: { colour: 'red' }, length: 3 }, 400],
    ['a negative length', { filter: {}, length: -1 }, 400],
    ['null for a length, which would be for ever', { filter: {}, length: null }, 400],
    ['an empty length', { filter: {}, length: '' }, 400],
    ['a length that is no number', { filter: {}, length: true }, 400],
    ['an unknown field', { filter: {}, length: 1, price: 2 }, 400],
  ])('is refused with %s, and nothing changes', async (_, body, status) => {
    expect((await office.admin.post('/customer/code/update/length', body)).status).toBe(status);
    expect(await valuesOf('length')).toEqual([30, 30, 30, 30, 30, 30]);
  });

  test('changes the codes that the list shows, whichever of its filters is used', async () => {
    await set(codes[0], { is_canceled: now });
    const values: Required<CodeFilter> = {
      on: 'canceled',
      since: '2999-01-01',
      until: '2020-01-01',
      cidx: refs.cidx + 1,
      cust_idx: refs.cust_idx + 1,
      cg_idx: batch,
      lot: 2,
      status: 'canceled',
      code: codes[1] ?? '',
    };
    const listed = async (filter: object) => {
      const { json } = await office.admin.get(`/api/v1/code?${new URLSearchParams({ as: 'json', ...filter })}`);
      return json.results.total;
    };
    const all = await listed({});
    for (const [name, value] of Object.entries(values)) {
      // A lot is one of a batch.
      const filter = name === 'lot' ? { cg_idx: batch, lot: value } : { [name]: value };
      const { count } = await change('length', { filter, length: 90, dry_run: true });
      expect([filter, count]).toEqual([filter, await listed(filter)]);
      expect(count).toBeLessThan(all);
    }
  });

  test('is refused to strangers and to accounts without rights', async () => {
    const body = { codes, length: 1 };
    expect((await office.stranger.post('/customer/code/update/length', body)).status).toBe(401);
    expect((await office.staff.post('/customer/code/update/length', body)).status).toBe(403);
  });

  test('does not change codes of events', async () => {
    await sql`insert into code (code, issued_at) values ('EVENTCODE123', 1) on conflict do nothing`.execute(office.db);
    expect(await change('is_canceled', { codes: ['EVENTCODE123'], is_canceled: 1 })).toMatchObject({
      changed: 0,
      left: { unknown: 1 },
    });
  });

  test('by two people at once changes each code once for each, and nobody is refused', async () => {
    const bob = await office.signIn('bob', true);
    const body = { filter: { cg_idx: batch }, length: 90 };
    const [one, other] = await Promise.all([
      office.admin.post('/customer/code/update/length', body),
      bob.post('/customer/code/update/length', { codes: codes.toReversed(), length: 91 }),
    ]);
    expect([one.json.results.changed, other.json.results.changed]).toEqual([6, 6]);
    const [length = 0] = await valuesOf('length');
    expect([90, 91]).toContain(length);
    expect(await valuesOf('length')).toEqual(Array.from({ length: 6 }, () => length));
    const { rows } = await sql<{ code: string; before: number }>`
      select code, before from code_change where code = any(${codes}) and before in (90, 91)`.execute(office.db);
    expect(rows).toHaveLength(6);
  });

  test('and a simultaneous redemption agree on which came first', async () => {
    const [code = ''] = codes;
    const [outcome] = await Promise.all([change('length', { codes: [code], length: 5 }), activate(code)]);
    const { rows } = await sql<{ days: number; length: number; kept: number }>`
      select (expired_date - activated_date) / 86400 as days, length,
        (select count(*) from code_change k where k.code = c.code) as kept from code c where code = ${code}`.execute(
      office.db,
    );
    expect(rows[0]).toEqual(
      outcome.changed === 1 ? { days: 5, length: 5, kept: 1 } : { days: 30, length: 30, kept: 0 },
    );
  });
});

describe('A change of codes by their state', () => {
  test('leaves a code that a learner redeems meanwhile, if that takes it out of the selection', async () => {
    const lock = (trx: Office['db']) => activateCode(trx, codes[0] ?? '', now);
    const request = { filter: { cg_idx: batch, status: 'issued' }, is_canceled: 1 };
    const [outcome] = await whileLocked(office.db, lock, [() => change('is_canceled', request)]);
    expect(outcome.changed).toBe(5);
    expect(await valuesOf('is_canceled')).toEqual([0, now, now, now, now, now]);
  });
});

describe('The undo of a change of codes', () => {
  test('restores codes unchanged since, and names those it leaves', async () => {
    const { act_idx: act } = await change('length', { codes, length: 60 });
    await activate(codes[0]);
    await change('length', { codes: [codes[1]], length: 61 });
    const { status, json } = await undo(act);
    expect([status, json.results]).toEqual([
      200,
      { success: true, back: 4, kept: 2, left: { changed_since: 2 }, first: codes.slice(0, 2) },
    ]);
    expect(await valuesOf('length')).toEqual([60, 61, 30, 30, 30, 30]);
    const { json: changes } = await office.admin.get(`/api/v1/code/batch/${batch}/changes`);
    expect(changes.results[0]).toMatchObject({ field: 'length', value: null, changed: 4 });
  });

  test('gives back a code that was redeemed while it was being cancelled', async () => {
    const [code = ''] = codes;
    const lock = (trx: Office['db']) => activateCode(trx, code, now);
    const [outcome] = await whileLocked(office.db, lock, [() => change('is_canceled', { codes, is_canceled: 1 })]);
    expect(outcome.changed).toBe(6);
    expect((await undo(outcome.act_idx)).json.results).toMatchObject({ back: 6, kept: 0 });
    expect(await valuesOf('is_canceled')).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('leaves what another act set since, even to the same value', async () => {
    const cancel = async (some: string[], is_canceled: number) =>
      (await change('is_canceled', { codes: some, is_canceled })).act_idx;
    const act = await cancel(codes, 1);
    await cancel(codes.slice(0, 2), 0);
    await cancel(codes.slice(0, 1), 1);
    expect((await office.admin.get(`/api/v1/act/${act}`)).json.results.undo).toMatchObject({ back: 4, kept: 2 });
    expect((await undo(act)).json.results).toMatchObject({ back: 4, kept: 2, first: codes.slice(0, 2) });
    expect(await valuesOf('is_canceled')).toEqual([now, 0, 0, 0, 0, 0]);
  });

  test('of two changes one after the other gives back the first value', async () => {
    const { act_idx: first } = await change('length', { codes, length: 60 });
    const { act_idx: second } = await change('length', { codes: codes.slice(0, 3), length: 90 });
    expect((await undo(second)).json.results).toMatchObject({ back: 3, kept: 0 });
    expect((await undo(first)).json.results).toMatchObject({ back: 6, kept: 0 });
    expect(await valuesOf('length')).toEqual([30, 30, 30, 30, 30, 30]);
  });

  test('is done once, also by the general call', async () => {
    const { act_idx: act } = await change('is_canceled', { codes, is_canceled: 1 });
    const { json } = await office.admin.get(`/api/v1/act/${act}`);
    expect(json.results.undo).toMatchObject({ back: 6, kept: 0 });
    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await valuesOf('is_canceled')).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await storedFigures()).toMatchObject({ canceled: 0 });
    expect((await undo(act)).status).toBe(409);
    expect((await undo(999_999)).status).toBe(404);
  });

  test('is refused after 24 hours', async () => {
    const { act_idx: act } = await change('length', { codes, length: 60 });
    office.clock.advance(25 * 3600 * 1000);
    const later = await office.signIn('carol', true);
    const answer = await later.post(`/api/v1/code/act/${act}/undo`);
    expect([answer.status, answer.json.error.code]).toEqual([409, 'code.undo_late']);
    expect((await later.undo(act)).json.error.code).toBe('code.undo_late');
    expect((await later.get(`/audit/act/${act}`)).status).toBe(200);
    expect(await valuesOf('length')).toEqual([60, 60, 60, 60, 60, 60]);
    office.clock.advance(-25 * 3600 * 1000);
  });
});

describe('A change of very many codes', () => {
  test('is a job, done completely or not at all, and can be undone', async () => {
    batch = await desk.addBatch(refs);
    await desk.issue(batch, 6000);
    const body = { filter: { cg_idx: batch }, is_canceled: 1 };
    const begun = await change('is_canceled', body);
    expect(begun).toMatchObject({ count: 6000, changed: 0, work_idx: expect.any(Number) });
    const done = await workDone(begun.work_idx);
    expect(done).toMatchObject({ status: 'done', changed: 6000 });
    expect(await storedFigures()).toEqual({ issued: 6000, activated: 0, canceled: 6000 });
    const { rows } = await sql`select count(*) as count from audit where act_idx = ${done.act_idx}`.execute(office.db);
    expect(rows).toEqual([{ count: 1 }]);
    // So is its undo, for the codes not changed since.
    await activate((await listCodes())[0]);
    const { json: seen } = await office.admin.get(`/api/v1/act/${done.act_idx}`);
    expect(seen.results.undo).toMatchObject({ back: 5999, kept: 1, long: true });
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(done.act_idx)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ json }) => json.error.code)).toEqual(Array(5).fill('undo.under_way'));
    const undoing = answers.find(({ status }) => status === 200)?.json.results;
    expect(undoing).toMatchObject({ back: 0, kept: 1, work_idx: expect.any(Number) });
    expect(await workDone(undoing.work_idx)).toMatchObject({ status: 'done', changed: 5999, act_idx: null });
    expect(await storedFigures()).toEqual({ issued: 6000, activated: 1, canceled: 1 });
    expect((await undo(done.act_idx)).status).toBe(409);
  });

  test('stamps a cancellation when it takes effect, not when it was asked for', async () => {
    batch = await desk.addBatch(refs);
    await desk.issue(batch, 6000);
    await sql`create function wait() returns trigger language plpgsql as $$
      begin new.start_after = 'infinity'; return new; end $$`.execute(office.db);
    await sql`create trigger wait before insert on pgboss.job for each row execute function wait()`.execute(office.db);
    const begun = await change('is_canceled', { filter: { cg_idx: batch }, is_canceled: 1 });
    await sql`drop trigger wait on pgboss.job`.execute(office.db);
    office.clock.advance(3_600_000);
    await sql`update pgboss.job set start_after = now() where name = 'code.change'`.execute(office.db);
    expect(await workDone(begun.work_idx)).toMatchObject({ status: 'done', changed: 6000 });
    expect(new Set(await valuesOf('is_canceled'))).toEqual(new Set([now + 3600]));
  });

  test('that is cancelled before it ends changes nothing', async () => {
    batch = await desk.addBatch(refs);
    await desk.issue(batch, 6000);
    const begun = await change('length', { filter: { cg_idx: batch }, length: 77 });
    await office.admin.delete(`/api/v1/work/${begun.work_idx}`);
    const done = await workDone(begun.work_idx);
    const lengths = new Set(await valuesOf('length'));
    expect([...lengths]).toEqual(done.status === 'done' ? [77] : [30]);
  });

  test('whose undo is cancelled before it ends stays complete, and can be undone later', async () => {
    batch = await desk.addBatch(refs);
    await desk.issue(batch, 6000);
    const begun = await change('length', { filter: { cg_idx: batch }, length: 77 });
    const { act_idx: act } = await workDone(begun.work_idx);
    const { work_idx: work } = (await undo(act)).json.results;
    await office.admin.delete(`/api/v1/work/${work}`);
    const { status } = await workDone(work);
    expect([...new Set(await valuesOf('length'))]).toEqual(status === 'done' ? [30] : [77]);
    // The cancellation was in time or not; a job cancelled in time is run again.
    if (status === 'failed') await workDone((await undo(act)).json.results.work_idx);
    expect(new Set(await valuesOf('length'))).toEqual(new Set([30]));
  });
});
