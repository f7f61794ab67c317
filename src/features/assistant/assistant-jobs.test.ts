import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { assistantDesk, listen, type TestAssistant } from './assistant.fixture.ts';

let office: Office;
let origin = '';
let jun: Person;
let one: TestAssistant;
let of: { cust_idx: number; cidx: number };
const desk = assistantDesk(
  () => office,
  () => origin,
);
const codes = codeDesk(() => office);
const terms = { price: '1000', currency: 'KRW', length: 30, valid_from: 0, valid_until: 0, memo: '' };

const noRules = { release: false, records_above: null, prices: false, delete_collection: false, proposals: false };

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  origin = await listen(office);
  jun = await office.signIn('jun', true);
  of = { cust_idx: await codes.addCustomer('ACME'), cidx: await codes.addCollection('FIRST') };
  one = await desk.connect(['read', 'codes', 'propose']);
});
afterAll(async () => {
  await one.close();
  await office.close();
});

const batches = () => office.db.selectFrom('code_batch').select(['cg_idx', 'title', 'status']).execute();
const issued = async () => (await office.db.selectFrom('code').select('code').execute()).length;
const propose = (title: string) =>
  one.propose('POST /api/v1/code/batch', { body: { ...of, ...terms, title, count: 5 } });
const apply = (by: Person, proposal: number) => by.post(`/api/v1/proposal/${proposal}/apply`, { version: 1 });

test('a batch of codes is proposed with its figures, and issued by a job once a person applies it', async () => {
  const { proposal, plan } = await propose('Spring');
  expect(plan.changes).toMatchObject([{ kind: 'Code batch', title: 'Spring', action: 'created' }]);
  expect(plan.changes[0].fields).toContainEqual({ field: 'Quantity', before: null, after: 5 });
  expect([await batches(), await issued()]).toEqual([[], 0]);
  must(await apply(office.admin, proposal));
  await expect.poll(issued, { timeout: 30_000 }).toBe(5);
  expect(await batches()).toMatchObject([{ title: 'Spring', status: 'issued' }]);
  const rows = await office.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'code_batch')
    .orderBy('audit_idx')
    .execute();
  expect(rows.map(({ action, assistant }) => [action, assistant])).toEqual([
    ['code_batch.created', 'Catalogue helper'],
    ['code_batch.issued', 'Catalogue helper'],
  ]);
  expect((await apply(jun, proposal)).json.error.code).toBe('approval.was_applied');
});

test('a batch above the limit of a rule is issued once another person than the assistant’s applies it', async () => {
  must(await office.admin.put('/api/v1/setting/second_person', { value: { ...noRules, codes_above: 3 } }));
  const { proposal } = await propose('Summer');
  expect((await apply(office.admin, proposal)).json.error.code).toBe('approval.own');
  const before = await issued();
  must(await apply(jun, proposal));
  await expect.poll(issued, { timeout: 30_000 }).toBe(before + 5);
});

test('a proposal is applied as it was seen, also if what it counts happens to be the number of a new record', async () => {
  await office.db.deleteFrom('setting').where('key', '=', 'second_person').execute();
  const last = await office.db
    .selectFrom('code_batch')
    .select('cg_idx')
    .orderBy('cg_idx', 'desc')
    .executeTakeFirstOrThrow();
  // One try plans it, and one applies it.
  const body = { ...of, ...terms, title: 'Autumn', count: last.cg_idx + 2 };
  const { proposal } = await one.propose('POST /api/v1/code/batch', { body });
  must(await apply(office.admin, proposal));
});
