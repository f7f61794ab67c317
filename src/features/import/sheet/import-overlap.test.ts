import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookFields } from '#features/book/book-fields.public.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';
import { planImport } from '../record/import.service.ts';
import { insertImport } from '../record/import.store.ts';
import { stageSheet } from './import-stage.store.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const { stage } = importDesk(() => office);

const some = (from: number, count: number) => Array.from({ length: count }, (_, n) => importRow(from + n));

async function* sheet(rows: Record<string, string>[]): AsyncGenerator<SheetRow[]> {
  yield rows.map((row, index) => ({ row: index + 1, cells: bookFields.map(({ name }) => row[name] ?? '') }));
}

test('two uploads at once do not block each other: the second is planned before the first commits', async () => {
  await office.app.work.write(systemCaller('first'), async (ctx) => {
    const given = { source: 'sheet', fileName: 'a.csv', fileKey: null, sheetName: null, update: true } as const;
    const first = await insertImport(ctx, given);
    const columns = { heading_row: 0, fields: bookFields.map(({ name }) => name) };
    await stageSheet(ctx, first, { batches: sheet(some(0, 500)), columns });
    await planImport(ctx, first, true);
    const second = await stage(some(1000, 500));
    const { json } = await office.admin.put(`/api/v1/import/${second}`, { update: true });
    expect(json.results.counts).toMatchObject({ new: 500 });
  });
});
