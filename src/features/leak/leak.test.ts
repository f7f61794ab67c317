import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { differingData } from '#test/differing-data.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';

let office: Office;
const desk = redeemDesk(() => office);
const batches = batchDesk(() => office);
let now: number;
let round = 0;
let cust_idx: number;
let cg_idx: number;

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T03:00:00Z');
});
afterAll(() => office.close());

/** A batch of six codes in lot 1 and four in lot 2, of which the first lot has left. */
beforeEach(async () => {
  round++;
  // The statement books by the clock of the database.
  const at = inSeconds(office.clock.now());
  await sql`create or replace function code_now() returns bigint language sql volatile as ${sql.lit(`select ${at}::bigint`)}`.execute(
    office.db,
  );
  cust_idx = await desk.addCustomer(`LEAK-${round}`);
  const cidx = await desk.addCollection(`leak-${round}`);
  cg_idx = await desk.addBatch({ cust_idx, cidx, title: 'Autumn reading' });
  await desk.issue(cg_idx, 6, { valid_until: at + 90 * 86_400 });
  await download('lot=1&status=valid');
  office.clock.advance(3_600_000);
  await desk.issue(cg_idx, 4);
  now = inSeconds(office.clock.now());
});

const download = (query: string) => office.admin.get(`/api/v1/code?cg_idx=${cg_idx}&${query}`);
const linesOf = (body: string) => body.trim().split('\r\n').slice(1);
const leak = async (body: object = {}, headers = {}) =>
  office.admin.post(`/api/v1/code/batch/${cg_idx}/leak`, body, headers);
const leaked = async (body: object = {}) => {
  const { status, json } = await leak(body);
  expect([status, json.error]).toEqual([200, undefined]);
  return json.results;
};
const undo = async (act: number) => (await office.admin.post(`/api/v1/act/${act}/undo`)).json.results;
const codesOf = async (lot: number) =>
  office.db
    .selectFrom('code')
    .selectAll()
    .where('cg_idx', '=', cg_idx)
    .where('lot', '=', lot)
    .orderBy('code')
    .execute();
const figures = async () => {
  const { count, issued, withdrawn_codes, unused_codes, active_codes, canceled_codes, expired_codes } =
    await batches.read(cg_idx);
  return { count, issued, withdrawn_codes, unused_codes, active_codes, canceled_codes, expired_codes };
};
const statement = async () => (await office.admin.get(`/api/v1/customer/${cust_idx}/statement`)).json.results;
const deliveries = async () =>
  (await office.admin.get(`/api/v1/code/batch/${cg_idx}/delivery`)).json.results.deliveries;
const history = async () => (await office.admin.get(`/api/v1/code/batch/${cg_idx}/history`)).json.results.lines;
const redeem = async (code: string | undefined, learner: string) => desk.redeem(code ?? '', learner);

describe('A leaked batch', () => {
  test('has its unused codes withdrawn, and as many issued as a lot of their own with the same terms', async () => {
    const [first] = await codesOf(1);
    await redeem(first?.code, 'kim');
    const would = await leaked({ dry_run: true });
    expect(would).toMatchObject({
      frozen: 9,
      replaced: 9,
      redeemed: 1,
      others: 0,
      lots: [1, 2],
      act_idx: null,
      href: null,
    });
    expect(await figures()).toMatchObject({ issued: 10, withdrawn_codes: 0 });
    const done = await leaked({ memo: 'On a forum' });
    expect(done).toMatchObject({ frozen: 9, replaced: 9, redeemed: 1, others: 0, lot: 3, act_idx: expect.any(Number) });
    const terms = (rows: Awaited<ReturnType<typeof codesOf>>) =>
      rows.map(({ valid_from, valid_until, length }) => [valid_from, valid_until, length].join()).toSorted();
    const old = [...(await codesOf(1)), ...(await codesOf(2))].filter(({ withdrawn }) => withdrawn);
    expect(old.every((row) => row.leaked && row.is_canceled === now)).toBe(true);
    expect(terms(await codesOf(3))).toEqual(terms(old));
    expect((await codesOf(3)).every((row) => row.issued_at === now && row.activated_date === 0)).toBe(true);
    expect(await figures()).toEqual({
      count: 10,
      issued: 19,
      withdrawn_codes: 9,
      unused_codes: 9,
      active_codes: 1,
      canceled_codes: 0,
      expired_codes: 0,
    });
    expect(await differingData(office)).toEqual([]);
  });

  test('refuses its old codes, which are found as withdrawn ones and shown as leaked', async () => {
    const [first] = await codesOf(1);
    await leaked();
    const refused = await redeem(first?.code, 'kim');
    expect([refused.status, refused.json.error.code]).toEqual([422, 'registration.code_canceled']);
    const { json } = await office.admin.get(`/api/v1/code?cg_idx=${cg_idx}&status=withdrawn&as=json`);
    expect(json.results.total).toBe(10);
    expect(json.results.rows[0]).toMatchObject({ state: 'canceled', withdrawn: true, leaked: true });
    expect((await download('status=withdrawn')).body).toContain(',"Withdrawn, leaked",');
    const { results } = (await office.admin.get(`/api/v1/code/${first?.code}`)).json;
    expect(results.history[0]).toMatchObject({ kind: 'changed', withdrawn: true, leaked: true, other: null });
    const card = (await office.admin.get(`/api/v1/card?text=${first?.code}`)).json.results;
    expect(JSON.stringify(card.story)).toContain('because a file with it leaked');
  });

  test('leads to a file with exactly the new codes, whose download is their delivery to the same customer', async () => {
    const before = await deliveries();
    const { href, lot } = await leaked();
    const file = await office.admin.get(href);
    const sent = linesOf(file.body).map((line) => line.replace(/^'/, '').slice(0, 12));
    expect(sent.toSorted()).toEqual((await codesOf(lot)).map(({ code }) => code));
    const after = await deliveries();
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).toMatchObject({ to: `Name of LEAK-${round}`, codes: 10, lots: [{ lot, codes: 10 }] });
  });

  test('costs nothing, and the statement of the month says how many codes were replaced', async () => {
    const before = await statement();
    const { act_idx: act } = await leaked();
    const after = await statement();
    expect(after).toEqual({ ...before, issued: before.issued + 10, withdrawn: 10, replaced: 10 });
    await undo(act);
    const undone = await statement();
    expect(undone.amounts).toEqual(before.amounts);
    expect(undone).toMatchObject({ closing: before.closing, restored: 10, withdrawn: 20, replaced: 10 });
    expect(await differingData(office)).toEqual([]);
  });

  test('with nothing unused has nothing done to it', async () => {
    for (const lot of [1, 2])
      for (const [index, { code }] of (await codesOf(lot)).entries()) await redeem(code, `r${lot}${index}`);
    expect(await leaked()).toMatchObject({
      frozen: 0,
      replaced: 0,
      redeemed: 10,
      act_idx: null,
      href: null,
      lot: null,
    });
    expect(await figures()).toMatchObject({ issued: 10, withdrawn_codes: 0 });
  });

  test('is in the trail, in the history of the batch and on a page of its own, which tell who and why', async () => {
    const { act_idx: act } = await leaked({ memo: 'On a forum' });
    const { rows } = await sql<object>`
      select action, actor, after, reason, of_entity, of_id from audit where act_idx = ${act}`.execute(office.db);
    expect(rows).toEqual([
      {
        action: 'code_leak.created',
        actor: 'ada',
        after: { codes: 10, lot: 3 },
        reason: 'On a forum',
        of_entity: 'code_batch',
        of_id: String(cg_idx),
      },
    ]);
    const leakEntry = { kind: 'leaked', actor: 'ada', codes: 10, leak: act, undo: act, memo: 'On a forum' };
    expect((await history())[0]).toMatchObject({ ...leakEntry, lots: [{ lot: 3, codes: 10, delivered: 0 }] });
    expect((await history()).filter(({ kind }: { kind: string }) => kind === 'raised')).toHaveLength(1);
    const page = await office.admin.get(`/code/leak/${act}`);
    expect([page.status, page.body.includes('Autumn reading')]).toEqual([200, true]);
    expect((await office.admin.get('/code/leak/999999')).status).toBe(404);
    expect((await office.admin.get(`/code/leak?cg_idx=${cg_idx}`)).status).toBe(200);
  });
});

describe('A leak pressed twice', () => {
  test('with the same key, or again without one, freezes nothing of what it issued', async () => {
    const headers = { 'idempotency-key': `leak-twice-${round}` };
    const [one, other] = [await leak({}, headers), await leak({}, headers)];
    expect(other.json).toEqual(one.json);
    expect(await leaked()).toMatchObject({ frozen: 0, act_idx: null });
    expect(await figures()).toMatchObject({ issued: 20, withdrawn_codes: 10, unused_codes: 10 });
  });

  test('by two people at once is done once', async () => {
    const bob = await office.signIn(`bob${round}`, true);
    const both = await Promise.all([leak(), bob.post(`/api/v1/code/batch/${cg_idx}/leak`, {})]);
    expect(both.map(({ json }) => json.results.frozen).toSorted((one, two) => one - two)).toEqual([0, 10]);
    expect(await figures()).toMatchObject({ issued: 20, withdrawn_codes: 10 });
  });

  test('is refused where the codes are others than the caller was told of', async () => {
    await leaked({ lot: 1 });
    await download('lot=3&status=valid');
    const { status, json } = await leak({ expects: { lots: [1, 2] } });
    expect([status, json.error.code]).toEqual([409, 'code.leak_changed']);
    expect(await leaked({ expects: { lots: [2, 3] } })).toMatchObject({ frozen: 10, lots: [2, 3], lot: 4 });
  });
});

describe('A leaked lot', () => {
  test('leaves the codes of other lots', async () => {
    expect(await leaked({ lot: 2 })).toMatchObject({ frozen: 4, lots: [2], lot: 3 });
    expect((await codesOf(1)).some(({ withdrawn }) => withdrawn)).toBe(false);
  });

  test.each([
    ['lot', { lot: 7 }, 404, 'code.leak_no_lot'],
    ['delivery', { delivery: 999_999 }, 404, 'code.leak_no_delivery'],
    ['time', { since: 4_000_000_000 }, 422, 'code.leak_since_ahead'],
    ['pair of a lot and a delivery', { lot: 1, delivery: 1 }, 400, 'invalid.input'],
    ['field', { lots: 1 }, 400, 'invalid.input'],
  ])('is refused with an unknown %s', async (_, body, status, code) => {
    const answer = await leak(body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(await figures()).toMatchObject({ issued: 10, withdrawn_codes: 0 });
  });

  test('is refused to accounts without rights, and for a batch that is not there or is being issued', async () => {
    const url = `/api/v1/code/batch/${cg_idx}/leak`;
    expect((await office.staff.post(url, {})).status).toBe(403);
    expect((await office.admin.post('/api/v1/code/batch/999999/leak', {})).status).toBe(404);
    await office.db.updateTable('code_batch').set({ status: 'issuing' }).where('cg_idx', '=', cg_idx).execute();
    expect((await leak()).json.error.code).toBe('code.batch_issuing');
  });
});

describe('A leaked delivery', () => {
  test('leaves the codes that were not in it, also of the same lot', async () => {
    const [, second, third] = await codesOf(1);
    await download(`code=${encodeURIComponent(`${second?.code} ${third?.code}`)}`);
    const [{ del_idx: delivery }] = await deliveries();
    expect(await leaked({ delivery })).toMatchObject({ frozen: 2, lots: [1] });
    expect((await codesOf(1)).flatMap(({ code, withdrawn }) => (withdrawn ? [code] : []))).toEqual([
      second?.code,
      third?.code,
    ]);
  });

  test('leaves the codes that were redeemed before it left, and those issued since', async () => {
    const [{ del_idx: delivery }] = await deliveries();
    const [first] = await codesOf(1);
    await redeem(first?.code, 'kim');
    const done = await leaked({ delivery });
    expect(done).toMatchObject({ frozen: 5, redeemed: 1, lots: [1] });
    expect(await leaked({ delivery })).toMatchObject({ frozen: 0, others: 5 });
  });
});

describe('Redemptions since a leak', () => {
  test('look doubtful where several are of one learner, or within seconds of each other', async () => {
    const codes = [...(await codesOf(1)), ...(await codesOf(2))].map(({ code }) => code);
    const at = async (seconds: number, code: string | undefined, learner: string) => {
      office.clock.set(new Date((now + seconds) * 1000).toISOString());
      return (await redeem(code, learner)).json.results.reg_idx;
    };
    await at(0, codes[0], 'early');
    const honest = await at(1000, codes[1], 'honest');
    const own = [
      await at(2000, codes[2], 'greedy'),
      await at(3000, codes[3], 'greedy'),
      await at(4000, codes[4], 'greedy'),
    ];
    const burst = [await at(5000, codes[5], 'one'), await at(5003, codes[6], 'two'), await at(5007, codes[7], 'three')];
    await at(6000, codes[8], 'late');
    const {
      doubtful,
      redemptions,
      redeemed,
      redeemed_since: since,
    } = await leaked({ since: now + 500, dry_run: true });
    expect(doubtful).toEqual([...own, ...burst]);
    expect(doubtful).not.toContain(honest);
    expect([redeemed, since]).toEqual([9, 8]);
    expect(redemptions[0]).toMatchObject({ learner_id: 'greedy', of_learner: 3, burst: 0, ref: expect.any(String) });
    expect(redemptions[3]).toMatchObject({ learner_id: 'one', of_learner: 0, burst: 3 });
    const { act_idx: act } = await leaked({ since: now + 500 });
    const page = await office.admin.get(`/code/leak/${act}`);
    expect(page.body).toContain(`/learner/${redemptions[0].ref}`);
    // They stay.
    expect(await figures()).toMatchObject({ active_codes: 9 });
  });

  test('are looked at since the codes first left, unless another time is given', async () => {
    const [{ at }] = await deliveries();
    expect(await leaked({ dry_run: true })).toMatchObject({ since: at });
    expect(await leaked({ lot: 2, dry_run: true })).toMatchObject({ since: 0 });
    const day = await leaked({ since: '2026-03-01', dry_run: true });
    expect(new Date(day.since * 1000).toISOString()).toBe('2026-02-28T15:00:00.000Z');
  });
});

describe('The undo of a leak', () => {
  test('gives the old codes back and withdraws the new ones', async () => {
    const before = await figures();
    const { act_idx: act } = await leaked();
    expect((await office.admin.get(`/api/v1/act/${act}`)).json.results.undo).toMatchObject({ back: 10, kept: 0 });
    expect(await undo(act)).toMatchObject({ back: 10, kept: 0 });
    expect(await figures()).toEqual({ ...before, issued: 20, withdrawn_codes: 10 });
    const [first] = await codesOf(1);
    expect(first).toMatchObject({ withdrawn: false, leaked: false, is_canceled: 0 });
    expect((await redeem(first?.code, 'kim')).status).toBe(200);
    expect((await codesOf(3)).every((row) => row.withdrawn && !row.leaked)).toBe(true);
    expect((await office.admin.post(`/api/v1/act/${act}/undo`)).status).toBe(409);
    expect((await history())[0]).toMatchObject({ kind: 'leak_undone', codes: 10, kept: 0 });
    expect(await differingData(office)).toEqual([]);
  });

  test('leaves the pairs whose new code was redeemed or changed meanwhile, and says how many', async () => {
    const { act_idx: act, lot } = await leaked();
    const [one, two] = await codesOf(lot);
    await redeem(one?.code, 'kim');
    await office.admin.post('/customer/code/update/length', { codes: [two?.code], length: 90 });
    office.clock.advance(60_000);
    expect((await office.admin.get(`/api/v1/act/${act}`)).json.results.undo).toMatchObject({ back: 8, kept: 2 });
    expect(await undo(act)).toMatchObject({ back: 8, kept: 2 });
    expect(await figures()).toMatchObject({
      count: 10,
      issued: 20,
      withdrawn_codes: 10,
      active_codes: 1,
      unused_codes: 9,
    });
    expect((await history())[0]).toMatchObject({ kind: 'leak_undone', codes: 8, kept: 2 });
    expect(await differingData(office)).toEqual([]);
  });

  test('takes back the last of two leaks, and then the first', async () => {
    const first = await leaked({ lot: 1 });
    const second = await leaked({ lot: first.lot });
    expect(second).toMatchObject({ frozen: 6, lot: 4 });
    expect((await office.admin.get(`/api/v1/act/${first.act_idx}`)).json.results.undo).toMatchObject({
      back: 0,
      kept: 6,
    });
    expect(await undo(second.act_idx)).toMatchObject({ back: 6, kept: 0 });
    expect(await undo(first.act_idx)).toMatchObject({ back: 6, kept: 0 });
    expect(await figures()).toMatchObject({ count: 10, unused_codes: 10 });
    expect(await differingData(office)).toEqual([]);
  });
});

describe('A leak of more codes than one person may issue', () => {
  test('waits for another person, and is done as it was planned although its new codes are drawn anew', async () => {
    const [minji, jun] = [await office.signIn(`minji${round}`, true), await office.signIn(`jun${round}`, true)];
    const rules = (value: object) => office.admin.put('/api/v1/setting/second_person', { value });
    expect((await rules({ codes_above: 5 })).status).toBe(200);
    const planned = await minji.post(`/api/v1/code/batch/${cg_idx}/leak`, { memo: 'On a forum' });
    const { approval } = planned.json.results;
    expect([planned.status, approval]).toEqual([202, expect.any(Number)]);
    expect(await figures()).toMatchObject({ issued: 10, withdrawn_codes: 0 });
    const dry = await minji.post(`/api/v1/code/batch/${cg_idx}/leak`, { dry_run: true });
    expect(dry.json.results.frozen).toBe(10);
    office.clock.advance(60_000);
    const done = await jun.post(`/api/v1/approval/${approval}/approve`, {});
    expect([done.status, done.json.error]).toEqual([200, undefined]);
    expect(await figures()).toMatchObject({ issued: 20, withdrawn_codes: 10 });
    const off = (await rules({})).json.results;
    if (off.approval) await jun.post(`/api/v1/approval/${off.approval}/approve`, {});
  });
});

describe('A leak beside redeeming', () => {
  test('leaves a code that is redeemed while it waits, and replaces the others', async () => {
    const [first] = await codesOf(1);
    const lock = async (trx: Office['db']) => {
      await sql`update code set activated_date = ${now}, expired_date = ${now + 9} where code = ${first?.code}`.execute(
        trx,
      );
    };
    const [done] = await whileLocked(office.db, lock, [() => leaked()]);
    expect(done).toMatchObject({ frozen: 9, redeemed: 1 });
    expect((await codesOf(1))[0]).toMatchObject({ withdrawn: false, activated_date: now });
  });

  test('makes whoever comes later be refused', async () => {
    const [first] = await codesOf(1);
    const lock = async (trx: Office['db']) => {
      await sql`update code set is_canceled = ${now}, withdrawn = true, leaked = true where code = ${first?.code}`.execute(
        trx,
      );
    };
    const [answer] = await whileLocked(office.db, lock, [() => redeem(first?.code, 'kim')]);
    expect(answer?.status).toBe(422);
  });
});
