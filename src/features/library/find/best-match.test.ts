import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { addManyBooks } from '#features/book/many-books.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  const titles = ['Best song', 'Bestow', 'Unbest', 'The "best"', 'best', 'A tale'];
  const books = titles.map((title, index) =>
    bookRow(1 + index, { bid: `R-${index}`, title, author: title === 'A tale' ? 'Zoe Best' : 'Ann' }),
  );
  await office.admin.post('/api/v1/book', { books, create_missing: true });
});
afterAll(() => office.close());

const ranked = ['best', 'Best song', 'Bestow', 'A tale', 'The "best"', 'Unbest'];

async function page(query: string, at = '/book') {
  const { body } = await office.admin.get(`${at}?${query}`);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}
const titlesOf = async (query: string, at?: string): Promise<string[]> =>
  (await page(query, at)).found.rows.map(({ title }: { title: string }) => title);

describe('A searched list of books', () => {
  test.each(['/book', '/report/all-books'])('at %s comes best match first', async (at) => {
    expect(await titlesOf('search_val=BEST', at)).toEqual(ranked);
    expect((await titlesOf('search_val=R-2', at))[0]).toBe('Unbest');
  });

  test('has the order that somebody chose, also the one it has without a search', async () => {
    expect((await titlesOf('search_val=best&sort=title.desc'))[0]).toBe('Unbest');
    expect((await titlesOf('search_val=best&sort=updated.desc'))[0]).toBe('A tale');
    expect((await page('search_val=best&sort=updated.desc')).query.sort).toBe('updated.desc');
    expect((await page('search_val=best')).query.sort).toBe('');
  });

  test('marks the column it is sorted by, and none if the best match is first', async () => {
    const marked = async (query: string) => (await office.admin.get(`/book?${query}`)).body.match(/aria-sort="\w+"/g);
    expect(await marked('')).toEqual(['aria-sort="descending"']);
    expect(await marked('search_val=best')).toBeNull();
    expect(await marked('search_val=best&sort=author')).toEqual(['aria-sort="ascending"']);
  });

  test('is exported in the same order', async () => {
    const { body } = await office.admin.get('/book/export?search_val=best&as=csv');
    const bids = body.split('\n').flatMap((line) => /^"?(R-\d)/.exec(line)?.[1] ?? []);
    expect(bids).toEqual(['R-4', 'R-0', 'R-1', 'R-5', 'R-3', 'R-2']);
  });

  test('of more than 10,000 matches has the titles first that begin with the text, then the latest changes, on every page', async () => {
    await addManyBooks(office.db, { count: 10_050, like: 'R-0', title: 'A best one' });
    expect((await titlesOf('search_val=best')).slice(0, 5)).toEqual([
      'best',
      'Best song',
      'Bestow',
      'A best one 10050',
      'A best one 10049',
    ]);
    const pages = await Promise.all([1, 2, 3].map((nth) => titlesOf(`search_val=best&size=25&page=${nth}`)));
    expect(new Set(pages.flat()).size).toBe(75);
  });
});
