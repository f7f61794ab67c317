import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { importCsv, importRow } from '../import.factory.ts';

const key = 'early-preview-key';
const some = 2000;

let office: Office;
let gate: pg.Client;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  gate = new pg.Client({ connectionString: office.databaseUrl });
  await gate.connect();
});
beforeEach(() => emptyTables(office.db, ['import', 'import_row', 'import_plan', 'book', 'series', 'level']));
afterAll(async () => {
  await gate.end();
  await office.close();
});

const sheet = (over: Record<number, Record<string, string>>) =>
  importCsv(Array.from({ length: some }, (_, n) => importRow(n + 1, over[n + 1])));

/** Uploads a sheet and stops it at its end, where it writes its audit row, until `act` is done. */
async function whileRead<T>(csv: string, act: () => Promise<T>) {
  const form = new FormData();
  form.append('file', new Blob([csv]), 'books.csv');
  const request = new Request('http://office', { method: 'POST', body: form });
  await gate.query('begin; lock table audit in share mode');
  const upload = office.admin.send({
    method: 'POST',
    url: '/api/v1/import',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', 'x-progress-key': key },
  });
  try {
    return { seen: await act(), upload };
  } finally {
    await gate.query('rollback');
  }
}

const progress = async (seen = 0) =>
  (await office.admin.get(`/api/v1/import/progress/${key}?seen=${seen}`)).json.results;

/** What is shown once every row is read. */
async function shownAtEnd(seen = 0) {
  await expect.poll(async () => (await progress()).rows).toBe(some);
  return (await progress(seen)).preview;
}

test('the first page of a sheet is shown, compared with the library, before the sheet is stored', async () => {
  await office.admin.post('/api/v1/book', { books: [importRow(2)], create_missing: true });
  const { seen, upload } = await whileRead(sheet({ 3: { lexile: 'much' } }), () => shownAtEnd());
  expect(seen.rows.map((row: { row_no: number }) => row.row_no)).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
  expect(seen.rows.slice(0, 3)).toMatchObject([
    { status: 'new', errors: [] },
    { status: 'rejected', errors: [{ field: 'bid' }] },
    { status: 'rejected', errors: [{ field: 'lexile' }] },
  ]);
  const letters = seen.columns.map(({ field, letter }: Record<string, string>) => `${letter} ${field}`);
  expect(letters).toContain('A bid');
  const { results } = (await upload).json;
  const { json } = await office.admin.get(`/api/v1/import/${results.import_idx}`);
  expect(json.results).toMatchObject({ status: 'ready', counts: { new: some - 2, rejected: 2 } });
});

test('a wrong cell found later is added to the rows that are shown', async () => {
  const wrong = { 1500: { word_count: 'many' }, 1990: { lexile: 'much', audio: 'perhaps' } };
  const { seen } = await whileRead(sheet(wrong), () => shownAtEnd(100));
  expect(seen.rows).toMatchObject([
    { row_no: 1501, status: 'rejected', errors: [{ field: 'word_count' }] },
    { row_no: 1991, status: 'rejected', errors: [{ field: 'lexile' }, { field: 'audio' }] },
  ]);
});

test('nothing is left of the first page when the upload fails at its end', async () => {
  const csv = `${sheet({})}\n"`;
  const form = new FormData();
  form.append('file', new Blob([csv]), 'books.csv');
  expect((await office.admin.upload('/api/v1/import', form)).status).toBe(422);
  expect(await office.db.selectFrom('import_row').select('row_no').execute()).toEqual([]);
  expect(await office.db.selectFrom('job_progress').select('job_key').execute()).toEqual([]);
});
