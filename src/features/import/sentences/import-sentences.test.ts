import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeXlsx } from '#kernel/sheets/xlsx-write.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importDesk, sentenceCsv } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

let id: number;
beforeEach(async () => {
  await desk.clear();
  id = await desk.choose('B1', 'B2');
});

const heading = ['bid', 'word', 'sentence', 'mdr_targeted'];
const sun = ['B1', 'sun', 'The sun rises.', 'Y'];
const moon = ['B2', 'moon', 'The moon is out.', 'N'];
const workbook = async (rows: string[][], sheet = 'Words and Sentences') =>
  new Uint8Array(await buffer(Readable.from(writeXlsx(Readable.from(rows), { sheet }))));
const stage = (...rows: string[][]) => desk.sheet(id, sentenceCsv(rows));
const rows = async (query = '') => (await office.admin.get(`/api/v1/import/${id}/sentence${query}`)).json.results;
const apply = () => office.admin.post(`/api/v1/import/${id}/sentence/apply`);
const correct = (row: number, cells: object) => office.admin.put(`/api/v1/import/${id}/sentence/${row}`, { cells });
const drop = (which: 'rejected' | number[], dropped = true) =>
  office.admin.put(`/api/v1/import/${id}/sentence/drop`, { rows: which, dropped });
/** The contents of the library. */
const written = async () =>
  (
    await office.db
      .selectFrom('sentence as s')
      .innerJoin('word as w', 'w.word_idx', 's.word_idx')
      .innerJoin('book as b', 'b.bidx', 'w.bidx')
      .select(['b.bid', 'w.word', 's.sentence', 's.mdr_targeted'])
      .orderBy('s.sent_idx')
      .execute()
  ).map((one) => Object.values(one));
const staged = () => office.db.selectFrom('import_sentence').selectAll().execute();

describe('Reading a sheet of words and sentences', () => {
  test.each<[string, () => Promise<string | Uint8Array<ArrayBuffer>>, string]>([
    ['.csv', async () => sentenceCsv([sun, moon]), 'words.csv'],
    ['.xlsx', () => workbook([heading, sun, moon]), 'words.xlsx'],
    ['.xlsx with a sheet of another name', () => workbook([heading, sun, moon], 'Sheet1'), 'words.xlsx'],
  ])('a %s file is checked and kept with the import, and nothing is written', async (_kind, content, name) => {
    expect(await desk.sheet(id, await content(), name)).toMatchObject({
      status: 200,
      json: {
        results: {
          file_name: name,
          counts: { all: 2, rejected: 0, dropped: 0, known: 0 },
          applied_by: null,
          applied_at: 0,
          written: null,
        },
      },
    });
    expect(await rows()).toEqual([
      { row_no: 2, cells: sun, dropped: false, known: false, errors: [] },
      { row_no: 3, cells: moon, dropped: false, known: false, errors: [] },
    ]);
    expect([await written(), await desk.keys('')]).toEqual([[], []]);
    expect(await desk.acts()).toEqual(['import.books_chosen', 'import.sentences_staged']);
  });

  test('a line break or tab inside a word is an underscore, as in any word', async () => {
    await stage(['B1', '"ice\ncream"', 'I like it.', 'Y'], ['B1', 'ice\tcream', 'I love it.', 'Y']);
    expect((await rows()).map((row: { cells: string[] }) => row.cells[1])).toEqual(['ice_cream', 'ice_cream']);
  });

  test('columns come in any order, other columns are ignored, cells are normalised', async () => {
    await desk.sheet(
      id,
      sentenceCsv(
        [
          ['y', 'x', ' The sun rises. ', ' B1 ', 'Ice  Cream'],
          ['', '', '', '', ''],
        ],
        [' MDR_Targeted', 'remark', 'Sentence', 'BID', 'Word'],
      ),
    );
    expect(await rows()).toMatchObject([{ row_no: 2, cells: ['B1', 'ice_cream', 'The sun rises.', 'Y'], errors: [] }]);
  });

  test('without a heading the first row is data', async () => {
    await desk.sheet(id, [sun, moon].map((row) => row.join(',')).join('\n'));
    expect(await rows()).toMatchObject([
      { row_no: 1, cells: sun },
      { row_no: 2, cells: moon },
    ]);
  });

  test.each<[string, string, string, number, string]>([
    ['no rows', sentenceCsv([]), 'words.csv', 422, 'import.no_data'],
    ['nothing at all', '', 'words.csv', 422, 'import.no_data'],
    ['a column that is missing', 'bid,word,sentence\nB1,sun,It rises.', 'words.csv', 422, 'import.columns_missing'],
    ['another extension', sentenceCsv([sun]), 'words.pdf', 415, 'import.wrong_extension'],
    ['text that calls itself a workbook', sentenceCsv([sun]), 'words.xlsx', 422, 'sheet.wrong_extension'],
    ['a NUL byte', 'bid,word,sentence,mdr_targeted\nB1,s\0n,x,Y', 'words.csv', 422, 'sheet.not_a_spreadsheet'],
  ])('a file with %s is refused, and nothing is kept', async (_what, content, name, status, code) => {
    expect(await desk.sheet(id, content, name)).toMatchObject({ status, json: { error: { code } } });
    expect([await staged(), await desk.keys('')]).toEqual([[], []]);
    expect((await apply()).json.error.code).toBe('import.sentences_none');
  });

  test('a form without a file, and a body that is not a form, are refused', async () => {
    expect((await office.admin.upload(`/api/v1/import/${id}/sentence`, new FormData())).status).toBe(400);
    expect((await office.admin.post(`/api/v1/import/${id}/sentence`, { file: 'x' })).status).toBe(415);
  });

  test('50,000 rows are accepted, one more is refused', async () => {
    const many = Array.from({ length: 50_000 }, (_, n) => ['B1', `word${n}`, 'It is a word.', 'Y']);
    expect((await stage(...many)).json.results.counts).toMatchObject({ all: 50_000, rejected: 0 });
    expect(await rows('?page=250')).toHaveLength(200);
    expect(await stage(...many, sun)).toMatchObject({
      status: 422,
      json: { error: { message: expect.stringContaining('50,000') } },
    });
    expect((await rows())[0].cells[1]).toBe('word0');
  });
});

describe('Problems of a row', () => {
  test('are shown with field and message', async () => {
    const answer = await stage(
      sun,
      ['B3', 'sun', 'A book that was not chosen.', 'Y'],
      ['B9', 'sun', 'A book that is not there.', 'Y'],
      ['', '', '', 'Y'],
      ['B1', 'sun', 'Neither yes nor no.', 'maybe'],
      ['B1', 'w'.repeat(101), 's'.repeat(801), ''],
    );
    expect(answer.json.results.counts).toEqual({ all: 6, rejected: 5, dropped: 0, known: 0 });
    const required = 'below fields are required.';
    const noBook = { field: 'bid', message: 'No book in this import has this ID.' };
    const found = await rows('?filter=rejected');
    expect(found.map(({ errors }: { errors: object[] }) => errors)).toEqual([
      [noBook],
      [noBook],
      [
        { field: 'bid', message: required },
        { field: 'word', message: required },
        { field: 'sentence', message: required },
      ],
      [{ field: 'mdr_targeted', message: 'Must be one of: Y, N' }],
      [
        { field: 'word', message: 'At most 100 characters.' },
        { field: 'sentence', message: 'At most 800 characters.' },
        { field: 'mdr_targeted', message: required },
      ],
    ]);
    expect(found[0].row_no).toBe(3);
  });

  test('can be corrected on the spot', async () => {
    await stage(sun, ['B9', ' Ice Cream', '', 'y']);
    expect((await correct(3, { bid: 'B2' })).json.results.counts).toMatchObject({ rejected: 1 });
    expect((await correct(3, { sentence: ' I like it. ' })).json.results.counts).toMatchObject({ all: 2, rejected: 0 });
    expect((await rows())[1]).toMatchObject({ cells: ['B2', 'ice_cream', 'I like it.', 'Y'], errors: [] });
    expect((await correct(2, { word: '' })).json.results.counts).toMatchObject({ rejected: 1 });
    expect((await correct(9, { word: 'x' })).json.error.code).toBe('import.row_not_found');
    expect((await correct(2, { colour: 'red' })).status).toBe(400);
    expect((await correct(2, { word: 'a\0b' })).status).toBe(400);
    const trail = await office.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'import.sentence_corrected')
      .orderBy('audit_idx')
      .execute();
    expect(trail[0]).toEqual({ before: { row: 3, bid: 'B9' }, after: { row: 3, bid: 'B2' } });
  });

  test('can be resolved by leaving out the row, which can be restored', async () => {
    await stage(sun, ['B9', 'sun', 'x', 'Y'], moon);
    expect((await drop('rejected')).json.results.counts).toEqual({ all: 3, rejected: 0, dropped: 1, known: 0 });
    expect((await drop([4])).json.results.counts).toMatchObject({ dropped: 2 });
    expect(await rows('?filter=dropped')).toMatchObject([{ row_no: 3 }, { row_no: 4 }]);
    const acts = await desk.acts();
    expect((await drop([4])).status).toBe(200);
    expect(await desk.acts()).toEqual(acts);
    expect((await drop([3, 4], false)).json.results.counts).toMatchObject({ rejected: 1, dropped: 0 });
  });
});

describe('Applying', () => {
  test('writes words and sentences, skips known ones, and says how many', async () => {
    await desk.write(id, ['B1', 'sun', 'The sun rises.', 'N']);
    const again = ['B1', ' SUN', 'The sun sets.', 'Y'];
    const answer = await stage(sun, again, again, moon, ['B2', 'star', 'Left out.', 'Y']);
    expect(answer.json.results.counts).toMatchObject({ all: 5, known: 1 });
    expect((await rows()).map(({ known }: { known: boolean }) => known)).toEqual([true, false, false, false, false]);
    await drop([6]);
    const before = (await desk.acts()).length;
    expect(await apply()).toMatchObject({
      status: 200,
      json: {
        results: { applied_by: 'ada', applied_at: expect.any(Number), written: { words: 1, sentences: 2, skipped: 2 } },
      },
    });
    expect(await written()).toEqual([
      ['B1', 'sun', 'The sun rises.', 'N'],
      ['B1', 'sun', 'The sun sets.', 'Y'],
      ['B2', 'moon', 'The moon is out.', 'N'],
    ]);
    expect((await desk.acts()).slice(before)).toEqual(['import.sentences_applied']);
  });

  test('writes nothing while a row is rejected, or where all are left out', async () => {
    await stage(sun, ['B9', 'sun', 'x', 'Y']);
    expect(await apply()).toMatchObject({ status: 422, json: { error: { code: 'import.rejected_rows' } } });
    await drop([2, 3]);
    expect(await apply()).toMatchObject({ status: 422, json: { error: { code: 'import.no_data' } } });
    expect(await written()).toEqual([]);
    expect((await desk.state(id)).step).toBe('images');
  });

  test('names the rows of a book that was deleted meanwhile, and writes nothing', async () => {
    await stage(sun, moon);
    await office.admin.post('/book/delete/B2');
    expect(await apply()).toMatchObject({ status: 409, json: { error: { code: 'import.sentences_changed' } } });
    expect(await rows('?filter=rejected')).toMatchObject([{ row_no: 3, errors: [{ field: 'bid' }] }]);
    expect(await written()).toEqual([]);
    expect(await apply()).toMatchObject({ status: 422, json: { error: { code: 'import.rejected_rows' } } });
    await drop('rejected');
    expect((await apply()).json.results.written).toEqual({ words: 1, sentences: 1, skipped: 0 });
  });

  test('is done once, however often it is requested; then nothing of the sheet can be changed', async () => {
    await stage(sun, moon);
    const answers = await Promise.all([apply(), apply(), apply()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    for (const answer of [await apply(), await correct(2, { word: 'x' }), await drop([2])])
      expect(answer).toMatchObject({ status: 409, json: { error: { code: 'import.sentences_applied' } } });
    expect(await written()).toHaveLength(2);
    expect((await desk.acts()).filter((act) => act === 'import.sentences_applied')).toHaveLength(1);
  });

  test('advances to the audio where the wizard is at this step', async () => {
    await office.admin.put(`/api/v1/import/${id}/step`, { step: 'sentences' });
    await stage(sun);
    await apply();
    expect((await desk.state(id)).step).toBe('audio');
    // The next sheet replaces the applied one.
    expect((await stage(sun, moon)).json.results).toMatchObject({ applied_at: 0, written: null, counts: { known: 1 } });
    expect((await apply()).json.results.written).toEqual({ words: 1, sentences: 1, skipped: 1 });
    expect((await desk.state(id)).step).toBe('audio');
  });
});

test('a second sheet replaces the first, and a sheet can be deleted', async () => {
  await stage(sun, ['B9', 'sun', 'x', 'Y']);
  expect((await stage(moon)).json.results.counts).toEqual({ all: 1, rejected: 0, dropped: 0, known: 0 });
  expect(await rows()).toMatchObject([{ cells: moon }]);
  const discard = () => office.admin.delete(`/api/v1/import/${id}/sentence`);
  expect(await discard()).toMatchObject({ status: 200 });
  expect([await rows(), await staged()]).toEqual([[], []]);
  expect((await discard()).json.error.code).toBe('import.sentences_none');
});

test('the rejected rows of the sheet can be downloaded with their reasons', async () => {
  await stage(sun, ['B9', 'sun', 'It is hot.', 'Y'], ['B1', '', 'No word.', 'Y']);
  const { body, headers } = await office.admin.get(`/api/v1/import/${id}/sentence/rejected?as=csv`);
  expect(headers['x-total-count']).toBe('2');
  const lines = body.replace('\ufeff', '').trim().split(/\r?\n/);
  expect(lines[0]).toBe('bid,word,sentence,mdr_targeted,Reason');
  expect(lines[1]).toBe('B9,sun,It is hot.,Y,bid: No book in this import has this ID.');
  expect((await desk.sheet(id, lines.join('\n'))).json.results).toMatchObject({ columns: null, counts: { all: 2 } });
});

describe('A sheet of words and sentences with foreign headings', () => {
  const foreign = [
    ['No', '단어', 'Example sentence', 'Book ID', 'Target'],
    ['1', 'sun', 'The sun rises.', 'B1', 'Y'],
    ['2', 'moon', 'The moon is out.', 'B2', 'N'],
  ];
  const sheet = () => desk.sheet(id, foreign.map((row) => row.join(',')).join('\n'));
  const fields = [null, 'word', 'sentence', 'bid', 'mdr_targeted'];
  const choose = (given: (string | null)[], heading_row = 1) =>
    office.admin.put(`/api/v1/import/${id}/sentence/column`, { heading_row, fields: given });

  test('waits for its columns, then its rows are checked in our order', async () => {
    const { json } = await sheet();
    const { columns } = json.results;
    expect(columns.columns.map((one: { field: string | null }) => one.field)).toEqual(fields);
    expect((await office.admin.get(`/book/import/${id}/sentences`)).body).toShow('Match the columns');
    expect(await apply()).toMatchObject({ status: 409, json: { error: { code: 'import.columns_open' } } });
    const chosen = await choose(fields);
    expect(chosen).toMatchObject({
      status: 200,
      json: { results: { columns: null, counts: { all: 2, rejected: 0 } } },
    });
    expect(await rows()).toMatchObject([
      { row_no: 2, cells: sun },
      { row_no: 3, cells: moon },
    ]);
    expect((await apply()).json.results.written).toMatchObject({ sentences: 2 });
    expect(await choose(fields)).toMatchObject({ status: 409, json: { error: { code: 'import.columns_known' } } });
  });

  test('needs a column for each of the four fields, and remembers what was chosen', async () => {
    await sheet();
    const refused = await choose(fields.with(4, null));
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'import.columns_missing' } } });
    expect(refused.json.error.message).toContain('mdr_targeted');
    await choose(fields.with(0, 'word').with(1, null));
    const { columns } = (await sheet()).json.results.columns;
    expect(columns.map((one: { field: string | null }) => one.field)).toEqual(fields.with(0, 'word').with(1, null));
  });

  test('may have its headings in another row', async () => {
    await sheet();
    const below = await office.admin.get(`/api/v1/import/${id}/sentence/column?heading_row=2`);
    expect(below.json.results.columns[1]).toMatchObject({ heading: 'sun', samples: ['moon'] });
    expect((await choose(fields, 2)).json.results.counts).toMatchObject({ all: 1 });
  });
});
