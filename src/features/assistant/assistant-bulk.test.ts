import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importRow } from '#features/import/import.factory.ts';
import { importDesk, sentenceCsv } from '#features/import/import.fixture.ts';
import { rowsOf as sheetRows, sheetFile, textsDesk } from '#features/texts/texts.fixture.ts';
import { mostProposed } from '#kernel/work/approval.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { assistantDesk, listen, rowsOf, type TestAssistant } from './assistant.fixture.ts';

let office: Office;
let origin = '';
let jun: Person;
let one: TestAssistant;
const desk = assistantDesk(
  () => office,
  () => origin,
);
const imports = importDesk(() => office);
const texts = textsDesk(() => office);
const many = 5300;
const patience = { timeout: 60_000 };

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  origin = await listen(office);
  jun = await office.signIn('jun', true);
  one = await desk.connect(['read', 'propose']);
});
beforeEach(async () => {
  await office.db.deleteFrom('approval').execute();
  office.clock.advance(60_000);
});
afterAll(async () => {
  await one.close();
  await office.close();
});

const rows = (from: number, count: number, over: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, n) => importRow(from + n, over));
const apply = (proposal: number, version = 1) => jun.post(`/api/v1/proposal/${proposal}/apply`, { version });
const read = async (proposal: number, page = 1) =>
  must(await office.admin.get(`/api/v1/proposal/${proposal}?page=${page}`));
const untilOver = (proposal: number) =>
  expect.poll(async () => (await read(proposal)).status, patience).not.toBe('waiting');
const staged = async (sheet: Record<string, string>[], choice: object = {}) => {
  const id = await imports.stage(sheet);
  must(await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, ...choice }));
  return id;
};
const proposeImport = (id: number) =>
  one.propose('POST /api/v1/import/{import_idx}/apply', { params: { import_idx: id } });
const countBooks = () => imports.count('book');
const lastAct = async (entity: string) => {
  const row = await office.db
    .selectFrom('audit')
    .select(['act_idx', 'assistant', 'actor'])
    .where('entity', '=', entity)
    .where('act_idx', 'is not', null)
    .orderBy('audit_idx', 'desc')
    .executeTakeFirstOrThrow();
  return { ...row, act: Number(row.act_idx) };
};

test('a sheet of thousands of books is proposed with its figures and its rows page by page, applied by the job of staff, and undone whole', async () => {
  const id = await staged(rows(1, many));
  const before = await rowsOf(office, 'content');
  const { proposal, plan } = await proposeImport(id);
  expect(await rowsOf(office, 'content')).toEqual(before);
  expect(plan.effects).toContainEqual({ kind: 'Book', action: 'created', count: many });
  expect(plan.changes).toHaveLength(200);
  const pages = Math.ceil(plan.count / 200);
  const last = await one.use('proposals', { proposal, page: pages });
  expect(last.plan.changes).toHaveLength(plan.count - 200 * (pages - 1));
  const seen = new Set<string>();
  for (let page = 1; page <= pages; page++)
    for (const { kind, id: of } of (await read(proposal, page)).plan.changes) seen.add(`${kind} ${of}`);
  expect(seen.size).toBe(plan.count);
  expect((await read(proposal, pages + 1)).plan.changes).toEqual([]);

  must(await apply(proposal));
  await untilOver(proposal);
  expect(await read(proposal)).toMatchObject({ status: 'applied', decided_by: 'jun' });
  expect([await countBooks(), (await imports.state(id)).status]).toEqual([many, 'applied']);
  const did = await lastAct('import');
  expect(did).toMatchObject({ assistant: 'Catalogue helper', actor: 'ada' });
  const undone = must(await office.admin.undo(did.act));
  if (undone.work_idx !== undefined)
    await expect
      .poll(async () => must(await office.admin.get(`/api/v1/work/${undone.work_idx}`)).status, patience)
      .toBe('done');
  expect(await countBooks()).toBe(0);
});

test('a sheet that would do something else by now is not applied: the new plan takes its place, and is applied', async () => {
  const id = await staged(rows(20_001, 3));
  const { proposal } = await proposeImport(id);
  must(await office.admin.post('/api/v1/series', { title: 'Lanterns' }));
  must(await apply(proposal));
  await expect.poll(async () => (await read(proposal)).version, patience).toBe(2);
  const ended = await imports.untilEnded(id);
  expect([ended.status, await countBooks()]).toEqual(['ready', 0]);
  expect(ended.problem).toContain('would do something else now');
  expect((await apply(proposal)).status).toBe(409);
  const answers = await Promise.all([apply(proposal, 2), apply(proposal, 2)]);
  expect(answers.filter(({ status }) => status < 400)).toHaveLength(1);
  await untilOver(proposal);
  expect([(await imports.untilEnded(id)).status, await countBooks()]).toEqual(['applied', 3]);
});

test('rows that an import of sentences refuses are named to the assistant', async () => {
  const sentence = { bid: 'NONE', word: 'sun', sentence: 'The sun is up.' };
  const refused = await one.use('propose', {
    operation: 'POST /api/v1/sentence',
    body: { sentences: [sentence] },
    why: 'x',
  });
  expect(JSON.stringify(refused)).toContain('No book has this ID.');
});

test('words and sentences of a sheet are proposed, and are as the import has them once they are applied', async () => {
  const id = await imports.choose('B20001', 'B20002');
  await imports.sheet(
    id,
    sentenceCsv([
      ['B20001', 'sun', 'The sun is up.', 'Y'],
      ['B20002', 'sea', 'The sea is wide.', 'N'],
    ]),
  );
  const before = await rowsOf(office, 'content');
  const { proposal, plan } = await one.propose('POST /api/v1/import/{import_idx}/sentence/apply', {
    params: { import_idx: id },
  });
  expect(await rowsOf(office, 'content')).toEqual(before);
  expect(JSON.stringify(plan.changes)).toContain('The sun is up.');
  must(await apply(proposal));
  expect((await read(proposal)).status).toBe('applied');
  const found = await office.db.selectFrom('sentence').select('sentence').execute();
  expect(found).toHaveLength(2);
});

test('a file of texts of more records than a page has is proposed, applied and undone whole', async () => {
  const cids = Array.from({ length: 205 }, (_, n) => `BULK${n}`);
  for (const cid of cids) must(await office.admin.post('/api/v1/collection', { cid, title: `Shelf ${cid}` }));
  const [heading = [], ...sheet] = await sheetRows((await texts.out('format=xlsx')).bytes);
  const ko = heading.indexOf('ko');
  const file = await sheetFile([heading, ...sheet.map((row) => row.with(ko, `${row[ko]} 번역`))]);
  const id = await texts.stage(file);
  const { proposal, plan } = await one.propose('POST /api/v1/texts/import/{timp_idx}/apply', {
    params: { timp_idx: id },
  });
  expect(plan.count).toBeGreaterThan(200);
  must(await apply(proposal));
  expect((await texts.state(id)).status).toBe('applied');
  must(await office.admin.undo((await lastAct('text_import')).act));
  expect((await texts.state(id)).status).toBe('undone');
});

test('an act on more than 5,000 records is proposed, done by its job once it is applied, and undone by a proposal, too', async () => {
  const id = await staged(rows(1, many));
  await imports.apply(id);
  const selection = { filter: { search_val: 'Lantern' }, except: ['B0001'] };
  const unpublished = async () =>
    (await office.db.selectFrom('book').select('bid').where('published_at', 'is', null).execute()).length;
  const before = await unpublished();
  const { proposal, plan } = await one.propose('PUT /api/v1/book', { body: { selection } });
  expect(plan.count).toBeGreaterThan(5000);
  must(await apply(proposal));
  await untilOver(proposal);
  const left = await unpublished();
  expect(before - left).toBeGreaterThan(5000);
  const { act, assistant } = await lastAct('book_act');
  expect(assistant).toBe('Catalogue helper');
  const undo = await one.propose('POST /api/v1/act/{act_idx}/undo', { params: { act_idx: act } });
  expect(await unpublished()).toBe(left);
  must(await apply(undo.proposal));
  await untilOver(undo.proposal);
  expect([(await read(undo.proposal)).status, await unpublished()]).toEqual(['applied', before]);
});

test('a proposal whose texts are longer than an answer is answered with its number, and its plan with texts cut', async () => {
  const title = 'A very long title '.repeat(25);
  const books = rows(40_001, 250, { title, author: 'Somebody '.repeat(30) });
  const given = { body: { books, create_missing: true } };
  const { proposal, plan } = await one.propose('PUT /api/v1/book/import', given);
  expect(plan).toMatchObject({ shortened: true, count: expect.any(Number) });
  expect(plan.changes).toHaveLength(200);
  const again = await one.use('proposals', { proposal });
  expect([again.status, again.plan.shortened, again.plan.changes]).toEqual(['waiting', true, plan.changes]);
  // Whoever decides sees it whole.
  expect(JSON.stringify((await read(proposal)).plan)).toContain(title.trim());
});

test('rows of books and of sentences are proposed in the body of a call, and a scheduled change without a file', async () => {
  const books = rows(30_001, 300);
  const { proposal, plan } = await one.propose('PUT /api/v1/book/import', { body: { books, create_missing: true } });
  expect(plan.count).toBeGreaterThan(300);
  must(await apply(proposal));
  const sentences = books.map(({ bid }) => ({ bid, word: 'sun', sentence: `The sun of ${bid}.`, mdr_targeted: 'N' }));
  const more = await one.propose('POST /api/v1/sentence', { body: { sentences } });
  must(await apply(more.proposal));
  const found = await office.db
    .selectFrom('sentence')
    .select('sentence')
    .where('sentence', 'like', 'The sun of%')
    .execute();
  expect(found).toHaveLength(300);
  must(await office.admin.post('/api/v1/collection', { cid: 'LATER', title: 'Later' }));
  const apply_at = Math.floor(office.clock.now().getTime() / 1000) + 3600;
  const scheduled = await one.propose('POST /api/v1/reservation', {
    body: { cid: 'LATER', target: 'description', locale: 'en', value: '<p>Soon.</p>', apply_at },
  });
  must(await apply(scheduled.proposal));
  expect((await read(scheduled.proposal)).status).toBe('applied');
});

test('a sheet of more rows than a proposal may have is refused before they are compared', async () => {
  const id = await staged(rows(100_000, 2));
  await office.db
    .updateTable('import')
    .set({ counts: JSON.stringify({ new: mostProposed + 1, changed: 0, unchanged: 0, rejected: 0 }) })
    .where('import_idx', '=', id)
    .execute();
  const answer = await one.use('propose', {
    operation: 'POST /api/v1/import/{import_idx}/apply',
    params: { import_idx: id },
    why: 'All of them.',
  });
  expect(answer.error.code).toBe('error.proposed_many');
});
