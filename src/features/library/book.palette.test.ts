import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  const books = [
    bookRow(1, {
      bid: 'GB1',
      title: "Harry Potter and the Sorcerer's Stone",
      author: 'J.K. Rowling',
      series: 'Wizards',
    }),
    bookRow(2, { bid: 'GB2', title: 'Divergent', author: 'Veronica Roth' }),
    bookRow(3, { bid: 'GB3', title: '어린 왕자', author: '생텍쥐페리' }),
    bookRow(4, { bid: 'GB4', title: 'The Garden', author: 'Ann' }),
  ];
  await office.admin.post('/api/v1/book', { books, create_missing: true });
});
afterAll(() => office.close());

const search = async (text: string) =>
  (await office.admin.get(`/api/v1/search?${new URLSearchParams({ text })}`)).json as {
    near: boolean;
    results: { label: string; detail: string; cover?: object; acts?: object[] }[];
  };

describe('The finder', () => {
  test.each([
    ['Harry Poter', 'GB1'],
    ['hary potter', 'GB1'],
    ['Divergnt', 'GB2'],
    ['Veronika Roth', 'GB2'],
    ['JK Rowlling', 'GB1'],
    ['어린왕자', 'GB3'],
  ])('forgives slips, and says so: %s', async (text, bid) => {
    const { near, results } = await search(text);
    expect(near).toBe(true);
    expect(results[0]?.detail).toContain(bid);
  });

  test.each(['Divergent', 'GB2', 'roth'])('shows what matches alone, if anything does: %s', async (text) => {
    const { near, results } = await search(text);
    expect([near, results.map(({ label }) => label)]).toEqual([false, ['Divergent']]);
  });

  test.each(['xqzwvk', 'gad', '%%%%%', '____'])('finds nothing near %s', async (text) => {
    expect(await search(text)).toMatchObject({ near: false, results: [] });
  });

  test('finds a series by a slip too', async () => {
    expect((await search('Wizzards')).results[0]).toMatchObject({ label: 'Wizards' });
  });

  test('offers what can be done with a book', async () => {
    const [book] = (await search('divergent')).results;
    expect(book?.acts).toEqual([
      { label: 'Edit', href: '/book/update/GB2', dialog: false },
      { label: 'Publish…', href: '/book/GB2#publish', dialog: false },
      { label: 'Add to collection', href: '/collection/add/book/GB2', dialog: true },
      { label: 'Preview', href: '/preview/create?of=book&id=GB2', dialog: true },
      { label: 'Comments', href: '/thread/of/book/GB2', dialog: true },
    ]);
  });

  test('shows the author and the cover of a book', async () => {
    expect((await search('divergent')).results[0]).toMatchObject({
      detail: expect.stringMatching(/^GB2 · Veronica Roth · /),
      cover: { bid: 'GB2', source: null },
    });
  });
});
