import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { type Office, startOffice } from '#test/app.ts';

const migration = path.resolve(import.meta.dirname, '../../../../db/migrations/0239_fold_marks.sql');
let office: Office;
let customer: number;
beforeAll(async () => {
  office = await startOffice();
  const books = [
    bookRow(1, { bid: 'T-1', title: 'Fırtınalı İstanbul', author: 'Işık' }),
    bookRow(2, { bid: 'T-2', title: 'Spider-Man & Co', author: 'J. O’Neil' }),
  ];
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await office.admin.post('/api/v1/collection', { cid: 'kis', title: 'Kışlık ＡＢＣ' });
  const { json } = await office.admin.post('/api/v1/customer', { cust_id: 'ACME', name: 'Yıldız-Işık' });
  customer = json.results.cust_idx;
});
afterAll(() => office.close());

/** Whether a list shows a link to a record when it is searched. */
async function isFound(text: string, href: string, list = path.posix.dirname(href)): Promise<boolean> {
  const { body } = await office.admin.get(`${list}?${new URLSearchParams({ search_val: text })}`);
  return body.includes(`href="${href}`);
}

describe('Turkish titles', () => {
  test.each(['Fırtınalı', 'FIRTINALI', 'firtinali', 'istanbul', 'İSTANBUL', 'ISTANBUL', 'ışık', 'ISIK'])(
    'are found by %s, since a capital I is that of ı as well as of i',
    async (text) => {
      expect(await isFound(text, '/book/T-1')).toBe(true);
    },
  );
});

test.each(['spiderman', 'Spider‑Man', 'SPIDER MAN', 'spider-man and co', 'oneil', "o'neil"])(
  'a title with marks between its letters is found by %s',
  async (text) => {
    expect(await isFound(text, '/book/T-2')).toBe(true);
  },
);

const characters = [
  [0x20, 0x24f],
  [0x2000, 0x206f],
  [0x3000, 0x33ff],
  [0xac00, 0xac7f],
  [0xfe00, 0xffef],
].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

test('the database folds each character as the product does', async () => {
  const texts = characters.map((code) => `a${String.fromCodePoint(code)}b`);
  const { rows } = await sql<{ folded: string }>`
    select normalize(strip(text), NFC) as folded from unnest(${texts}::text[]) with ordinality given (text, nth) order by nth`.execute(
    office.db,
  );
  const differing = texts.filter((text, index) => fold(text) !== rows[index]?.folded);
  expect(differing).toEqual([]);
});

test('what an earlier release stored is found in the same way after the upgrade, and books count as unchanged', async () => {
  await sql
    .raw(`
      create or replace function strip(value text) returns text language sql immutable strict parallel safe
        return regexp_replace(normalize(lower(value), NFD), E'[\\u0300-\\u036f]', '', 'g');
      update book set title = title, author = author;
      update customer set name = name;
      update collection set search = 'kis kıslık ａｂｃ';`)
    .execute(office.db);
  expect(await isFound('spiderman', '/book/T-2')).toBe(false);
  expect(await isFound('firtinali', '/book/T-1')).toBe(false);
  const touched = () => office.db.selectFrom('book').select(['bid', 'touched_at']).orderBy('bid').execute();
  const before = await touched();
  await sql.raw(await readFile(migration, 'utf8')).execute(office.db);
  expect(await touched()).toEqual(before);
  expect(await isFound('spiderman', '/book/T-2')).toBe(true);
  expect(await isFound('firtinali', '/book/T-1')).toBe(true);
  expect(await isFound('kışlık abc', '/collection/kis')).toBe(true);
  expect(await isFound('YILDIZISIK', `/customer/code/${customer}`, '/customer')).toBe(true);
});
