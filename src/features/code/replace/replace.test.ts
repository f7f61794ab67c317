import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { issueTwins } from './pairs.store.ts';

let office: Office;
const desk = redeemDesk(() => office);
const day = 86_400;
let now: number;
let batch: number;
let code: string;

beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

beforeEach(async () => {
  await desk.clear();
  office.clock.advance(1000);
  now = inSeconds(office.clock.now());
  [code = ''] = await desk.issueCodes(2, { issued_at: now - day, valid_from: now - day, valid_until: now + day });
  batch = (await rowOf(code)).cg_idx ?? 0;
  await sql`
    insert into code_lot (cg_idx, lot, issued, issued_at)
    select ${batch}, 1, 2, now() where not exists (select from code_lot where cg_idx = ${batch})`.execute(office.db);
});

const rowOf = (wanted: string) =>
  office.db.selectFrom('code').selectAll().where('code', '=', wanted).executeTakeFirstOrThrow();
const replace = (of = code, body: object = {}, headers = {}) =>
  office.admin.post(`/api/v1/code/${of}/replace`, body, headers);
const set = (field: string, body: object) => office.admin.post(`/customer/code/update/${field}`, body);
/** The quantity, what the lot has ever had, and what the codes themselves add up to. */
const ledger = async () => {
  const { rows } = await sql<Record<'count' | 'issued' | 'codes' | 'withdrawn', number>>`
    select b.count, l.issued, (select count(*) from code where cg_idx = b.cg_idx) as codes,
      (select count(*) from code where cg_idx = b.cg_idx and withdrawn) as withdrawn
    from code_batch b join code_lot l using (cg_idx) where b.cg_idx = ${batch}`.execute(office.db);
  return rows[0];
};
const figuresOf = async () => {
  const { count, issued, withdrawn_codes, unused_codes, canceled_codes } = (
    await office.admin.get(`/api/v1/code/batch/${batch}`)
  ).json.results;
  return { count, issued, withdrawn_codes, unused_codes, canceled_codes };
};
const historyOf = async (of: string) =>
  (await office.admin.get(`/api/v1/code/${of}`)).json.results.history.map(
    ({ kind, other, after }: { kind: string; other: string | null; after: number }) =>
      other === null && kind === 'changed' ? `${kind} ${after > 0 ? 1 : 0}` : [kind, other].filter(Boolean).join(' '),
  );

describe('Replacing a code', () => {
  test('withdraws it and issues a twin in the same lot with the same terms; the quantity stays', async () => {
    await sql`update code set lot = 3 where cg_idx = ${batch}`.execute(office.db);
    await sql`update code_lot set lot = 3 where cg_idx = ${batch}`.execute(office.db);
    const before = await ledger();
    const figures = await figuresOf();
    const { status, json } = await replace(code, { memo: 'lost letter' });
    expect(status).toBe(200);
    const { code: twin } = json.results;
    expect(await rowOf(code)).toMatchObject({ is_canceled: now, withdrawn: true });
    const { length, valid_from, valid_until } = await rowOf(code);
    expect(await rowOf(twin)).toMatchObject({
      cg_idx: batch,
      lot: 3,
      issued_at: now,
      length,
      valid_from,
      valid_until,
      activated_date: 0,
      is_canceled: 0,
      withdrawn: false,
    });
    expect(before).toMatchObject({ issued: 2, codes: 2, withdrawn: 0 });
    expect(await ledger()).toEqual({ ...before, issued: 3, codes: 3, withdrawn: 1 });
    expect(await figuresOf()).toEqual({ ...figures, issued: 3, withdrawn_codes: 1 });
  });

  test('is told by the trail and by the history of both codes, which name each other', async () => {
    await office.db.deleteFrom('audit').execute();
    const { code: twin } = (await replace(code, { memo: 'lost letter' })).json.results;
    const trail = await office.db
      .selectFrom('audit')
      .select(['entity_id', 'action', 'after', 'reason', 'actor', 'of_entity', 'of_id'])
      .execute();
    expect(trail).toEqual([
      {
        entity_id: code,
        action: 'code.replaced',
        after: { replaced_by: twin },
        reason: 'lost letter',
        actor: 'ada',
        of_entity: 'code_batch',
        of_id: String(batch),
      },
    ]);
    expect(await historyOf(code)).toEqual([`replaced ${twin}`, 'issued']);
    expect(await historyOf(twin)).toEqual([`replaces ${code}`, 'issued']);
  });

  test('is done once for one key, however often it is sent', async () => {
    const first = await replace(code, {}, { 'idempotency-key': 'one' });
    expect((await replace(code, {}, { 'idempotency-key': 'one' })).json).toEqual(first.json);
    expect(await ledger()).toMatchObject({ codes: 3, withdrawn: 1 });
  });

  test.each([
    ['activated', { activated_date: 1 }, 'code.replace_activated'],
    ['activated and ended', { activated_date: 1, expired_date: 2 }, 'code.replace_activated'],
    ['cancelled', { is_canceled: 1 }, 'code.replace_canceled'],
    ['ended', { valid_until: 1 }, 'code.replace_expired'],
  ])('is refused for a code that was %s', async (_, values, reason) => {
    await office.db.updateTable('code').set(values).where('code', '=', code).execute();
    expect(await replace()).toMatchObject({ status: 409, json: { error: { code: reason } } });
    expect(await ledger()).toMatchObject({ codes: 2, withdrawn: 0 });
  });

  test('is refused for one that was replaced, while its batch issues codes, and for what is no code of a batch', async () => {
    await replace();
    expect(await replace()).toMatchObject({ status: 409, json: { error: { code: 'code.replace_canceled' } } });
    const [other = ''] = await desk.issueCodes(1);
    await office.db.updateTable('code_batch').set({ status: 'issuing', missing: 1 }).execute();
    expect(await replace(other)).toMatchObject({ status: 409, json: { error: { code: 'code.batch_issuing' } } });
    expect((await replace('ABCDEFGHJKMN')).status).toBe(404);
    await desk.addCollection('C1');
    await desk.addEvent(1);
    expect((await replace('EVENT0000001')).status).toBe(404);
    expect((await office.staff.post(`/api/v1/code/${other}/replace`, {})).status).toBe(403);
  });

  test('draws again if a code exists already', async () => {
    const drawn = [code, code, 'ABCDEFGHJKMN'];
    const [pair] = await office.app.work.write(systemCaller('test'), (ctx) =>
      issueTwins(ctx, [code], null, () => [drawn.shift() ?? '']),
    );
    expect(pair?.twin).toBe('ABCDEFGHJKMN');
  });

  test('waits for a learner who redeems the code, and is then refused', async () => {
    const [answer] = await whileLocked(
      office.db,
      (trx) => trx.updateTable('code').set({ activated_date: now }).where('code', '=', code).execute(),
      [() => replace()],
    );
    expect(answer).toMatchObject({ status: 409, json: { error: { code: 'code.replace_activated' } } });
  });

  test('or a redemption wins, never both', async () => {
    const answers = await Promise.all([replace(), desk.redeem(code, 'mia')]);
    const won = answers.map(({ status }) => status === 200);
    expect(won).toContain(true);
    expect(won).toContain(false);
    const { withdrawn, activated_date } = await rowOf(code);
    expect(withdrawn).toBe(activated_date === 0);
  });

  test('is done once if several people ask for it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => replace()));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await ledger()).toMatchObject({ issued: 3, codes: 3, withdrawn: 1 });
  });
});

describe('The undo of a replacement', () => {
  test('brings the code back and withdraws the twin; the ledger holds', async () => {
    const { code: twin, act_idx } = (await replace()).json.results;
    const after = await ledger();
    expect((await office.admin.get(`/api/v1/act/${act_idx}`)).json.results.undo).toMatchObject({ back: 1, kept: 0 });
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await rowOf(code)).toMatchObject({ is_canceled: 0, withdrawn: false });
    expect(await rowOf(twin)).toMatchObject({ is_canceled: now, withdrawn: true });
    expect(await ledger()).toEqual(after);
    expect(await historyOf(code)).toEqual(['changed 0', `replaced ${twin}`, 'issued']);
    expect((await desk.redeem(code, 'mia')).status).toBe(200);
    expect((await office.admin.undo(act_idx)).status).toBe(409);
  });

  test('is also done by the call that undoes changes of codes, which undoes nothing else', async () => {
    const { code: twin, act_idx } = (await replace()).json.results;
    const undone = await office.admin.post(`/api/v1/code/act/${act_idx}/undo`);
    expect(undone).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0, left: { changed_since: 0 } } } });
    expect(await rowOf(twin)).toMatchObject({ withdrawn: true });
    const { act_idx: other } = (await office.admin.post('/api/v1/age_group', { title: 'Seven' })).json.results;
    expect((await office.admin.post(`/api/v1/code/act/${other}/undo`)).json.error.code).toBe('code.act_not_found');
    expect((await office.admin.get('/api/v1/age_group')).json.results).toMatchObject([{ title: 'Seven' }]);
  });

  test.each([
    ['redeemed', (twin: string) => desk.redeem(twin, 'mia')],
    ['extended', (twin: string) => set('valid_until', { codes: [twin], valid_until: now + 9 * day })],
    ['given another length', (twin: string) => set('length', { codes: [twin], length: 5 })],
    ['cancelled', (twin: string) => set('is_canceled', { codes: [twin], is_canceled: 1 })],
    ['replaced itself', (twin: string) => replace(twin)],
  ])('leaves both once the twin was %s', async (_, touch) => {
    const { code: twin, act_idx } = (await replace()).json.results;
    expect((await touch(twin)).status).toBe(200);
    const touched = await rowOf(twin);
    expect((await office.admin.get(`/api/v1/act/${act_idx}`)).json.results.undo).toMatchObject({ back: 0, kept: 1 });
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 0, kept: 1 });
    expect(await rowOf(twin)).toEqual(touched);
    expect(await rowOf(code)).toMatchObject({ withdrawn: true });
  });

  test('is possible again once what was done to the twin is undone', async () => {
    const first = (await replace()).json.results;
    const { results } = (await replace(first.code)).json;
    await office.admin.undo(results.act_idx);
    expect((await office.admin.undo(first.act_idx)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await ledger()).toMatchObject({ issued: 4, codes: 4, withdrawn: 2 });
  });
});
