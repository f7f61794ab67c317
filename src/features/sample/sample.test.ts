import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { bookFields, checkCell, warningsOf } from '#features/book/book-fields.public.ts';
import { type Office, startOffice } from '#test/app.ts';
import { sampleBooks } from './sample.catalogue.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

test('the sample library is offered while there are no books, loads once, and is refused afterwards', async () => {
  expect((await office.admin.get('/sample')).body).toShow('Load the sample library');
  const answers = await Promise.all([office.admin.post('/api/v1/sample'), office.admin.post('/api/v1/sample')]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const series = await office.admin.get('/api/v1/series');
  expect(series.json.results.map((one: { title: string }) => one.title)).toContain('달빛 우체국');
  const found = await office.admin.get('/book?search_val=jose+nandu');
  expect(found.body).toShow('El jardín de sal');
  expect((await office.admin.get('/sample')).body).not.toShow('Load the sample library</');
});

test('its books are published, with covers and previews, words and sentences, and audio where required', async () => {
  const books = await sql<{ count: number; published: number }>`
    select count(*)::int as count, count(published_at)::int as published from book`.execute(office.db);
  expect(books.rows[0]).toEqual({ count: sampleBooks().length, published: sampleBooks().length });
  const images = await sql<{ kind: string; count: number; place: number }>`
    select kind, count(distinct bidx)::int as count, max(place)::int as place from book_image group by 1 order by 1`.execute(
    office.db,
  );
  expect(images.rows).toEqual([
    { kind: 'cover', count: sampleBooks().length, place: 1 },
    { kind: 'preview', count: sampleBooks().filter(({ audio }) => audio === 'Y').length, place: 2 },
  ]);
  const silent = await sql<{ count: number }>`
    select count(*)::int as count from sentence where mdr_targeted = 'Y' and audio_key is null`.execute(office.db);
  expect(silent.rows).toEqual([{ count: 0 }]);
  expect((await office.admin.get('/book/SAMPLE-001/words')).body).toShow('<strong>lantern</strong>');
});

test('every sample book is valid, and its ISBN has a correct check digit', async () => {
  const stored = await office.db.selectFrom('book').select(['bid', 'isbn_print', 'isbn_spindle']).execute();
  expect(stored.map(({ bid }) => bid).toSorted()).toEqual(sampleBooks().map(({ bid }) => bid));
  const faults = sampleBooks().flatMap((book) => [
    ...bookFields.flatMap((field) => {
      const cell = checkCell(field, book[field.name]);
      return 'value' in cell && (cell.value !== '' || !field.required) ? [] : [`${book['bid']} ${field.name}`];
    }),
    ...warningsOf(book).map(({ field, key }) => `${book['bid']} ${field} ${key}`),
  ]);
  expect(faults).toEqual([]);
  // Weighted alternately by 1 and 3, the digits of an ISBN-13 add up to a multiple of ten.
  const weighed = (isbn: string) =>
    Array.from(isbn, Number).reduce((sum, digit, n) => sum + digit * (1 + 2 * (n % 2)), 0);
  const isbns = stored.flatMap((book) => [book.isbn_print, book.isbn_spindle]);
  expect(isbns.filter((isbn) => !/^\d{13}$/.test(isbn) || weighed(isbn) % 10 !== 0)).toEqual([]);
});

test('it has customers, collections in five languages with contents and an advertisement order, and a roadmap', async () => {
  const { customers } = (await office.admin.get('/api/v1/customer?search=sample')).json.results;
  expect(customers.map((one: { cust_id: string }) => one.cust_id)).toEqual(['SAMPLE-2', 'SAMPLE-1']);
  const first = (await office.admin.get('/api/v5/collection/sample-first-steps?language=ko')).json.results.collection;
  expect(first).toMatchObject({ title: '첫걸음', adsOn: true, is_public: 'O' });
  expect(Object.keys(first.multi_lang_data).toSorted()).toEqual(['en', 'es', 'jp', 'ko', 'tr']);
  expect(first.web_book_count).toBeGreaterThan(10);
  // Everyone who used a code has what the code is for.
  const used = await sql<{ codes: number; without: number }>`
    select count(*)::int as codes, count(*) filter (where r.code is null)::int as without
    from code c left join registration r using (code) where c.activated_date > 0`.execute(office.db);
  expect(used.rows).toEqual([{ codes: 52, without: 0 }]);
  // Its statement tells the same of a past that was made up at once.
  const { rows: booked } = await sql`
    select sum(issued)::int as issued, sum(redeemed)::int as redeemed, sum(expired)::int as expired
    from code_flow join code_batch using (cg_idx) where title = 'Trial week'`.execute(office.db);
  expect(booked).toEqual([{ issued: 60, redeemed: 12, expired: 48 }]);
  // Lists show them by their times, which are those of their numbers.
  const { rows: batches } = await sql<{ title: string }>`select title from code_batch order by cg_idx`.execute(
    office.db,
  );
  expect(batches.map(({ title }) => title)).toEqual(['Trial week', 'Spring term']);
  const { rows: registrations } = await sql<{ reg_idx: number }>`
    select reg_idx from registration order by registered_at, reg_idx`.execute(office.db);
  const numbers = registrations.map((one) => one.reg_idx);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect((await office.admin.get('/collection/advertisement')).body).toShow(/First steps[^]*How it works/);
  const groups = (await office.admin.get('/api/v1/age_group')).json.results;
  const { grp_idx } = groups.find((one: { title: string }) => one.title === 'Ages 6 to 8');
  const { rows } = (await office.admin.get(`/api/v1/roadmap?target_group=${grp_idx}`)).json.results;
  expect(rows.map((row: string[]) => row.length)).toEqual([3, 2, 4]);
});

describe('Removing the sample library', () => {
  const remove = () => office.admin.delete('/api/v1/sample');

  test('is refused while something else uses one of its books, which is named', async () => {
    const made = await office.admin.post('/api/v1/collection', { cid: 'holiday', title: 'Holiday' });
    expect(made.status).toBe(200);
    const { bidx } = await office.db
      .selectFrom('book')
      .select('bidx')
      .where('bid', '=', 'SAMPLE-001')
      .executeTakeFirstOrThrow();
    const { cidx } = made.json.results;
    await office.db
      .insertInto('collection_content')
      .values({ cidx, bidx, added_at: new Date().toISOString() })
      .execute();
    const refused = await remove();
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'sample.in_use' } } });
    expect(refused.json.error.message).toContain('Holiday');
    await office.db.deleteFrom('collection_content').execute();
  });

  test('removes all of its books, edited or not, and the titles it created that nothing else uses', async () => {
    await office.admin.put('/api/v1/book/SAMPLE-002', { title: 'Edited' });
    const own = { ...bookRow(900), bid: 'B1', series: 'Lantern Street', level: 'Level 1' };
    const written = await office.admin.post('/api/v1/book', { books: [own], create_missing: true });
    expect(written.json.results).toMatchObject({ success: true });
    expect((await office.admin.get('/sample')).body).toShow('Remove the sample library');
    expect(await remove()).toMatchObject({ status: 200, json: { results: { books: sampleBooks().length } } });
    expect((await office.db.selectFrom('book').select('bid').execute()).map(({ bid }) => bid)).toEqual(['B1']);
    expect((await office.db.selectFrom('series').select('title').execute()).map(({ title }) => title)).toEqual([
      'Lantern Street',
    ]);
    expect(await office.db.selectFrom('category').select('title').execute()).not.toContainEqual({ title: 'Science' });
    const { results: left } = (await office.admin.get('/api/v1/collection/all')).json;
    expect(left.map((one: { cid: string }) => one.cid)).toEqual(['holiday']);
    expect(await office.db.selectFrom('customer').select('cust_id').execute()).toEqual([]);
    expect(await remove()).toMatchObject({ status: 409, json: { error: { code: 'sample.not_loaded' } } });
  });

  test('leaves an empty library, into which it can be loaded again', async () => {
    await office.admin.post('/book/delete/B1');
    expect((await office.admin.post('/api/v1/sample')).status).toBe(200);
    // A cid is never reused.
    expect((await office.admin.get('/api/v5/collection/sample-first-steps-2')).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });
});
