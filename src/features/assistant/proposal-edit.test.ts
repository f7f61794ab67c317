import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { assistantDesk, listen, rowsOf, type TestAssistant } from './assistant.fixture.ts';

let office: Office;
let origin = '';
let jun: Person;
let one: TestAssistant;
let sequence = 0;
const desk = assistantDesk(
  () => office,
  () => origin,
);
const codes = codeDesk(() => office);

beforeAll(async () => {
  office = await startOffice();
  origin = await listen(office);
  jun = await office.signIn('jun', true);
  const { ser_idx } = must(await office.admin.post('/api/v1/series', { title: 'First readers' }));
  must(await office.admin.post('/api/v1/level', { ser_idx, title: 'Level 1' }));
  must(await office.admin.post('/api/v1/book', { books: [1, 2, 3, 4].map((n) => bookRow(n)) }));
  one = await desk.connect(['read', 'codes', 'propose']);
});
afterAll(async () => {
  await one.close();
  await office.close();
});
beforeEach(async () => {
  office.clock.advance(60_000);
  await office.db.deleteFrom('approval').execute();
  sequence += 1;
});

const read = async (proposal: number) => must(await office.admin.get(`/api/v1/approval/${proposal}`));
const edit = (proposal: number, edits: object, by = office.admin, version = 1) =>
  by.put(`/api/v1/approval/${proposal}`, { version, ...edits });
const apply = (proposal: number, version: number, by = office.admin) =>
  by.post(`/api/v1/proposal/${proposal}/apply`, { version });
/** The places in a plan of the changes of records with these titles. */
const changesNamed = ({ plan }: { plan: { editable: { change: number; title: string }[] } }, ...titles: string[]) =>
  plan.editable.filter(({ title }) => titles.includes(title)).map(({ change }) => ({ change }));
const renamed = async () => {
  const { ser_idx } = must(await office.admin.post('/api/v1/series', { title: `Series ${sequence}` }));
  const given = { params: { ser_idx }, body: { title: `Proposed ${sequence}` } };
  const { proposal } = await one.propose('PUT /api/v1/series/{ser_idx}', given);
  const title = async () =>
    (await office.db.selectFrom('series').selectAll().where('ser_idx', '=', ser_idx).executeTakeFirstOrThrow()).title;
  return { proposal: proposal as number, ser_idx, title };
};
const bookTitle = (n: number) => String(bookRow(n).title);

describe('A person who edits a proposal', () => {
  test('leaves out books of a change of many: the others are changed, the trail and the assistant are told', async () => {
    const { age_group } = must(await office.admin.post('/api/v1/age_group', { title: `Ages ${sequence}` }));
    const before = await rowsOf(office);
    const ids = ['B1', 'B2', 'B3', 'B4'];
    const body = { selection: { ids }, change: { grp_idx: age_group } };
    const { proposal } = await one.propose('PUT /api/v1/book/change', { body });
    const left = changesNamed(await read(proposal), bookTitle(2), bookTitle(4));
    expect(must(await edit(proposal, { left }))).toEqual({ version: 2 });
    expect(await rowsOf(office)).toEqual(before);

    const { version, plan } = await read(proposal);
    const titles = plan.changes.map(({ title }: { title: string | null }) => title);
    expect(titles).toEqual(expect.arrayContaining([bookTitle(1), bookTitle(3)]));
    expect(titles).not.toContain(bookTitle(2));
    expect(plan.edits.left.map(({ title }: { title: string }) => title)).toEqual([bookTitle(2), bookTitle(4)]);
    const { edits } = (await one.use('proposals', { proposal })).plan;
    expect(edits.left.map(({ title }: { title: string }) => title)).toEqual([bookTitle(2), bookTitle(4)]);

    const { act_idx } = must(await apply(proposal, version));
    const changed = await office.db
      .selectFrom('book')
      .select('bid')
      .where('grp_idx', '=', age_group)
      .orderBy('bid')
      .execute();
    expect(changed.map(({ bid }) => bid)).toEqual(['B1', 'B3']);
    const row = await office.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'approval.edited')
      .executeTakeFirstOrThrow();
    expect([row.actor, Object(row.after).left_out]).toEqual(['ada', [bookTitle(2), bookTitle(4)]]);
    must(await office.admin.undo(act_idx));
    expect(await rowsOf(office, 'content')).toMatchObject({ book: expect.anything() });
    expect(await office.db.selectFrom('book').select('bid').where('grp_idx', '=', age_group).execute()).toEqual([]);
  });

  test('leaves a book out of all that match a filter', async () => {
    const { age_group } = must(await office.admin.post('/api/v1/age_group', { title: `Ages ${sequence}` }));
    const body = { selection: { filter: {} }, change: { grp_idx: age_group } };
    const { proposal } = await one.propose('PUT /api/v1/book/change', { body });
    must(await edit(proposal, { left: changesNamed(await read(proposal), bookTitle(1)) }));
    must(await apply(proposal, 2));
    const changed = await office.db
      .selectFrom('book')
      .select('bid')
      .where('grp_idx', '=', age_group)
      .orderBy('bid')
      .execute();
    expect(changed.map(({ bid }) => bid)).toEqual(['B2', 'B3', 'B4']);
  });

  test('leaves one of several new records out, and gives another its own title', async () => {
    const books = [1, 2, 3].map((n) => bookRow(sequence * 10 + n));
    const { proposal } = await one.propose('POST /api/v1/book', { body: { books } });
    const before = await read(proposal);
    const [first, second] = books.map((book) => String(book.title));
    const values = [{ ...changesNamed(before, String(second))[0], path: ['title'], value: 'A title of its own' }];
    must(await edit(proposal, { left: changesNamed(before, String(first)), values }));
    const { plan } = await read(proposal);
    expect(plan.edits.left.map(({ title }: { title: string }) => title)).toEqual([first]);
    must(await apply(proposal, 2));
    const bids = books.map(({ bid }) => String(bid));
    const made = await office.db.selectFrom('book').select('title').where('bid', 'in', bids).orderBy('bid').execute();
    expect(made.map(({ title }) => title)).toEqual(['A title of its own', String(books[2]?.title)]);
  });

  test('leaves out a field of a record', async () => {
    const { results } = await one.use('read_record', { kind: 'book', id: 'B1' });
    const { version } = results[0];
    const body = { title: `Lantern ${sequence}`, summary: `A lantern ${sequence}.`, version };
    const { proposal } = await one.propose('PUT /api/v1/book/{bid}', { params: { bid: 'B1' }, body });
    const { plan } = await read(proposal);
    const [{ change, fields }] = plan.editable.filter(({ fields: of }: { fields: [] }) => of.length > 0);
    expect(fields.map(({ path }: { path: string[] }) => path.join()).toSorted()).toEqual(['summary', 'title']);
    must(await edit(proposal, { left: [{ change, path: ['title'] }] }));
    must(await apply(proposal, 2));
    const { title, summary } = await office.db
      .selectFrom('book')
      .selectAll()
      .where('bid', '=', 'B1')
      .executeTakeFirstOrThrow();
    expect([title, summary]).toEqual([bookTitle(1), `A lantern ${sequence}.`]);
  });

  test('gives a field another value; what is applied is that, and taking it back gives what was proposed', async () => {
    const { proposal, title } = await renamed();
    const typed = [{ change: 0, path: ['title'], value: 'Typed by Ada' }];
    must(await edit(proposal, { values: typed }));
    const { plan, title: planned } = await read(proposal);
    expect(planned).not.toBe('');
    expect(plan.edits.edited[0].fields).toMatchObject([{ before: `Proposed ${sequence}`, after: 'Typed by Ada' }]);
    expect(plan.editable[0].fields[0]).toMatchObject({ proposed: `Proposed ${sequence}`, value: 'Typed by Ada' });
    must(await edit(proposal, {}, office.admin, 2));
    expect((await read(proposal)).plan.edits).toMatchObject({ left: [], edited: [] });
    must(await edit(proposal, { values: typed }, office.admin, 3));
    expect((await apply(proposal, 3)).json.error.code).toBe('approval.stale');
    must(await apply(proposal, 4));
    expect(await title()).toBe('Typed by Ada');
    const row = await office.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'approval.edited')
      .orderBy('audit_idx', 'desc')
      .executeTakeFirstOrThrow();
    expect(Object(row.after).edited).toEqual([expect.stringContaining(`Proposed ${sequence} → Typed by Ada`)]);
  });

  test('keeps the edit if somebody else changes the record meanwhile, and looks at the new plan', async () => {
    const { proposal, title, ser_idx } = await renamed();
    must(await edit(proposal, { values: [{ change: 0, path: ['title'], value: 'Typed before' }] }));
    must(await jun.put(`/api/v1/series/${ser_idx}`, { title: "Jun's" }));
    expect((await apply(proposal, 2)).json.error.code).toBe('error.approval_changed');
    const { version, plan } = await read(proposal);
    expect([version, plan.edits.edited.length]).toEqual([3, 1]);
    must(await edit(proposal, { values: [{ change: 0, path: ['title'], value: 'Typed again' }] }, jun, 3));
    expect((await read(proposal)).plan.edits).toMatchObject({ by: 'jun', edited: [{}, {}] });
    must(await apply(proposal, 4));
    expect(await title()).toBe('Typed again');
  });

  test('leaves one book out of those that are put into a collection, and of those that are moved in a roadmap', async () => {
    await codes.addCollection(`ITEMS${sequence}`);
    const { age_group } = must(await office.admin.post('/api/v1/age_group', { title: `Ages ${sequence}` }));
    const { rows: books } = await sql<{ bidx: number; bid: string }>`
      select bidx, bid from book where bid in ('B1', 'B2', 'B3') order by bid`.execute(office.db);
    const add = books.map(({ bidx }) => ({ content_type: 'book', content_idx: bidx }));
    const contents = await one.propose('PUT /api/v5/collection/{cid}/contents', {
      params: { cid: `ITEMS${sequence}` },
      body: { add, reason: 'They were missing' },
    });
    const roadmap = await one.propose('PUT /api/v1/roadmap', {
      body: { target_group: age_group, target_row: 0, bids: ['B1', 'B2', 'B3'] },
    });
    for (const { proposal } of [contents, roadmap]) {
      const { plan } = await read(proposal);
      const [{ change, fields }] = plan.editable.filter(({ fields: of }: { fields: [] }) => of.length > 0);
      const items = fields.filter(({ field }: { field: string }) => field.includes(bookTitle(2)));
      expect(items).toMatchObject([{ can_leave: true, can_edit: false, is_left: false }]);
      must(await edit(proposal, { left: [{ change, path: items[0].path }] }));
      const after = await read(proposal);
      expect(JSON.stringify(after.plan.changes)).not.toContain(bookTitle(2));
      expect(JSON.stringify(after.plan.edits.edited)).toContain(bookTitle(2));
      must(await apply(proposal, 2));
    }
    const { rows: contained } = await sql<{ bid: string }>`
      select b.bid from collection_content c join collection using (cidx) join book b on b.bidx = c.content_idx
      where cid = ${`ITEMS${sequence}`} order by 1`.execute(office.db);
    expect(contained.map(({ bid }) => bid)).toEqual(['B1', 'B3']);
    const { results } = await one.use('read_record', { kind: 'roadmap', id: String(age_group) });
    expect(JSON.stringify(results)).not.toContain('B2');
    expect(JSON.stringify(results)).toContain('B3');
  });

  test('keeps what somebody else has set since in one field, and applies the rest', async () => {
    const { results } = await one.use('read_record', { kind: 'book', id: 'B3' });
    const [{ version, title: was }] = results;
    const body = { title: `Proposed ${sequence}`, summary: `A summary ${sequence}.`, version };
    const { proposal } = await one.propose('PUT /api/v1/book/{bid}', { params: { bid: 'B3' }, body });
    expect((await read(proposal)).plan.conflicts).toEqual([]);
    must(await jun.put('/api/v1/book/B3', { title: `Jun ${sequence}` }));
    must(await office.admin.put('/api/v1/book/B3', { lexile: 300 + sequence }));
    expect((await apply(proposal, 1)).json.error.code).toBe('error.approval_changed');
    const { plan, version: seen } = await read(proposal);
    const title = { change: 0, path: ['title'] };
    expect(plan.conflicts).toMatchObject([
      {
        kind: 'Book',
        field: { before: `Jun ${sequence}`, after: `Proposed ${sequence}` },
        by: 'jun',
        leave: title,
      },
    ]);
    must(await edit(proposal, { left: [title] }, office.admin, seen));
    const after = await read(proposal);
    expect(after.plan.conflicts).toEqual([]);
    const { act_idx } = must(await apply(proposal, after.version));
    const now = async () =>
      office.db.selectFrom('book').select(['title', 'summary']).where('bid', '=', 'B3').executeTakeFirstOrThrow();
    expect(await now()).toEqual({ title: `Jun ${sequence}`, summary: `A summary ${sequence}.` });
    must(await office.admin.undo(act_idx));
    must(await jun.put('/api/v1/book/B3', { title: was }));
  });

  test('sees what somebody else has set since also if the proposal is edited before anybody applies it', async () => {
    const { results } = await one.use('read_record', { kind: 'book', id: 'B3' });
    const [{ version, title: was }] = results;
    const body = { title: `Proposed ${sequence}`, summary: `A summary ${sequence}.`, version };
    const { proposal } = await one.propose('PUT /api/v1/book/{bid}', { params: { bid: 'B3' }, body });
    must(await jun.put('/api/v1/book/B3', { title: `Jun ${sequence}` }));
    must(await edit(proposal, { left: [{ change: 0, path: ['summary'] }] }));
    const { plan } = await read(proposal);
    expect(plan.conflicts).toMatchObject([
      { field: { before: `Jun ${sequence}`, after: `Proposed ${sequence}` }, by: 'jun' },
    ]);
    must(await jun.put('/api/v1/book/B3', { title: was }));
  });

  test('applies what was proposed as it was, though another field of the record was changed since', async () => {
    const { results } = await one.use('read_record', { kind: 'book', id: 'B4' });
    const [{ version }] = results;
    const body = { summary: `A summary ${sequence}.`, version };
    const { proposal } = await one.propose('PUT /api/v1/book/{bid}', { params: { bid: 'B4' }, body });
    must(await jun.put('/api/v1/book/B4', { lexile: 450 }));
    must(await apply(proposal, 1));
    const late = { summary: `Another ${sequence}.`, version };
    const refused = await one.use('propose', {
      operation: 'PUT /api/v1/book/{bid}',
      params: { bid: 'B4' },
      body: late,
      why: 'x',
    });
    expect(refused.error.code).toBe('error.stale');
  });

  test('is refused for good where it said of a text what nobody has said of the text of now', async () => {
    const cid = `RIGHT${sequence}`;
    const en = (title: string) => office.admin.put(`/api/v5/collection/${cid}/localize/en`, { title });
    must(
      await office.admin.post('/api/v1/collection', {
        cid,
        multi_lang_data: { en: { title: 'Lantern' }, ko: { title: '등불' } },
      }),
    );
    must(await en('A lantern'));
    const { version } = must(await office.admin.get(`/api/v5/collection/${cid}`)).collection;
    const given = { params: { cid, locale: 'ko' }, body: { version } };
    const { proposal } = await one.propose('PUT /api/v5/collection/{cid}/localize/{locale}/review', given);
    must(await en('The lamp'));
    expect((await apply(proposal, 1)).json.error.code).toBe('error.stale');
  });

  test('is one of two who edit at a time: the other is told that the plan has changed', async () => {
    const { proposal } = await renamed();
    const values = (value: string) => ({ values: [{ change: 0, path: ['title'], value }] });
    const answers = await Promise.all([edit(proposal, values('One')), edit(proposal, values('Two'), jun)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await edit(proposal, values('Three'))).json.error.code).toBe('approval.stale');
  });

  test('is refused what the call cannot do by itself, or refuses, or what leaves nothing', async () => {
    const { proposal } = await renamed();
    const refused = async (edits: object) => (await edit(proposal, edits)).json.error.code;
    expect(await refused({ left: [{ change: 0 }] })).toBe('approval.not_alone');
    expect(await refused({ left: [{ change: 7 }] })).toBe('approval.not_alone');
    expect(await refused({ values: [{ change: 0, path: ['__proto__', 'title'], value: 'x' }] })).toBe(
      'approval.not_alone',
    );
    expect(await refused({ values: [{ change: 0, path: ['title'], value: '' }] })).toBe('invalid.input');
    expect(await refused({ values: [{ change: 0, path: ['title'], value: `Series ${sequence}` }] })).toBe(
      'approval.nothing_changes',
    );
    expect((await read(proposal)).version).toBe(1);
    must(await office.admin.post(`/api/v1/proposal/${proposal}/return`, { text: 'No.' }));
    expect(await refused({ values: [{ change: 0, path: ['title'], value: 'x' }] })).toBe('approval.was_returned');
  });

  test('has planned a part of it, and leaves it to another where a rule asks for one', async () => {
    const { proposal } = await renamed();
    must(await edit(proposal, { values: [{ change: 0, path: ['title'], value: `Jun ${sequence}` }] }, jun));
    const value = {
      release: false,
      codes_above: null,
      records_above: null,
      prices: false,
      delete_collection: false,
      proposals: true,
    };
    const { approval } = must(await office.admin.put('/api/v1/setting/second_person', { value }));
    expect(approval).toBeUndefined();
    expect((await apply(proposal, 2, jun)).json.error.code).toBe('approval.own');
    expect((await apply(proposal, 2)).json.error.code).toBe('approval.own');
    const minji = await office.signIn('minji', true);
    must(await apply(proposal, 2, minji));
    await office.db.deleteFrom('setting').where('key', '=', 'second_person').execute();
  });
});

test('what the call leaves as it is stays beside the plan, for the assistant and for the person', async () => {
  const cidx = await codes.addCollection(`C${sequence}`);
  const cust_idx = await codes.addCustomer(`ACME${sequence}`);
  const cg_idx = await codes.addBatch({ cust_idx, cidx, title: 'Autumn' });
  await codes.issue(cg_idx, 3);
  const [first] = await office.db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx).execute();
  must(await office.admin.post('/customer/code/update/is_canceled', { codes: [first?.code], is_canceled: 1 }));
  const body = { filter: { cg_idx }, is_canceled: 1 };
  const { proposal, plan } = await one.propose('POST /customer/code/update/is_canceled', { body });
  const refused = [{ reason: expect.stringContaining('ancel'), count: 1 }];
  expect(plan.refused).toEqual(refused);
  expect((await read(proposal)).plan.refused).toEqual(refused);
  expect(must(await office.admin.get(`/api/v1/proposal/${proposal}`)).plan.refused).toEqual(refused);
  expect((await office.admin.get(`/approval/${proposal}`)).body).toContain('They are not in the plan');
});
