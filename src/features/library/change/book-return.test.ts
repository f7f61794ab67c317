import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { portalDesk } from '#features/portal/portal.fixture.ts';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { wordDesk } from '#features/word/sentence.fixture.ts';
import { zipOf } from '#kernel/archive/archive.fixture.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Answer, type Office, type Person, startOffice } from '#test/app.ts';
import { differingData } from '#test/differing-data.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { must } from '#test/must.ts';
import { storedRows } from '#test/stored-rows.ts';

let office: Office;
let ben: Person;
const words = wordDesk(() => office);
const portal = portalDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ environment: { PUBLIC_URL: 'https://office.example' } });
  await portal.set('opds', 'key');
  ben = await office.signIn('ben', true);
});
afterAll(() => office.close());
beforeEach(async () => {
  await words.clear();
  await emptyTables(office.db, ['act_record', 'act_part']);
});

const code = ({ json }: Answer): string => json.error.code;
const remove = async (bid: string): Promise<number> => must(await office.admin.post(`/book/delete/${bid}`)).act_idx;
const removeMany = async (...ids: string[]): Promise<number> =>
  must(await office.admin.delete('/api/v1/book', { selection: { ids } })).act_idx;
const book = (bid: string) => office.admin.get(`/api/v1/book?bid=${bid}`);
const bids = async () =>
  (await office.db.selectFrom('book').select('bid').orderBy('bid').execute()).map(({ bid }) => bid);

/** Gives a book of everything that a book can have, and publishes it. */
async function fill(bid: string): Promise<void> {
  const ice = await words.addWord('ice', bid);
  await words.send('/api/v1/sentence', { bid, word_idx: ice, sentence: 'I like ice.', mdr_targeted: 'Y' }, words.voice);
  await words.send('/api/v1/sentence', { bid, word_idx: ice, sentence: 'Ice is cold.', mdr_targeted: 'N' });
  await words.addWord('snow', bid);
  must(await office.admin.upload(`/api/v1/book/${bid}/cover`, fileForm('book_cover', { 'a.jpg': await jpeg(1) })));
  const previews = { 'b.jpg': await jpeg(2), 'c.jpg': await jpeg(3) };
  must(await office.admin.upload(`/api/v1/book/${bid}/preview`, fileForm('book_preview', previews)));
  must(await office.admin.upload(`/api/v1/book/${bid}/epub`, fileForm('file', { 'a.epub': Buffer.from(madeEpub()) })));
  const zip = Buffer.from(zipOf({ 'page1.html': 'a page' }));
  must(await office.admin.upload(`/api/v1/book/${bid}/zip`, fileForm('file', { 'a.zip': zip })));
  const { bidx } = must(await book(bid))[0];
  expect((await office.admin.post('/api/v5/book/unit', { bidx, bid, unitInfo: [unitRow(2), unitRow(1)] })).status).toBe(
    200,
  );
  must(await office.admin.put('/api/v1/book', { bids: [bid], published: true }));
}

/** What readers are told, without the times of changes. */
async function toReaders(): Promise<unknown> {
  const paths = [
    'books',
    'books?search=Book',
    'books/B1',
    'books/B1/sentences',
    'opds/search?query=Book',
    'opds/books/B1',
    'opds/1.2/books/B1',
  ];
  const answers = await Promise.all(paths.map((path) => portal.request(path)));
  const onix = await office.admin.get('/api/v1/book/onix?bid=B1');
  expect([...answers, onix].map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  return [...answers, onix].map(({ status, body }) => [
    status,
    body.replaceAll(/"(updated_at|modified|cursor|next)":\s*("[^"]*"|[\d.]+)/g, '').replaceAll(/<updated>[^<]*/g, ''),
  ]);
}
const file = async (key: string) => (await office.server.inject({ url: `/contents/${key}` })).statusCode;
const imageKey = async () => {
  const { folder, file_name: name } = await office.db
    .selectFrom('book_image')
    .select(['folder', 'file_name'])
    .where('kind', '=', 'cover')
    .executeTakeFirstOrThrow();
  return `${folder}/${name}`;
};
async function sweep(): Promise<void> {
  const { work, files } = office.app;
  await sweepUnreferencedFiles({ work, files, storage: office.storage });
}
/** Files tell the time at which they were written by the real clock. Sessions end meanwhile. */
async function hoursFromNow(hours: number): Promise<void> {
  office.clock.set(new Date(Date.now() + hours * 3_600_000).toISOString());
  office.admin = await office.signIn('ada', true);
  ben = await office.signIn('ben', true);
}
const trail = async (bid: string) =>
  (
    await office.db
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', 'book')
      .where('entity_id', '=', bid)
      .orderBy('audit_idx')
      .execute()
  ).map(({ action }) => action);

describe('A deleted book', () => {
  test('comes back with its words, sentences, audio, images, files and units, as if it had never been gone', async () => {
    await fill('B1');
    const [rows, readers, cover] = [await storedRows(office), await toReaders(), await imageKey()];
    const act = await remove('B1');
    expect([(await book('B1')).status, await file(cover)]).toEqual([404, 404]);
    expect(await differingData(office)).toEqual([]);
    await emptyTables(office.db, ['change']);
    expect(must(await office.admin.undo(act))).toMatchObject({ back: 1, kept: 0 });
    expect(await storedRows(office)).toEqual(rows);
    expect(await toReaders()).toEqual(readers);
    expect(await file(cover)).toBe(200);
    expect(await words.changes()).toEqual(['book B1']);
    expect((await trail('B1')).slice(-2)).toEqual(['book.deleted', 'book.undone']);
    expect(await differingData(office)).toEqual([]);
    await hoursFromNow(25);
    await sweep();
    expect([await file(cover), await differingData(office)]).toEqual([200, []]);
  });

  test('is told before to come back for a day, and that its preview links do not', async () => {
    await fill('B1');
    must(await office.admin.post('/api/v1/preview', { of: 'book', id: 'B1', days: 7 }));
    const { figures } = must(await office.admin.get('/api/v1/reference/book/B1'));
    expect(figures.slice(-2)).toEqual([
      '1 preview link ends, and Undo does not bring it back.',
      'For a day, Undo brings the book back with its words, images, files and units.',
    ]);
    must(await office.admin.undo(await remove('B1')));
    expect(await office.db.selectFrom('preview_link').select('link_idx').execute()).toEqual([]);
  });

  test('does not come back once its files are no longer kept, which is said before; one without files does', async () => {
    await hoursFromNow(0);
    await fill('B1');
    const [act, plain] = [await remove('B1'), await remove('B2')];
    await hoursFromNow(25);
    await sweep();
    const reason = 'This cannot be restored: its files were kept for a day and are gone.';
    const refusal = { status: 409, json: { error: { code: 'undo.no_return', message: reason } } };
    expect(await office.admin.get(`/api/v1/act/${act}`)).toMatchObject(refusal);
    expect(await office.admin.undo(act)).toMatchObject(refusal);
    expect((await office.admin.undo(plain)).status).toBe(200);
    expect(await bids()).toEqual(['B2', 'B3']);
    expect(await differingData(office)).toEqual([]);
  });

  test.each([
    ['its bid', { bid: 'B1' }, 'its ID is now used by another record'],
    ['its ISBN', { bid: 'B9', isbn_print: bookRow(1).isbn_print }, 'its ISBN is used by another book by now'],
  ])('does not come back once another book has %s', async (_what, over, reason) => {
    const act = await remove('B1');
    must(await office.admin.post('/api/v1/book', { books: [bookRow(9, over)], create_missing: true }));
    const before = await storedRows(office);
    const message = `This cannot be restored: ${reason}.`;
    expect(await office.admin.undo(act)).toMatchObject({
      status: 409,
      json: { error: { code: 'undo.no_return', message } },
    });
    expect(await storedRows(office)).toEqual(before);
  });

  test('does not come back into a series that is gone, but does once that is back', async () => {
    must(await office.admin.post('/api/v1/book', { books: [bookRow(5, { series: 'Odd' })], create_missing: true }));
    const { ser_idx } = must(await book('B5'))[0];
    const act = await remove('B5');
    const { act_idx: gone } = must(await office.admin.delete(`/api/v1/series/${ser_idx}`));
    expect(code(await office.admin.undo(act))).toBe('undo.no_return');
    must(await office.admin.undo(gone));
    expect((await office.admin.undo(act)).status).toBe(200);
  });

  test('comes back once, whoever undoes it and whatever is added under its bid at the same moment', async () => {
    const act = await remove('B1');
    const both = await Promise.all([office.admin.undo(act), ben.undo(act)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const again = await remove('B1');
    const books = [bookRow(1, { title: 'Another' })];
    const [undone, added] = await Promise.all([office.admin.undo(again), ben.post('/api/v1/book', { books })]);
    const isBack = undone.status === 200;
    const { title } = must(await book('B1'))[0];
    expect([title, JSON.stringify(added.json).includes('"success":true')]).toEqual([
      isBack ? 'Book 1' : 'Another',
      expect.any(Boolean),
    ]);
    expect(await differingData(office)).toEqual([]);
  });

  test('shares the number of an ISBN again that it shared when it was deleted', async () => {
    const ten = '0306406152';
    await sql`
      update book set isbn_print = case bid when 'B1' then ${ten} else '9780306406157' end,
        shared_isbns = array[case bid when 'B1' then ${ten} else '9780306406157' end] where bid in ('B1', 'B2')`.execute(
      office.db,
    );
    const rows = await storedRows(office);
    must(await office.admin.undo(await remove('B1')));
    expect(await storedRows(office)).toEqual(rows);
  });

  test('with more files than are moved at once keeps them where they are for a day, whatever the sweep', async () => {
    const { bidx } = must(await book('B1'))[0];
    const word = await words.addWord('ice');
    const keys = Array.from({ length: 120 }, (_, n) => `audios/B1/${n}.mp3`);
    for (const key of keys) await office.storage.put(key, Readable.from([Buffer.from('x')]));
    await sql`
      insert into sentence (word_idx, sentence, mdr_targeted, audio_key, audio_type, audio_size, audio_ms)
      select ${word}, key, 'Y', key, 'audio/mpeg', 1, 1 from unnest(${keys}::text[]) key`.execute(office.db);
    const rows = await storedRows(office);
    await hoursFromNow(30);
    const act = await remove('B1');
    await hoursFromNow(42);
    await sweep();
    expect(await differingData(office)).toEqual([]);
    must(await office.admin.undo(act));
    expect(await storedRows(office)).toEqual(rows);
    expect(must(await book('B1'))[0].bidx).toBe(bidx);
    await sweep();
    expect(await differingData(office)).toEqual([]);
    const again = await remove('B1');
    await hoursFromNow(67);
    await sweep();
    expect(code(await office.admin.undo(again))).toBe('undo.no_return');
    expect(await differingData(office)).toEqual([]);
  });
});

describe('Books deleted together', () => {
  test('come back together, or some of them first', async () => {
    await fill('B1');
    const rows = await storedRows(office);
    const act = await removeMany('B1', 'B2', 'B3');
    expect(await bids()).toEqual([]);
    expect(must(await office.admin.undo(act, ['B2']))).toMatchObject({ back: 1, kept: 0 });
    expect(code(await office.admin.undo(act, ['B2']))).toBe('undo.already');
    const { undo: foreseen } = must(await office.admin.get(`/api/v1/act/${act}`));
    expect(foreseen).toMatchObject({
      effects: ['2 books are restored with everything that belongs to them.'],
      kept: 0,
    });
    expect(must(await office.admin.undo(act))).toMatchObject({ back: 2, kept: 0 });
    expect(await storedRows(office)).toEqual(rows);
    expect(await differingData(office)).toEqual([]);
  });

  test('stay deleted, each with the reason, whose bid another book has or whose files are gone', async () => {
    await hoursFromNow(0);
    await fill('B1');
    const act = await removeMany('B1', 'B2', 'B3');
    must(await office.admin.post('/api/v1/book', { books: [bookRow(9, { bid: 'B2' })], create_missing: true }));
    await hoursFromNow(25);
    await sweep();
    const { undo: foreseen } = must(await office.admin.get(`/api/v1/act/${act}`));
    expect(foreseen).toMatchObject({ back: 1, kept: 2 });
    expect(foreseen.first.map(({ reason }: { reason: string }) => reason)).toEqual([
      'its ID is now used by another record',
      'its files were kept for a day and are gone',
    ]);
    expect(must(await office.admin.undo(act))).toMatchObject({ back: 1, kept: 2 });
    expect(await bids()).toEqual(['B2', 'B3']);
    expect(await differingData(office)).toEqual([]);
  });
});

test('books that an earlier release deleted together, and did not store, cannot come back, and that is said', async () => {
  const act = await removeMany('B1', 'B2');
  await emptyTables(office.db, ['act_part']);
  const refusal = { status: 409, json: { error: { code: 'undo.impossible' } } };
  expect(await office.admin.get(`/api/v1/act/${act}`)).toMatchObject(refusal);
  expect(await office.admin.undo(act)).toMatchObject(refusal);
  expect(await office.admin.undo(act, ['B1'])).toMatchObject(refusal);
  expect(await bids()).toEqual(['B3']);
});

describe('A book that was just added', () => {
  const add = async (): Promise<number> => {
    const { ser_idx, lev_idx } = must(await book('B1'))[0];
    const { bid, series: _s, level: _l, ...row } = bookRow(7);
    return must(await office.admin.post(`/api/v1/book/${bid}`, { ...row, format: 'EPUB', ser_idx, lev_idx })).act_idx;
  };

  test('goes when adding it is undone', async () => {
    const rows = await storedRows(office);
    must(await office.admin.undo(await add()));
    expect(await storedRows(office)).toEqual(rows);
  });

  test('stays when it has got a word since', async () => {
    const act = await add();
    await words.addWord('ice', 'B7');
    expect((await office.admin.undo(act)).status).toBe(409);
    expect(await bids()).toContain('B7');
  });
});
