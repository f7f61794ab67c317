import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const propsOf = (body: string) => JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');

test('an empty library offers to add, to import, and to load the sample', async () => {
  const { body } = await office.admin.get('/book');
  expect(body).toShow('No books yet.');
  expect(body).toShow('href="/sample"');
  expect((await office.admin.get('/book?search_val=x')).body).toShow('No results match these filters.');
});

test('the details show what is filled, fold what is empty, and link to the lists the book is in', async () => {
  const row = bookRow(1, {
    title: 'A <b> & co',
    isbn_print: '123',
    content_zip_url: 'javascript:alert(1)',
    author: 'Ann',
  });
  await office.admin.post('/api/v1/book', { books: [row], create_missing: true });
  const { status, body } = await office.admin.get('/book/B1');
  expect(status).toBe(200);
  expect(body).toShow('<title>A &lt;b&gt; &amp; co</title>');
  expect(body).not.toShow('href="javascript:');
  expect(body).toShow(/<summary[^>]*>\d+ empty fields/);
  const { head, hints } = propsOf(body);
  expect(head).toMatchObject({
    book: { bid: 'B1', title: 'A <b> & co', series: 'First readers' },
    cover: null,
    counts: { words: 0, images: 0, content: 0, units: 0, uses: 0 },
  });
  const { ser_idx: series, lev_idx: level } = head.book;
  for (const href of [`/book?series=${series}`, `/book?series=${series}&amp;level=${level}`, '/book?search_val=Ann'])
    expect(body).toShow(`href="${href}"`);
  expect(hints).toEqual([{ field: 'isbn_print', label: 'ISBN (print)', message: 'An ISBN has 10 or 13 digits.' }]);
});

test('each part of a book has its own address, and its tab shows its size', async () => {
  await office.admin.post('/api/v1/book', { books: [bookRow(3)], create_missing: true });
  await office.admin.post('/api/v1/book/B3/word', { word: 'lamp' });
  for (const tab of ['words', 'images', 'content', 'units', 'uses', 'history']) {
    const { status, body } = await office.admin.get(`/book/B3/${tab}`);
    expect(status).toBe(200);
    expect(body).toShow(new RegExp(`<a href="/book/B3/${tab}" [^>]*aria-current="page">`));
    expect(propsOf(body).head.counts.words).toBe(1);
    expect((await office.admin.get(`/book/nobody/${tab}`)).status).toBe(404);
  }
  expect((await office.admin.get('/book/B3/nothing')).status).toBe(404);
});

test('the history of a book is on its page, in the language asked for', async () => {
  const { body } = await office.admin.get('/book/B3/history?lang=ko');
  expect(body).toShow('data-view="audit/audit-history"');
  expect(body).toShow('기록');
});

test('the editor opens at both of its addresses, and offers the formats in use', async () => {
  await office.admin.post('/api/v1/book', { books: [bookRow(2, { format: 'AUDIO_BOOK' })] });
  for (const url of ['/book/update?bid=B2', '/book/update/B2']) {
    const { status, body } = await office.admin.get(url);
    expect(status).toBe(200);
    expect(propsOf(body)).toMatchObject({
      book: { bid: 'B2', version: 1 },
      formats: ['SPINDLE', 'EPUB', 'COURSE_BOOK', 'AUDIO_BOOK'],
    });
  }
  expect(propsOf((await office.admin.get('/book/create')).body).book).toBeNull();
});

test('the editor without a book leads to the list', async () => {
  for (const [url, list] of [
    ['/book/update', '/book'],
    ['/book/update?bid=&lang=ko', '/book?lang=ko'],
  ] as const)
    expect(await office.admin.get(url)).toMatchObject({ status: 303, headers: { location: list } });
});

test('the page of a deleted book says so', async () => {
  for (const url of ['/book/nobody', '/book/update/nobody', '/book/update?bid=nobody']) {
    const { status, body } = await office.admin.get(url);
    expect(status).toBe(404);
    expect(body).toShow('This book no longer exists.');
  }
});

test('the level templates are the inputs of one level type, in the language asked for', async () => {
  const lexile = await office.admin.get('/static/html/lexile.html?lang=ko');
  expect(lexile.body).toShow('name="lexile"');
  expect(lexile.body).toShow('Lexile 지수');
  const cefr = await office.admin.get('/static/html/cefr.html');
  expect(cefr.body.match(/name="cefr_level"/g)).toHaveLength(7);
  expect(cefr.body).not.toShow('<html');
});

test('the language of a book is named in the language of the reader, on its page and in the filter', async () => {
  const rows = [bookRow(91, { bid: 'L-1', language: 'kor' }), bookRow(92, { bid: 'L-2', language: 'Klingon, mostly' })];
  await office.admin.post('/api/v1/book', { books: rows, create_missing: true });
  for (const [lang, name] of [
    ['en', 'Korean'],
    ['es', 'coreano'],
    ['tr', 'Korece'],
  ]) {
    const { body } = await office.admin.get(`/book/L-1?lang=${lang}`);
    expect(body).toShow(`href="/book?language=kor">${name}</a>`);
    expect((await office.admin.get(`/book?lang=${lang}`)).body).toShow(`<option value="kor">${name} (kor)</option>`);
  }
  expect((await office.admin.get('/book/L-2')).body).toShow('>Klingon, mostly</a>');
});
