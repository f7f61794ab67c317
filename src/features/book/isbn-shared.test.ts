import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { bookRow } from './book.factory.ts';

let office: Office;
const [ten, thirteen] = ['0306406152', '9780306406157'];
beforeAll(async () => {
  office = await startOffice();
  const books = [bookRow(1, { isbn_print: ten }), bookRow(2), bookRow(3)];
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  // As the upgrade leaves two books that already had one number.
  await sql`
    update book set isbn_print = case bid when 'B2' then ${thirteen} else isbn_print end,
      shared_isbns = array[case bid when 'B2' then ${thirteen} else isbn_print end]
    where bid in ('B1', 'B2')`.execute(office.db);
});
afterAll(() => office.close());

const propsOf = async (path: string) =>
  JSON.parse(
    /<script type="application\/json">(.*?)<\/script>/s.exec((await office.admin.get(path)).body)?.[1] ?? '{}',
  );
const hintsOf = async (path: string) => (await propsOf(path)).hints.map(({ message }: { message: string }) => message);
const listed = async (filter: string) =>
  (await propsOf(`/book?sort=bid&order=asc&${filter}`)).found.rows.map(({ bid }: { bid: string }) => bid);
const task = async () =>
  (await propsOf('/')).needs.rows.find(({ kind }: { kind: string }) => kind === 'book.task_same_isbn');

const said = (bid: string) =>
  `Book ${bid} has the same number in its other spelling, 10 or 13 digits. Give one of the two books another ISBN.`;

test('Books that an upgrade found with one ISBN are named on the start page, in a list and on each other’s pages', async () => {
  // While counts are late, the page comes without them.
  await expect.poll(task).toMatchObject({
    level: 'warning',
    title: '2 books share their ISBN with another',
    tasks: [{ count: 2, href: '/book?isbn=shared' }],
  });
  expect(await listed('isbn=shared')).toEqual(['B1', 'B2']);
  for (const page of ['/book/B1', '/book/update/B1']) expect(await hintsOf(page)).toEqual([said('B2')]);
  expect(await hintsOf('/book/B2')).toEqual([said('B1')]);
  expect(await hintsOf('/book/B3')).toEqual([]);
});

test('They are saved as they are, and told no more once one of them has another ISBN', async () => {
  const save = (isbn_print: string) => office.admin.put('/api/v1/book/B2', { isbn_print, title: 'Saved' });
  expect((await save(thirteen)).status).toBe(200);
  expect(await listed('isbn=shared')).toEqual(['B1', 'B2']);
  expect((await save('9780306406164')).status).toBe(200);
  expect(await listed('isbn=shared')).toEqual([]);
  expect(await hintsOf('/book/B1')).toEqual([]);
  await expect.poll(task).toBeUndefined();
  expect((await save(thirteen)).json.error.code).toBe('book.isbn_print_taken');
});
