import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const { uploadSheet, stage, state, rows: rowsOf } = importDesk(() => office);

describe('The rejected rows', () => {
  const rejected = (id: number, query: string) => office.admin.get(`/api/v1/import/${id}/rejected?${query}`);

  test("are downloaded in our layout with the reason in the caller's language, and can be imported again", async () => {
    const id = await stage([importRow(1), importRow(2, { title: '', summary: '=1+1' }), importRow(3, { bid: '' })]);
    const { body, headers } = await rejected(id, 'as=csv');
    expect(headers['x-total-count']).toBe('2');
    const [heading = '', ...lines] = body.trim().split(/\r?\n/);
    expect(heading.endsWith('remarks,Reason')).toBe(true);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Title: below fields are required.');
    expect(lines[0]).toContain("'=1+1");
    expect((await rejected(id, 'as=csv&lang=es')).body).toShow('remarks,Motivo');
    const corrected = body.replace(/^B0002,SPINDLE,,/m, 'B0002,SPINDLE,Corrected,');
    const { results } = (await uploadSheet(corrected)).json;
    const again = await state(results.import_idx);
    expect(again).toMatchObject({ row_count: 2, counts: { new: 1, rejected: 1 }, unknown_columns: [] });
    expect((await rowsOf(results.import_idx))[0].cells[13]).toBe('=1+1');
  });

  test('can be downloaded as a workbook too, whatever their number, and are an empty sheet if none', async () => {
    const id = await stage([importRow(0), ...Array.from({ length: 1200 }, (_, n) => importRow(n, { bid: 'B0000' }))]);
    const { body } = await rejected(id, 'as=csv');
    expect(body.trim().split('\n')).toHaveLength(1202);
    expect(body).toShow('same value as row');
    expect((await rejected(id, 'as=xlsx')).headers['content-type']).toContain('spreadsheetml');
    await office.admin.put(`/api/v1/import/${id}/drop`, { rows: 'rejected', dropped: true });
    expect((await rejected(id, 'as=csv')).body.trim().split('\n')).toHaveLength(1);
    expect((await rejected(999, 'as=csv')).status).toBe(404);
  });
});

test.each([
  ['isbn', 'bid,format,title', 39],
  ['sentences', 'bid,word,sentence,mdr_targeted', 4],
])('an empty sheet of %s can be downloaded, with only our headings', async (sheet, begin, columns) => {
  const { body } = await office.admin.get(`/api/v1/import/template?sheet=${sheet}&as=csv`);
  const [heading = '', ...rest] = body.replace('\ufeff', '').trim().split('\n');
  expect([heading.startsWith(begin), heading.split(',').length, rest]).toEqual([true, columns, []]);
  expect((await office.admin.get('/book/import')).body).toShow('/api/v1/import/template?sheet=isbn&amp;as=xlsx');
});
