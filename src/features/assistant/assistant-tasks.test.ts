import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { Client } from '#test/client.ts';
import { must } from '#test/must.ts';
import { assistantDesk, listen, rowsOf, sqlOf, type TestAssistant } from './assistant.fixture.ts';
import { prepareTasks, staffTasks, type TaskRecords } from './assistant-tasks.fixture.ts';

let office: Office;
let origin = '';
let one: TestAssistant;
const desk = assistantDesk(
  () => office,
  () => origin,
);
const codes = codeDesk(() => office);
const releases = releaseDesk(() => office);
let known: TaskRecords;

beforeAll(async () => {
  office = await startOffice();
  origin = await listen(office);
  known = await prepareTasks({
    http: new Client(origin, office.admin.cookie),
    sql: sqlOf(office),
    now: office.clock.now,
    addBatch: async (of) => {
      const cg_idx = await codes.addBatch(of);
      await codes.issue(cg_idx, 3);
      return cg_idx;
    },
  });
  one = await desk.connect(['read', 'codes', 'learners', 'propose']);
});
afterAll(async () => {
  await one.close();
  await office.close();
});

describe('A task of staff, as a script of tools', () => {
  test.each(Object.entries(staffTasks))('%s: planned, applied by a person, undone whole', async (_, steps) => {
    const [before, content] = [await rowsOf(office), await rowsOf(office, 'content')];
    const { operation, ...given } = await steps(one, known);
    const { input, body } = await one.use('list_changes', { operation });
    expect(input ?? body).toBeDefined();
    const { proposal, href, plan } = await one.propose(operation, given);
    expect(await rowsOf(office)).toEqual(before);
    const named = plan.changes.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`);
    expect([named.length > 0, new Set(named).size]).toEqual([true, named.length]);
    expect(href).toBe(`/approval/${proposal}`);

    const { version, why } = must(await office.admin.get(`/api/v1/proposal/${proposal}`));
    expect(why).toBe('It was asked for.');
    const { status, json } = await office.admin.post(`/api/v1/proposal/${proposal}/apply`, { version });
    expect([status, json.error]).toEqual([200, undefined]);
    expect(await rowsOf(office, 'content')).not.toEqual(content);
    const trail = await office.db
      .selectFrom('audit')
      .select(['actor', 'assistant', 'approved_by', 'act_idx'])
      .where('entity', 'not in', ['approval', 'api_key'])
      .where('assistant', 'is not', null)
      .orderBy('audit_idx', 'desc')
      .limit(1)
      .execute();
    expect(trail).toMatchObject([{ actor: 'ada', assistant: 'Catalogue helper', approved_by: 'ada' }]);

    const undone = await office.admin.undo(json.results.act_idx ?? trail[0]?.act_idx);
    expect([undone.status, undone.json.error]).toEqual([200, undefined]);
    expect(await rowsOf(office, 'content')).toEqual(content);
  });
});

describe('What goes beyond one record', () => {
  beforeEach(() => office.clock.advance(60_000));
  const applied = async (operation: string, given: object) => {
    const before = await rowsOf(office);
    const { proposal, plan } = await one.propose(operation, given);
    expect(await rowsOf(office)).toEqual(before);
    const { version } = must(await office.admin.get(`/api/v1/proposal/${proposal}`));
    return { plan, results: must(await office.admin.post(`/api/v1/proposal/${proposal}/apply`, { version })) };
  };
  test('an act is taken back, and of codes only by a key that may see them', async () => {
    const { act_idx } = must(await office.admin.put(`/api/v1/category/${known.cat_idx}`, { title: 'A mistake' }));
    const act =
      act_idx ??
      (await office.db.selectFrom('audit').select('act_idx').orderBy('audit_idx', 'desc').executeTakeFirstOrThrow())
        .act_idx;
    await applied('POST /api/v1/act/{act_idx}/undo', { params: { act_idx: act } });
    const { title } = await office.db
      .selectFrom('category')
      .select('title')
      .where('cat_idx', '=', known.cat_idx)
      .executeTakeFirstOrThrow();
    expect(title).toBe('Tales');
    const body = { filter: { cg_idx: known.cg_idx }, valid_until: '2027-01-31' };
    const ofCodes = must(await office.admin.post('/customer/code/update/valid_until', body)).act_idx;
    const reader = await desk.connect(['read', 'propose']);
    const undo = { operation: 'POST /api/v1/act/{act_idx}/undo', params: { act_idx: ofCodes }, why: 'x' };
    expect((await reader.use('propose', undo)).error.code).toBe('assistant.missing_right');
    await reader.close();
  });

  test('the undo of a change of a setting is proposed by no assistant', async () => {
    for (const value of [true, false])
      must(await office.admin.put('/api/v1/setting/book.import_maintenance', { value }));
    const { act_idx } = await office.db
      .selectFrom('audit')
      .select('act_idx')
      .where('entity', '=', 'setting')
      .where('act_idx', 'is not', null)
      .orderBy('audit_idx', 'desc')
      .executeTakeFirstOrThrow();
    const undo = { operation: 'POST /api/v1/act/{act_idx}/undo', params: { act_idx }, why: 'x' };
    expect((await one.use('propose', undo)).error.code).toBe('error.not_proposable');
  });

  test('a release is applied, and its undo takes it back', async () => {
    const rel_idx = await releases.release('Spring');
    must(
      await office.admin.put(`/api/v1/release/${rel_idx}/change`, {
        kind: 'book',
        id: 'B2',
        values: { title: 'A spring book' },
      }),
    );
    const content = await rowsOf(office, 'content');
    const { results } = await applied('POST /api/v1/release/{rel_idx}/apply', { params: { rel_idx } });
    const titleOf = async () =>
      (await office.db.selectFrom('book').select('title').where('bid', '=', 'B2').executeTakeFirstOrThrow()).title;
    expect(await titleOf()).toBe('A spring book');
    must(await office.admin.undo(results.act_idx));
    expect(await titleOf()).not.toBe('A spring book');
    expect((await rowsOf(office, 'content'))['book']).toEqual(content['book']);
  });

  test('a leaked batch gets new codes', async () => {
    const { cust_idx, cidx } = known;
    const cg_idx = await codes.addBatch({ cust_idx, cidx, title: 'Leaked' });
    await codes.issue(cg_idx, 3);
    const params = { cg_idx };
    const { plan } = await applied('POST /api/v1/code/batch/{cg_idx}/leak', {
      params,
      body: { memo: 'It is on a forum' },
    });
    expect(plan.changes.length).toBeGreaterThan(0);
    const rows = await office.db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx).execute();
    expect(rows.length).toBe(6);
  });
});
