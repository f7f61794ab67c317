import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMany } from '#test/many-rows.ts';
import { startWork, type TestWork } from '#test/work.ts';
import { listPage, sortReader, sortText } from './list-page.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
  const many = sql`insert into setting (key, value) select lpad(n::text, 5, '0'), 'null' from generate_series(1, 10500) n`;
  await addMany(office.db, 'setting', many);
});
afterAll(() => office.close());

const settings = (below: string) => office.db.selectFrom('setting').select('key').where('key', '<=', below);

test('a page has up to a hundred rows in the order asked for, and an exact total up to 10,000', async () => {
  const { rows, total, page } = await listPage(office.db, settings('10000').orderBy('key', 'desc'), 2);
  expect([rows.length, rows[0]?.key, rows.at(-1)?.key]).toEqual([100, '09900', '09801']);
  expect([total, page]).toEqual([10_000, 2]);
});

test('of more than 10,000 rows it only says that there are more', async () => {
  expect((await listPage(office.db, settings('10400').orderBy('key'), 100)).total).toBe(10_001);
  expect((await listPage(office.db, settings('10500').orderBy('key'), 1)).total).toBe(10_001);
});

test('a page beyond the last is empty, and still has the total', async () => {
  expect(await listPage(office.db, settings('00003').orderBy('key'), 7)).toEqual({ rows: [], total: 3, page: 7 });
});

const read = sortReader(['title', 'updated'], { key: 'updated', descending: true });

test.each([
  ['title', 'title'],
  ['title.desc', 'title.desc'],
  ['title.up', 'title'],
  ['secret', 'updated.desc'],
  ['', 'updated.desc'],
  [undefined, 'updated.desc'],
])('an address that sorts by %s is read as %s', (given, sort) => {
  expect(sortText(read(given))).toBe(sort);
});
