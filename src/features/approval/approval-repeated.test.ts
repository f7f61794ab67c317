import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { approvalDesk } from './approval.fixture.ts';

let office: Office;
let jun: Person;
const desk = approvalDesk(() => office);
const codes = codeDesk(() => office);
let batch: { cust_idx: number; cidx: number; title: string; count: number; price: string; currency: string };
let program: { key: string; key_idx: number };
let round = 0;

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  jun = await office.signIn('jun', true);
  const [cust_idx, cidx] = [await codes.addCustomer('CITY'), await codes.addCollection('SEA')];
  batch = { cust_idx, cidx, title: 'Autumn', count: 5, price: '1', currency: 'USD' };
});
afterAll(() => office.close());
beforeEach(async () => {
  round++;
  program = must(await office.admin.post('/api/v1/api_key', { name: 'Shell', scope: 'staff' }));
  await desk.rules({ codes_above: 3 });
});

/** As the command line does it: the same command has the same key. */
const issue = (more: object = {}) =>
  office.stranger.post(
    '/api/v1/code/batch',
    { ...batch, ...more },
    { authorization: `Bearer ${program.key}`, 'idempotency-key': `command-${round}` },
  );
const countBatches = async () => (await office.db.selectFrom('code_batch').select('cg_idx').execute()).length;
const waiting = async (): Promise<unknown[]> => must(await jun.get('/api/v1/approval?status=waiting')).rows;

describe('A call with an Idempotency-Key that needs another person', () => {
  test('is done once it was approved: sent again, it answers what was done then, and nothing is done twice', async () => {
    const planned = await desk.planned(issue());
    expect(await desk.planned(issue())).toBe(planned);
    const before = await countBatches();
    const { cg_idx } = must(await desk.approve(jun, planned));
    const again = await issue();
    expect([again.status, again.json.results.cg_idx]).toEqual([200, cg_idx]);
    expect([await countBatches(), await waiting()]).toEqual([before + 1, []]);
  });

  test('keeps its key while it waits: another call with it is refused, and nothing else is planned', async () => {
    const planned = await desk.planned(issue());
    const other = await issue({ count: 6 });
    expect([other.status, other.json.error.code]).toEqual([422, 'error.idempotency_key']);
    expect(await waiting()).toMatchObject([{ appr_idx: planned, version: 1 }]);
    must(await office.admin.delete(`/api/v1/approval/${planned}`));
    must(await office.admin.delete(`/api/v1/approval/${await desk.planned(issue({ count: 6 }))}`));
  });

  test('has one plan, of what it would do by now, also if something has changed since it was first sent', async () => {
    const planned = await desk.planned(issue({ title: 'Winter' }));
    const before = await desk.read(planned);
    await office.admin.put(`/api/v1/customer/${batch.cust_idx}`, { name: 'City' });
    expect(await desk.planned(issue({ title: 'Winter' }))).toBe(planned);
    expect((await desk.read(planned)).plan.count).toBe(before.plan.count);
    must(await desk.approve(jun, planned));
    expect(await waiting()).toEqual([]);
  });
});

test('what a program has planned is its person’s once its key is revoked, and the trail names the program beside both people', async () => {
  const planned = await desk.planned(issue());
  must(await office.admin.delete(`/api/v1/api_key/${program.key_idx}`));
  expect((await issue()).status).toBe(401);
  const { cg_idx } = must(await desk.approve(jun, planned));
  const rows = await office.db
    .selectFrom('audit')
    .select(['actor', 'approved_by', 'key_name'])
    .where('entity', '=', 'code_batch')
    .where('entity_id', '=', String(cg_idx))
    .where('action', '=', 'code_batch.created')
    .execute();
  expect(rows).toEqual([{ actor: 'ada', approved_by: 'jun', key_name: expect.stringMatching(/^Shell \(lib_/) }]);
});
