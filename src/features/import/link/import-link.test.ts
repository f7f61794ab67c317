import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookFields } from '#features/book/book-fields.public.ts';
import {
  answerJson,
  refusal,
  type SpreadsheetDouble,
  startSpreadsheetDouble,
} from '#features/spreadsheet/spreadsheet-double.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { visitProvider } from '#kernel/auth/provider-visit.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let double: SpreadsheetDouble;
let office: Office;
const desk = importDesk(() => office);

beforeAll(async () => {
  double = await startSpreadsheetDouble();
  office = await startOffice({ environment: double.environment });
});
afterAll(async () => {
  await office.close();
  await double.stop();
});
beforeEach(async () => {
  await desk.clear();
  await office.db.deleteFrom('spreadsheet_account').execute();
});

const site = { host: '127.0.0.1:4000' };

async function connect(): Promise<void> {
  const { headers } = await office.admin.get('/spreadsheet/connect', site);
  await office.admin.get(await visitProvider(String(headers['location']), 'reader'), site);
}

/** A spreadsheet as staff keep it: both sheets, each with its heading in row 1. */
const publish = (books: string[][], sentences: string[][] = []) =>
  double.publish(
    { title: 'ISBN Meta', rowCount: 1000, values: [bookFields.map(({ name }) => name), ...books] },
    {
      title: 'Words and Sentences',
      rowCount: 1000,
      values: [['bid', 'word', 'sentence', 'mdr_targeted'], ...sentences],
    },
  );

const cells = (n: number, over = {}) => {
  const row = importRow(n, over);
  return bookFields.map(({ name }) => row[name] ?? '');
};

const readBooks = (link: string) => office.admin.post('/api/v1/import/link', { link });
const readSentences = (id: number, link: string) => office.admin.post(`/api/v1/import/${id}/sentence/link`, { link });

describe("The sheet 'ISBN Meta' of a cloud spreadsheet", () => {
  test('is read from A2 to AM, checked and planned like a file, with the row numbers of the sheet', async () => {
    await connect();
    const formula = { title: '=HYPERLINK("http://x")' };
    const link = publish([cells(51, formula), [], cells(52, { title: '' })]);
    const { json } = await readBooks(link);
    const id = json.results.import_idx;
    expect(await desk.state(id)).toMatchObject({ status: 'ready', row_count: 2, file_name: 'ISBN Meta.csv' });
    expect((await desk.state(id)).counts).toMatchObject({ new: 1, rejected: 1 });
    const rows = (await office.admin.get(`/api/v1/import/${id}/row`)).json.results;
    expect(rows.map((row: { row_no: number }) => row.row_no)).toEqual([2, 4]);
    expect(rows[0].cells[2]).toBe(formula.title);
    expect(rows[1].errors[0].message).toBe('below fields are required.');
    expect(double.requests.at(-1)).toContain("'ISBN Meta'!A2:AM");
  });

  test('is stored unchanged, to be downloaded later', async () => {
    await connect();
    const { json } = await readBooks(publish([cells(51)]));
    const { headers } = await office.admin.get(`/api/v1/import/${json.results.import_idx}/file`);
    const file = await office.admin.get(String(headers['location']));
    expect(file.body).toShow('B0051');
  });

  test.each([
    ['a text that is no link', async () => 'my sheet', 422, 'Invalid URL'],
    ['a sheet without rows', async () => publish([]), 422, 'No data found.'],
    [
      'a spreadsheet that is not there',
      async () => publish([]).replace(/sheet-\d+/, 'gone'),
      422,
      'Error: Requested entity was not found.',
    ],
  ])('%s is refused, and nothing is kept', async (_what, make, status, message) => {
    await connect();
    expect(await readBooks(await make())).toMatchObject({ status, json: { error: { message } } });
    expect(await desk.keys('imports/')).toEqual([]);
    expect(await office.db.selectFrom('import').select('import_idx').execute()).toEqual([]);
  });

  test('a text that is no link is refused as such where no accounts are set up', async () => {
    const plain = await startOffice({ beside: office });
    expect(await plain.admin.post('/api/v1/import/link', { link: 'my sheet' })).toMatchObject({
      status: 422,
      json: { error: { message: 'Invalid URL', fields: { link: 'Invalid URL' } } },
    });
    const { body } = await plain.admin.get('/book/import');
    expect(body).toShow('Cloud spreadsheet link');
    expect(body).toShow(
      /no spreadsheet account is set up on this server .* <a href="\/spreadsheet">How to set it up<\/a>/,
    );
    await plain.close();
  });

  test('that the service refuses midway leaves nothing behind', async () => {
    await connect();
    const link = double.publish({
      title: 'ISBN Meta',
      rowCount: 9000,
      values: [bookFields.map(({ name }) => name), cells(51)],
    });
    const whole = { sheets: [{ properties: { title: 'ISBN Meta', gridProperties: { rowCount: 9000 } } }] };
    const first = { values: [cells(51)] };
    const refused = refusal(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    double.answerNext(answerJson(200, whole), answerJson(200, first), answerJson(403, refused));
    expect(await readBooks(link)).toMatchObject({
      status: 422,
      json: { error: { message: 'Error: The caller does not have permission' } },
    });
    expect(await desk.keys('imports/')).toEqual([]);
  });

  test('needs the spreadsheet account', async () => {
    expect(await readBooks(publish([cells(51)]))).toMatchObject({
      status: 409,
      json: { error: { code: 'spreadsheet.not_connected' } },
    });
  });
});

describe("The sheet 'Words and Sentences' of a cloud spreadsheet", () => {
  test('is read from A2 to D and checked against the books of the import', async () => {
    await connect();
    const id = await desk.choose('B1', 'B2');
    const link = publish(
      [],
      [
        ['B1', 'Cat', 'A cat.', 'Y'],
        ['B3', 'dog', 'A dog.', 'N'],
      ],
    );
    expect(await readSentences(id, link)).toMatchObject({
      status: 200,
      json: { results: { file_name: 'Words and Sentences', counts: { all: 2, rejected: 1 } } },
    });
  });

  test('is not read before the books have their ids', async () => {
    await connect();
    const { json } = await readBooks(publish([cells(51)]));
    double.requests.length = 0;
    expect(await readSentences(json.results.import_idx, publish([]))).toMatchObject({
      status: 409,
      json: { error: { code: 'IMPR-12' } },
    });
    expect(double.requests).toEqual([]);
  });
});

describe('Audio, where a spreadsheet service is configured', () => {
  const voice = [{ name: 'B1_cat.mp3', bytes: silentMp3() }];

  test('is refused without a sign-in to the spreadsheet account, and accepted with one', async () => {
    const id = await desk.choose('B1');
    await desk.write(id, ['B1', 'cat', 'A cat.', 'Y']);
    expect(await desk.send(id, 'audio', voice)).toMatchObject({
      status: 409,
      json: { error: { message: 'Failed on setting credentials for file uploading' } },
    });
    await connect();
    expect(await desk.give(id, 'audio', voice)).toMatchObject({ taken: 1 });
  });

  test('gets neither a grant nor a place in a sentence without a sign-in', async () => {
    const refused = { status: 409, json: { error: { message: 'Failed on setting credentials for file uploading' } } };
    const grant = (key: string) => office.admin.post('/api/v1/upload/grant', { files: [{ key, size: 1000 }] });
    const add = (audio?: Blob) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ bid: 'B1', word_idx: '1', sentence: `A cat ${audio?.size}.` }))
        form.append(name, value);
      if (audio) form.append('audio', audio, 'cat.mp3');
      return office.admin.upload('/api/v1/sentence', form);
    };
    await office.admin.form('/api/v1/book/B1/word', { word: 'cat' });
    const audio = new Blob([silentMp3()]);
    expect(await grant('staging/import/1/1.mp3')).toMatchObject(refused);
    expect((await grant('staging/import/1/1.jpg')).status).toBe(200);
    expect(await add(audio)).toMatchObject(refused);
    expect(await desk.keys('')).toEqual([]);
    expect((await add()).status).toBe(200);
    await connect();
    expect((await grant('staging/import/1/1.mp3')).status).toBe(200);
    expect((await add(audio)).status).toBe(200);
  });
});
