import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#kernel/db/database.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = importDesk(() => office);
const [a, b, c] = [importRow(101), importRow(102), importRow(103)];
beforeEach(async () => {
  await desk.clear();
  await desk.apply(await stage(a, b, c));
});

type Row = Record<string, string>;

/** The row of a book that takes the ISBN of the other row. */
const takes = (row: Row, other: Row, more: Row = {}): Row => ({
  bid: row['bid'] ?? '',
  isbn_print: other['isbn_print'] ?? '',
  ...more,
});
const free = importRow(900);

async function stage(...rows: Row[]): Promise<number> {
  const id = await desk.stage(rows);
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, update: true });
  return id;
}

/** Which row's print ISBN each of the books has: 'A' for the first row's. */
async function holders(): Promise<string> {
  const names = new Map([a, b, c, free].map((row, n) => [row['isbn_print'], 'ABCF'[n]]));
  const rows = await office.db
    .selectFrom('book')
    .select('isbn_print')
    .where(
      'bid',
      'in',
      [a, b, c, free].map((row) => row['bid'] ?? ''),
    )
    .orderBy('bid')
    .execute();
  return rows.map(({ isbn_print }) => names.get(isbn_print) ?? '?').join('');
}

/** The problems by row, in the order of the sheet. */
const wrong = async (id: number) => {
  const { results } = (await office.admin.get(`/api/v1/import/${id}/row?filter=rejected`)).json;
  return results.map((row: { row_no: number; errors: { message: string }[] }) => [
    row.row_no,
    ...row.errors.map(({ message }) => message),
  ]);
};

describe('An ISBN that a book gives up in the same sheet is free', () => {
  test('two books swap theirs, and undo restores both', async () => {
    const id = await stage(takes(a, b), takes(b, a));
    expect((await desk.state(id)).counts).toMatchObject({ changed: 2, rejected: 0 });
    expect((await desk.apply(id)).status).toBe('applied');
    expect(await holders()).toBe('BAC');
    const { results } = (await office.admin.post(`/api/v1/import/${id}/undo`)).json;
    expect(results).toMatchObject({ status: 'undone', kept: [] });
    expect(await holders()).toBe('ABC');
  });

  test('three books pass theirs on in a ring', async () => {
    await desk.apply(await stage(takes(a, b), takes(b, c), takes(c, a)));
    expect(await holders()).toBe('BCA');
  });

  test('a new book takes the ISBN that an old one gives up, whatever the order of the rows', async () => {
    const id = await stage({ ...free, isbn_print: a['isbn_print'] ?? '' }, takes(a, b), takes(b, free));
    expect((await desk.state(id)).counts).toMatchObject({ new: 1, changed: 2, rejected: 0 });
    await desk.apply(id);
    expect(await holders()).toBe('BFCA');
    await office.admin.post(`/api/v1/import/${id}/undo`);
    expect(await holders()).toBe('ABC');
  });

  test('books swap across a sheet that is written in several parts', async () => {
    const filler = Array.from({ length: 2100 }, (_, n) => importRow(2000 + n));
    const id = await stage(takes(a, b), ...filler, takes(b, a));
    expect((await desk.apply(id)).status).toBe('applied');
    expect(await holders()).toBe('BAC');
  });
});

describe('An ISBN stays with a book that keeps it', () => {
  const taken = (row: Row) => expect.stringContaining(row['bid'] ?? '');

  test('because it is not in the sheet, or its row has no ISBN', async () => {
    const id = await stage(takes(a, b), takes(c, a), { bid: b['bid'] ?? '', title: 'Another' });
    expect(await wrong(id)).toEqual([
      [2, taken(b)],
      [3, taken(a)],
    ]);
    expect(await wrong(await stage(takes(a, b)))).toEqual([[2, taken(b)]]);
  });

  test('because its row is rejected for another reason, until that is corrected', async () => {
    const id = await stage(takes(a, b), takes(b, a, { released_date: 'May' }));
    expect(await wrong(id)).toEqual([
      [2, taken(b)],
      // Neither is written, so neither gives up anything.
      [3, taken(a), expect.stringContaining('date')],
    ]);
    expect((await office.admin.post(`/api/v1/import/${id}/apply`)).status).toBe(422);
    await office.admin.put(`/api/v1/import/${id}/row/3`, { cells: { released_date: '2020' } });
    expect((await desk.apply(id)).status).toBe('applied');
    expect(await holders()).toBe('BAC');
  });

  test('because its row was left out', async () => {
    const id = await stage(takes(a, b), takes(b, a));
    await office.admin.put(`/api/v1/import/${id}/drop`, { rows: [3], dropped: true });
    expect(await wrong(id)).toEqual([[2, taken(b)]]);
  });

  test('because another row takes the same ISBN as it does', async () => {
    const id = await stage(takes(a, b), takes(b, free), takes(c, free));
    expect((await wrong(id)).map(([row]: [number]) => row)).toEqual([2, 3, 4]);
  });

  test('while updating is off', async () => {
    const id = await stage(takes(a, b), takes(b, a));
    await office.admin.put(`/api/v1/import/${id}`, { update: false });
    expect((await desk.state(id)).counts).toMatchObject({ rejected: 2 });
  });

  test('of two simultaneous imports that give one ISBN to two books, one is applied, one planned again', async () => {
    const ids = [await stage(takes(a, b), takes(b, a)), await stage(takes(b, c), takes(c, b))];
    const states = await Promise.all(ids.map(desk.apply));
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['applied', 'ready']));
    const second = states.find(({ status }) => status === 'ready');
    expect(second).toMatchObject({ counts: { rejected: 2 }, problem: expect.any(String) });
    expect(['BAC', 'ACB']).toContain(await holders());
  });
});

test('an edit in progress when an import is applied is respected, and is the old value in the history', async () => {
  const id = await stage(takes(a, b, { title: 'From the sheet' }), takes(b, a));
  const edit = (trx: Database) =>
    trx
      .updateTable('book')
      .set({ title: 'Meanwhile' })
      .where('bid', '=', a['bid'] ?? '')
      .execute();
  const [applied] = await whileLocked(office.db, edit, [() => desk.apply(id)]);
  expect(applied?.status).toBe('applied');
  const { lines } = (await office.admin.get(`/api/v1/audit/of/book/${a['bid']}`)).json.results;
  expect(lines[0].changes).toContainEqual(
    expect.objectContaining({ field: 'Title', before: 'Meanwhile', after: 'From the sheet' }),
  );
});
