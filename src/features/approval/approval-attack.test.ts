import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whileLocked } from '#test/while-locked.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { approvalDesk } from './approval.fixture.ts';

let office: Office;
let minji: Person;
let jun: Person;
let cid: string;
let sequence = 0;
const desk = approvalDesk(() => office);
const { approve, planned, priceOf, read, rules, save } = desk;

beforeAll(async () => {
  office = await startOffice();
  minji = await office.signIn('minji', true);
  jun = await office.signIn('jun', true);
});
afterAll(() => office.close());

beforeEach(async () => {
  await rules({});
  cid = `C${++sequence}`;
  await desk.addCollection(cid, `First steps ${sequence}`);
  await rules({ prices: true });
});

describe('A plan is not approved by who planned it', () => {
  test('in a second tab, in another browser, or without saying which plan was seen', async () => {
    const idx = await planned(save(minji, cid, '10400'));
    const elsewhere = await office.signIn('minji', true);
    const { version } = await read(idx);
    const tries = [approve(minji, idx, { version }), approve(minji, idx), approve(elsewhere, idx, { version })];
    for (const { status, json } of await Promise.all(tries))
      expect([status, json.error.code]).toEqual([403, 'approval.own']);
    expect([await priceOf(cid), (await read(idx)).status]).toEqual([9900, 'waiting']);
  });

  test.each(['read', 'redeem', 'assistant', 'staff'])('nor by a key of theirs with the access `%s`', async (scope) => {
    const may = scope === 'assistant' ? { may: ['read', 'propose', 'codes', 'learners'] } : {};
    const { key } = must(await minji.post('/api/v1/api_key', { name: `${scope} ${sequence}`, scope, ...may }));
    const idx = await planned(save(minji, cid, '10400'));
    for (const act of ['approve', 'override']) {
      const body = act === 'override' ? { reason: 'Nobody is here today.' } : {};
      const headers = { authorization: `Bearer ${key}` };
      const { status } = await office.stranger.post(`/api/v1/approval/${idx}/${act}`, body, headers);
      expect([401, 403]).toContain(status);
    }
    expect([await priceOf(cid), (await read(idx)).status]).toEqual([9900, 'waiting']);
  });

  test('nor by the call that replays a plan, whatever its headers claim', async () => {
    const idx = await planned(save(minji, cid, '10400'));
    for (const headers of [{ 'x-replay': 'x' }, { 'x-replay': crypto.randomUUID() }] as Record<string, string>[])
      expect((await minji.put(`/api/v5/collection/${cid}`, { prices: [] }, headers)).status).not.toBe(200);
    const { status } = await minji.post(`/api/v1/approval/${idx}/approve`, {}, { 'x-replay': crypto.randomUUID() });
    expect(status).toBe(403);
    expect(await priceOf(cid)).toBe(9900);
  });

  test('nor by somebody who is no administrator, or who has no session', async () => {
    const idx = await planned(save(minji, cid, '10400'));
    expect((await approve(office.staff, idx)).status).toBe(403);
    expect((await approve(office.stranger, idx)).status).toBe(401);
    expect(await priceOf(cid)).toBe(9900);
  });
});

const staffIdx = async (id: string): Promise<number> =>
  (await office.db.selectFrom('staff').select('staff_idx').where('staff_id', '=', id).executeTakeFirstOrThrow())
    .staff_idx;

describe('An approval counts', () => {
  test('only of an administrator: one who is disabled while it is applied has approved nothing', async () => {
    const theo = await office.signIn(`theo${sequence}`, true);
    const idx = await planned(save(minji, cid, '10400'));
    const [answer = expect.fail()] = await whileLocked(
      office.db,
      (trx) => trx.selectFrom('collection').select('cidx').where('cid', '=', cid).forUpdate().execute(),
      [() => approve(theo, idx)],
      async () => {
        const theoIdx = await staffIdx(`theo${sequence}`);
        expect((await office.admin.put(`/api/v1/staff/${theoIdx}`, { disabled: true })).status).toBe(200);
      },
    );
    expect([answer.status, answer.json.error.code]).toEqual([409, 'approval.approver_gone']);
    expect([await priceOf(cid), (await read(idx)).status]).toEqual([9900, 'waiting']);
    expect((await approve(jun, idx)).status).toBe(200);
    expect(await priceOf(cid)).toBe(10_400);
  });

  test('for what was seen: a plan that is replaced while it is approved is not applied', async () => {
    const idx = await planned(save(minji, cid, '10400'));
    const { version } = await read(idx);
    await rules({});
    must(await save(office.admin, cid, '9500'));
    await rules({ prices: true });
    // Both look at the plan of before; the first to come replaces it.
    const answers = await Promise.all([approve(jun, idx, { version }), approve(office.admin, idx, { version })]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect([await priceOf(cid), (await read(idx)).status]).toEqual([9500, 'waiting']);
  });

  test('once: of one who approves and one who sends back at once, one is told of the other', async () => {
    const idx = await planned(save(minji, cid, '10400'));
    const [one, other] = await Promise.all([
      approve(jun, idx),
      office.admin.post(`/api/v1/approval/${idx}/return`, { text: 'Not now.' }),
    ]);
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { status } = await read(idx);
    expect([await priceOf(cid), status]).toEqual(one.status === 200 ? [10_400, 'applied'] : [9900, 'returned']);
  });

  test('not for who planned it and withdraws it meanwhile: either it is applied or withdrawn', async () => {
    const idx = await planned(save(minji, cid, '10400'));
    const [one, other] = await Promise.all([approve(jun, idx), minji.delete(`/api/v1/approval/${idx}`)]);
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await priceOf(cid)).toBe(one.status === 200 ? 10_400 : 9900);
  });
});
