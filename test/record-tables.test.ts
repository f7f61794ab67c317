import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchTables } from '#features/batch/batch-tables.ts';
import { collectionTables } from '#features/collection/collection-tables.ts';
import { bookTables } from '#features/library/book-tables.ts';
import { webhookTables } from '#features/webhook/webhook-tables.ts';
import type { RecordTables } from '#kernel/records/record-tables.ts';
import { type Office, startOffice } from './app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

/** The tables whose rows a deletion takes, or whose references it empties: those that refer to these ones in this way. */
async function reached(tables: readonly string[], how: 'c' | 'n'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confdeltype = ${how} and confrelid = any(${tables}::text[]::regclass[])
      and not conrelid = any(${tables}::text[]::regclass[])`.execute(office.db);
  return rows.map(({ name }) => name);
}

test.each<[string, RecordTables]>([
  ['book', bookTables],
  ['collection', collectionTables],
  ['batch', batchTables],
  ['webhook', webhookTables],
])('Every table that goes with a %s comes back with it, or is named as lost', async (_kind, of) => {
  const { table, parts, lost = {}, loosened = [] } = of;
  const own = [table, ...parts.map((part) => part.table)];
  expect((await reached(own, 'c')).toSorted()).toEqual(Object.keys(lost).toSorted());
  expect(await reached(own, 'n')).toEqual(loosened.map((one) => one.table));
});
