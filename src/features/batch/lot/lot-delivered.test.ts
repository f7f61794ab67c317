import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from '../batch.fixture.ts';
import type { Lot } from './lot.contract.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

const results = async (url: string) => (await office.admin.get(url)).json.results;
const lotOf = async (cg_idx: number): Promise<Lot> => (await results(`/api/v1/code/batch/${cg_idx}/lot`)).lots[0];
const hand = (cg_idx: number, body: object) => office.admin.put(`/api/v1/code/batch/${cg_idx}/lot/1`, body);
/** The lines of the history of a batch that tell of deliveries. */
const historyOf = async (cg_idx: number): Promise<{ kind: string }[]> =>
  (await results(`/api/v1/code/batch/${cg_idx}/history`)).lines.filter(({ kind }: { kind: string }) =>
    kind.startsWith('handed'),
  );
const day = (offset: number) => new Date(office.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10);

describe('A lot', () => {
  test('that staff downloaded is not delivered until somebody says to whom and when', async () => {
    const { cg_idx } = await batches.issued(of, { count: 3 });
    expect((await office.admin.get(`/api/v1/code?cg_idx=${cg_idx}`)).status).toBe(200);
    expect(await lotOf(cg_idx)).toMatchObject({ downloaded_by: 'ada', handed_to: '', handed_on: '' });
    expect((await office.admin.get(`/code/batch/${cg_idx}`)).body).toShow(/downloaded by ada.*0 of 3/s);

    const on = day(-2);
    const said = await hand(cg_idx, { handed_to: ' City  School ', handed_on: on, version: 1 });
    expect(said.json.results).toMatchObject({ success: true, version: 2, act_idx: expect.any(Number) });
    expect(await lotOf(cg_idx)).toMatchObject({ handed_to: 'City School', handed_on: on, version: 2 });
    expect((await office.admin.get(`/code/batch/${cg_idx}`)).body).toShow(/to City School.*3 of 3/s);
    const act = said.json.results.act_idx;
    expect(await historyOf(cg_idx)).toMatchObject([
      { kind: 'handed', actor: 'ada', recipient: 'City School', day: on, undo: act },
    ]);
    expect((await office.admin.get(`/api/v1/audit/of/code_lot/${cg_idx}.1`)).json.results.lines[0]).toMatchObject({
      actor: 'ada',
      action: 'changed the delivery of',
    });

    expect((await office.admin.undo(act)).status).toBe(200);
    expect(await lotOf(cg_idx)).toMatchObject({ handed_to: '', handed_on: '' });
    expect(await historyOf(cg_idx)).toMatchObject([
      { kind: 'handed', undo: null },
      { kind: 'handed_back', undo: null },
    ]);
  });

  test('keeps what a colleague said of it since, also in an undo', async () => {
    const { cg_idx } = await batches.issued(of, { count: 1 });
    const first = (await hand(cg_idx, { handed_to: 'Acme', handed_on: day(0), version: 1 })).json.results;
    const stale = await hand(cg_idx, { handed_to: 'North', handed_on: day(0), version: 1 });
    expect(stale.status).toBe(409);
    expect((await hand(cg_idx, { handed_to: 'North', version: first.version })).status).toBe(200);
    expect((await office.admin.undo(first.act_idx)).status).toBe(409);
    expect(await lotOf(cg_idx)).toMatchObject({ handed_to: 'North', handed_on: day(0) });
  });

  test('has in its history what was said each time, whatever was said later', async () => {
    const { cg_idx } = await batches.issued(of, { count: 1 });
    for (const body of [{ handed_to: 'Acme', handed_on: day(0) }, { handed_on: day(-1) }, { handed_to: 'North' }]) {
      office.clock.advance(1000);
      expect((await hand(cg_idx, { ...body, version: (await lotOf(cg_idx)).version })).status).toBe(200);
    }
    const history = await historyOf(cg_idx);
    expect(history.map((one) => [Object(one).recipient, Object(one).day])).toEqual([
      ['North', day(-1)],
      ['Acme', day(-1)],
      ['Acme', day(0)],
    ]);
  });

  test('that an earlier release issued is delivered like any other, by one of two at once', async () => {
    const { cg_idx } = await batches.issued(of, { count: 3 });
    await office.db.deleteFrom('code_lot').where('cg_idx', '=', cg_idx).execute();
    expect(await lotOf(cg_idx)).toMatchObject({ lot: 1, issued: 3, handed_to: '', version: 1 });
    expect((await office.admin.get(`/code/batch/${cg_idx}/lot/1`)).status).toBe(200);
    expect((await office.admin.get(`/code/batch/${cg_idx}/lot/2`)).status).toBe(404);
    const both = await Promise.all(
      ['Acme', 'North'].map((handed_to) => hand(cg_idx, { handed_to, handed_on: day(0), version: 1 })),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 409)).toHaveLength(1);
    const stored = office.db.selectFrom('code_lot').select(['lot', 'issued', 'count', 'issued_by', 'version']);
    expect(await stored.where('cg_idx', '=', cg_idx).execute()).toEqual([
      { lot: 1, issued: 3, count: 3, issued_by: 'ada', version: 2 },
    ]);
    const done = both.find(({ status }) => status === 200)?.json.results.act_idx;
    expect((await office.admin.undo(done)).status).toBe(200);
    expect(await lotOf(cg_idx)).toMatchObject({ handed_to: '', issued: 3 });
  });

  test('is delivered to somebody on a day that has come, or not at all', async () => {
    const { cg_idx } = await batches.issued(of, { count: 1 });
    const refused = async (body: object) => (await hand(cg_idx, body)).json.error.fields;
    expect(await refused({ handed_to: 'Acme', handed_on: '' })).toHaveProperty('handed_on');
    expect(await refused({ handed_on: day(0) })).toHaveProperty('handed_to');
    expect(await refused({ handed_to: 'Acme', handed_on: day(2) })).toHaveProperty('handed_on');
    expect(await refused({ handed_to: 'x'.repeat(201), handed_on: day(0) })).toHaveProperty('handed_to');
    expect((await office.admin.put(`/api/v1/code/batch/${cg_idx}/lot/9`, { handed_to: '' })).status).toBe(404);
    expect(await lotOf(cg_idx)).toMatchObject({ handed_to: '', version: 1 });
  });
});
