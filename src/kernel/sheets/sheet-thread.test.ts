import { afterEach, expect, test } from 'vitest';
import { readSheet } from './sheet-read.ts';
import { readSheetAside } from './sheet-thread.ts';
import { allRows, refusal, saved, xlsx } from './xlsx.fixture.ts';

/** The message ports to worker threads. */
const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort');
const before = threads().length;

// More than 1 MiB, and incompressible.
const text = (n: number) =>
  `Tale ${n} ${Array.from({ length: 12 }, (_, k) => (n * 7919 + k * 104_729) % 99_991).join(' ')}`;
const csv = (rows: number) => `bid,title\n${Array.from({ length: rows }, (_, n) => `B${n},${text(n)}\n`).join('')}`;
const cells = (rows: number) =>
  Array.from({ length: rows }, (_, n) => `<row><c t="str"><v>B${n}</v></c><c t="str"><v>${text(n)}</v></c></row>`);

afterEach(() => expect(threads()).toHaveLength(before));

test('a large sheet is read the same in its own thread, row for row', async () => {
  const sheets = { 'books.csv': csv(20_000), 'books.xlsx': xlsx({ rows: cells(40_000).join('') }) };
  for (const [name, content] of Object.entries(sheets)) {
    expect(content.length).toBeGreaterThan(2 ** 20);
    const file = await saved(content, name);
    const rows = await allRows(readSheetAside(file, { name }));
    expect(rows.length).toBeGreaterThanOrEqual(20_000);
    expect(rows).toEqual(await allRows(readSheet(file, { name })));
  }
});

test('an error far down a large sheet is reported as for a small one', async () => {
  const name = 'books.csv';
  const file = await saved(`${csv(20_000)}B1,"open`, name);
  const said = await refusal(readSheet(file, { name }));
  expect(said.code).toBe('sheet.bad_csv');
  expect(await refusal(readSheetAside(file, { name }))).toEqual(said);
  expect(await refusal(readSheetAside(file, { name, maxRows: 15_000 }))).toEqual({
    code: 'sheet.too_many_rows',
    values: { limit: 15_000 },
  });
});

test('a reader that is abandoned leaves no thread behind', async () => {
  const name = 'books.csv';
  const reader = readSheetAside(await saved(csv(20_000), name), { name });
  expect((await reader.next()).done).toBe(false);
  expect(threads()).toHaveLength(before + 1);
  await reader.return(undefined);
  expect(threads()).toHaveLength(before);
});
