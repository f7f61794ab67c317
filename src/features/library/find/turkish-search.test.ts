import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';

const migration = path.resolve(import.meta.dirname, '../../../../db/migrations/0215_fold_dotless_i.sql');
let office: Office;
let customer: number;
beforeAll(async () => {
  office = await startOffice();
  const books = [bookRow(1, { bid: 'T-1', title: 'Fırtınalı İstanbul', author: 'Işık' }), bookRow(2, { bid: 'T-2' })];
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await office.admin.post('/api/v1/collection', { cid: 'kis', title: 'Kışlık' });
  const { json } = await office.admin.post('/api/v1/customer', { cust_id: 'ACME', name: 'Yıldız' });
  customer = json.results.cust_idx;
});
afterAll(() => office.close());

/** Whether a list shows a link to a record when it is searched. */
async function isFound(text: string, href: string): Promise<boolean> {
  const { body } = await office.admin.get(`${path.posix.dirname(href)}?${new URLSearchParams({ search_val: text })}`);
  return body.includes(`href="${href}`);
}

describe('Turkish titles', () => {
  test.each(['Fırtınalı', 'FIRTINALI', 'firtinali', 'istanbul', 'İSTANBUL', 'ISTANBUL', 'ışık', 'ISIK'])(
    'are found by %s, since a capital I is that of ı as well as of i',
    async (text) => {
      expect(await isFound(text, '/book/T-1')).toBe(true);
    },
  );

  test('of an earlier release are found in the same way after the upgrade', async () => {
    await sql
      .raw(`
        create or replace function strip(value text) returns text language sql immutable strict parallel safe
          return regexp_replace(normalize(lower(value), NFD), E'[\\u0300-\\u036f]', '', 'g');
        update book set title = title, author = author;
        update customer set name = name;
        update collection set search = 'kis kıslık';`)
      .execute(office.db);
    expect(await isFound('firtinali', '/book/T-1')).toBe(false);
    await sql.raw(await readFile(migration, 'utf8')).execute(office.db);
    expect(await isFound('firtinali', '/book/T-1')).toBe(true);
    expect(await isFound('KISLIK', '/collection/kis')).toBe(true);
    expect(await isFound('YILDIZ', `/customer/${customer}`)).toBe(true);
  });
});
