import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  await desk.empty();
});

const [ten, thirteen] = ['0306406152', '9780306406157'];
const row = (n: number, over: Record<string, string> = {}) => importRow(n, over);

async function stage(...rows: Record<string, string>[]): Promise<number> {
  const id = await desk.stage(rows);
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, update: true });
  return id;
}

const wrong = async (id: number) =>
  (await desk.rows(id, 'rejected')).map((one: { row_no: number; errors: { field: string; message: string }[] }) => [
    one.row_no,
    ...one.errors.map(({ field, message }) => `${field}: ${message}`),
  ]);

const printOf = async (...bids: string[]) =>
  (await office.db.selectFrom('book').select('isbn_print').where('bid', 'in', bids).orderBy('bid').execute()).map(
    ({ isbn_print }) => isbn_print,
  );

describe('An ISBN of 10 digits and its 13 digits are one number', () => {
  test.each(['isbn_print', 'isbn_spindle'])('in two rows of a sheet: %s', async (field) => {
    const id = await stage(row(1, { [field]: '0-306-40615-2' }), row(2, { [field]: thirteen }), row(3));
    const same = (n: number) =>
      `${field}: should be unique: the same number as row ${n}, once with 10 and once with 13 digits`;
    expect(await wrong(id)).toEqual([
      [2, same(3)],
      [3, same(2)],
    ]);
    await office.admin.put(`/api/v1/import/${id}/row/3`, { cells: { [field]: row(2)[field] } });
    expect((await desk.apply(id)).status).toBe('applied');
  });

  test('in rows of which two have the same text, too', async () => {
    const id = await stage(
      row(1, { isbn_print: thirteen }),
      row(2, { isbn_print: thirteen }),
      row(3, { isbn_print: ten }),
    );
    expect(await wrong(id)).toEqual([
      [2, expect.stringContaining('the same number as row 3, 4,')],
      [3, expect.stringContaining('the same number as row 2, 4,')],
      [4, expect.stringContaining('the same number as row 2, 3,')],
    ]);
  });

  test.each([
    [ten, thirteen],
    [thirteen, ten],
  ])('in the library (%s) and in a sheet (%s)', async (stored, given) => {
    await desk.apply(await stage(row(1, { isbn_print: stored })));
    expect(await wrong(await stage(row(2, { isbn_print: given })))).toEqual([
      [2, `isbn_print: Book ${row(1)['bid']} already has this ISBN.`],
    ]);
  });

  test('so that a book may have it in its other spelling, or give it to another book of the sheet', async () => {
    const [a = '', b = ''] = [row(1)['bid'], row(2)['bid']];
    await desk.apply(await stage(row(1, { isbn_print: ten }), row(2)));
    await desk.apply(await stage({ bid: a, isbn_print: thirteen }));
    expect(await printOf(a)).toEqual([thirteen]);
    const filler = Array.from({ length: 2100 }, (_, n) => row(2000 + n));
    const swap = await stage({ bid: b, isbn_print: ten }, ...filler, {
      bid: a,
      isbn_print: row(2)['isbn_print'] ?? '',
    });
    expect((await desk.apply(swap)).status).toBe('applied');
    expect(await printOf(a, b)).toEqual([row(2)['isbn_print'], ten]);
    await office.admin.post(`/api/v1/import/${swap}/undo`);
    expect(await printOf(a, b)).toEqual([thirteen, row(2)['isbn_print']]);
  });

  test('in calls that write many books', async () => {
    const add = async (...books: object[]) =>
      (await office.admin.post('/api/v1/book', { books, create_missing: true })).json.results;
    expect(await add(row(1, { isbn_print: ten }), row(2, { isbn_print: thirteen }))).toMatchObject({
      success: false,
      rows: [1, 2].map((n) => ({ row: n, field: 'isbn_print', message: expect.stringContaining('are one number') })),
    });
    expect(await add(row(1, { isbn_print: ten }))).toMatchObject({ success: true });
    expect(await add(row(2, { isbn_print: thirteen }))).toMatchObject({
      success: false,
      rows: [{ row: 1, field: 'isbn_print', message: 'Another book already has this print ISBN.' }],
    });
  });

  test('when two people save it at the same time', async () => {
    await desk.apply(await stage(row(1), row(2)));
    const saves = [ten, thirteen].map((isbn_print, n) =>
      office.admin.put(`/api/v1/book/${row(n + 1)['bid']}`, { isbn_print }),
    );
    const answers = await Promise.all(saves);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error.code).toBe('book.isbn_print_taken');
  });
});
