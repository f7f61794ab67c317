import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { sentenceRow, silentMp3 } from '#features/word/sentence.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { requirementKeys } from './readiness.rules.ts';

let office: Office;

beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await sql`truncate book restart identity cascade`.execute(office.db);
});

const measured = { level_type: 'Lexile', lexile: '320L', age_group: 'Ages 6 to 8' };
const add = (...rows: object[]) =>
  office.admin.post('/api/v1/book', { books: rows.map((over, n) => bookRow(n + 1, over)), create_missing: true });
const propsOf = async (url: string) => {
  const { body } = await office.admin.get(url);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
};
interface Requirement {
  key: string;
  isMissing: boolean;
  text: string;
  hint: string;
  suggestion: { label: string; body: object } | null;
}
const requirementsOf = async (bid: string, lang = 'en'): Promise<Requirement[]> =>
  (await propsOf(`/book/${bid}?lang=${lang}`)).readiness;
const gapsOf = async (bid: string) =>
  (await requirementsOf(bid)).filter(({ isMissing }) => isMissing).map(({ text }) => text);
const bidsOf = async (query: string): Promise<string[]> =>
  (await propsOf(`/book?sort=bid&${query}`)).found.rows.map(({ bid }: { bid: string }) => bid);

/** Fills gaps directly in the database, as any feature or SQL may. */
const give = async (bid: string, ...what: ('cover' | 'previews' | 'content' | 'words')[]) => {
  const { bidx } = await office.db.selectFrom('book').select('bidx').where('bid', '=', bid).executeTakeFirstOrThrow();
  const image = { bidx, place: 1, file_name: 'a.png', width: 600, height: 824, size: 1 };
  for (const one of what) {
    const folder = `images/book/${bid}-${one}`;
    if (one === 'words') await office.db.insertInto('word').values({ bidx, word: 'lamp' }).execute();
    else if (one === 'content')
      await sql`insert into book_content (bidx, kind, file_key, file_name, size, unpacked, entries, uploaded_at)
        values (${bidx}, 'epub', ${folder}, 'a.epub', 1, 1, 1, now())`.execute(office.db);
    else {
      const kind = one === 'cover' ? 'cover' : 'preview';
      await office.db
        .insertInto('book_image')
        .values({ ...image, kind, folder })
        .execute();
    }
  }
};
const addSentence = (bid: string, n: number) =>
  office.admin.post('/api/v1/sentence', { sentences: [{ ...sentenceRow(n, bid), mdr_targeted: 'Y' }] });
const addAudio = async (n: number) => {
  const sentences = await office.db
    .selectFrom('sentence')
    .select(['sent_idx', 'version'])
    .orderBy('sent_idx')
    .execute();
  const { sent_idx, version } = sentences[n] ?? { sent_idx: 0, version: 0 };
  const form = new FormData();
  form.append('version', String(version));
  form.append('audio', new File([new Uint8Array(silentMp3(200))], 'a.mp3'));
  return office.admin.upload(`/api/v1/sentence/${sent_idx}`, form);
};

/** What is kept for lists, beside what is counted anew. */
const stored = async () =>
  (
    await sql<{ bid: string; kept: string[]; counted: string[] }>`
      select b.bid, r.missing as kept, m.missing as counted from book b left join book_readiness r using (bidx)
      left join missing_in(array(select bidx from book)) m using (bidx) order by b.bid`.execute(office.db)
  ).rows;

describe('The page of a book', () => {
  test('says what the book lacks, what that means for readers, and what is in order', async () => {
    await add({});
    expect(await gapsOf('B1')).toEqual([
      'No cover',
      'No previews',
      'No content file',
      'No words',
      'No reading level',
      'No age group',
    ]);
    await add({ bid: 'B2', isbn_print: bookRow(2).isbn_print, isbn_spindle: bookRow(2).isbn_spindle, ...measured });
    await give('B2', 'cover', 'previews', 'content');
    await addSentence('B2', 1);
    await addSentence('B2', 2);
    expect((await addAudio(0)).status).toBe(200);
    expect(await requirementsOf('B2')).toMatchObject([
      { key: 'cover', isMissing: false, text: '600 × 824 pixels' },
      { key: 'previews', isMissing: false, text: '1 page' },
      { key: 'content', isMissing: false, text: 'EPUB' },
      { key: 'epub', isMissing: false, isOpen: true, text: 'No EPUB to check' },
      { key: 'words', isMissing: false, isOpen: false, text: '2 words, 2 sentences' },
      {
        key: 'audio',
        isMissing: true,
        text: '1 sentence has no audio',
        hint: '1 of 2 have it. Drop MP3 files here; they are matched by name.',
      },
      { key: 'level', isMissing: false, text: 'Level 1, 320L' },
      { key: 'age_group', isMissing: false, text: 'Ages 6 to 8' },
    ]);
    expect((await requirementsOf('B2', 'ko'))[5]).toMatchObject({ text: '오디오 없는 문장 1개' });
  });

  test('says who changed what last, and nothing that the name of the act says', async () => {
    await add({ bid: 'LATEST', author: 'Ada Penrose' });
    await office.admin.put('/api/v1/book/LATEST', { author: 'Ann Author', publisher: 'Harbour' });
    await office.admin.put('/api/v1/book', { bids: ['LATEST'] });
    const { latest } = await propsOf('/book/LATEST');
    const by = { actor: 'ada', part: '' };
    expect(latest).toMatchObject([
      { ...by, action: 'published', change: null, more: 0 },
      { ...by, action: 'changed', change: { field: 'Author', before: 'Ada Penrose', after: 'Ann Author' }, more: 1 },
      { ...by, action: 'imported', change: null },
    ]);
  });

  test('suggests the age group of most other books of the level, which one call sets', async () => {
    await add({}, measured, measured, { age_group: 'Ages 4' }, { level: 'Level 2' });
    const [ageGroup] = (await requirementsOf('B1')).filter(({ key }) => key === 'age_group');
    expect(ageGroup).toMatchObject({
      hint: '2 of 3 other books of Level 1 are in Ages 6 to 8.',
      suggestion: { label: 'Set Ages 6 to 8' },
    });
    expect((await requirementsOf('B5')).find(({ key }) => key === 'age_group')?.suggestion).toBe(null);
    await office.admin.put('/api/v1/book/B1', { ...ageGroup?.suggestion?.body, version: 1 });
    expect(await gapsOf('B1')).not.toContain('No age group');
  });

  test('leads to the next book that lacks one thing, around the library', async () => {
    await add(measured, measured, {}, measured);
    for (const bid of ['B1', 'B2', 'B4']) await give(bid, 'previews', 'content', 'words');
    const next = async (bid: string) => (await propsOf(`/book/${bid}/words`)).head.nextToFinish;
    expect([await next('B1'), await next('B2'), await next('B3'), await next('B4')]).toEqual(['B2', 'B4', 'B4', 'B1']);
    await give('B2', 'cover');
    await give('B4', 'cover');
    expect([await next('B1'), await next('B2')]).toEqual([null, 'B1']);
  });

  test('shows who changed it last', async () => {
    await add({ bid: 'LAST' });
    await office.admin.put('/api/v1/book/LAST', { author: 'Ann', version: 1 });
    expect((await propsOf('/book/LAST')).latest).toMatchObject([
      { actor: 'ada', action: 'changed', part: '' },
      { actor: 'ada', action: 'imported', part: '' },
    ]);
  });
});

describe('Readiness in lists', () => {
  test('is the same as on the page, whatever fills or opens a gap', async () => {
    await add(measured, {});
    await give('B1', 'previews', 'content');
    expect(await bidsOf('readiness=nearly')).toEqual([]);
    await addSentence('B1', 1);
    await office.admin.upload('/api/v1/book/B1/cover', fileForm('book_cover', { 'a.jpg': await jpeg() }));
    expect(await bidsOf('readiness=nearly')).toEqual(['B1']);
    expect(await bidsOf('readiness=unready')).toEqual(['B1', 'B2']);
    await addAudio(0);
    expect(await bidsOf('readiness=ready')).toEqual(['B1']);
    await office.admin.put('/api/v1/book/B1', { grp_idx: null, version: 1 });
    expect(await bidsOf('readiness=nearly&missing=age_group')).toEqual(['B1']);
    await office.db.deleteFrom('word').execute();
    expect(await bidsOf('readiness=nearly')).toEqual([]);
    for (const { bid, kept: one, counted } of await stored()) expect({ bid, one }).toEqual({ bid, one: counted });
    await office.db.deleteFrom('book').where('bid', '=', 'B2').execute();
    expect(await stored()).toHaveLength(1);
  });

  test('is right after two people fill one gap together, each the half of it', async () => {
    await add(measured);
    await addSentence('B1', 1);
    await addSentence('B1', 2);
    const found = await Promise.all([addAudio(0), addAudio(1)]);
    expect(found.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored()).toMatchObject([{ kept: ['cover', 'previews', 'content'] }]);
  });

  test('is stored of many books that change together, after a change of one', async () => {
    const books = Array.from({ length: 300 }, (_, n) => bookRow(n + 1, measured));
    await office.admin.post('/api/v1/book', { books, create_missing: true });
    await office.db.updateTable('book').set({ grp_idx: null }).where('bid', '=', 'B1').execute();
    await office.db.updateTable('book').set({ grp_idx: null }).execute();
    const open = await sql`select from book_readiness where 'age_group' = any(missing)`.execute(office.db);
    expect(open.rows).toHaveLength(300);
  });

  test('narrows exports and acts too', async () => {
    await add(measured, {});
    await give('B1', 'cover', 'content', 'words');
    const { body } = await office.admin.get('/book/export?as=csv&readiness=nearly');
    expect(body.split('\r\n').slice(1, -1)).toMatchObject([expect.stringMatching(/^B1,/)]);
    const selection = { filter: { readiness: 'nearly' }, except: [] };
    expect((await office.admin.put('/api/v1/book', { selection })).json.results.changed).toBe(1);
    const refused = { filter: { readiness: 'almost' }, except: [] };
    expect((await office.admin.put('/api/v1/book', { selection: refused })).status).toBe(400);
  });
});

describe('An EPUB', () => {
  const check = (status: string, messages: object[] = []) =>
    sql`insert into epub_check (bidx, file_key, status, requested_at, messages)
      select bidx, file_key, ${status}, now(), ${JSON.stringify(messages)}::jsonb from book_content where kind = 'epub'
      on conflict (bidx) do update set status = excluded.status, messages = excluded.messages`.execute(office.db);

  test('keeps its book from being ready while the check finds errors in it, but not from being published', async () => {
    await add(measured);
    await give('B1', 'cover', 'previews', 'content', 'words');
    expect(await bidsOf('readiness=ready')).toEqual(['B1']);
    await check('failed', [{ severity: 'error' }, { severity: 'fatal' }, { severity: 'warning' }]);
    expect(await gapsOf('B1')).toEqual(['The EPUB has 2 errors']);
    expect(await bidsOf('missing=epub')).toEqual(['B1']);
    expect(await bidsOf('readiness=nearly')).toEqual(['B1']);
    const answer = await office.admin.put('/api/v1/book', { selection: { ids: ['B1'] }, published: true });
    expect(answer.json.results.changed).toBe(1);
    await check('warnings');
    expect(await bidsOf('readiness=ready')).toEqual(['B1']);
    await check('failed');
    await sql`delete from book_content`.execute(office.db);
    expect(await gapsOf('B1')).toEqual(['No content file']);
  });
});

describe('Publishing', () => {
  const foresee = async (ids: string[]) =>
    (await office.admin.put('/api/v1/book', { selection: { ids }, dry_run: true })).json.results;

  test('shows of one book the list that its page shows', async () => {
    await add(measured);
    await give('B1', 'content', 'words');
    expect((await foresee(['B1'])).question.figures).toEqual(await gapsOf('B1'));
    await give('B1', 'cover', 'previews');
    expect((await foresee(['B1'])).question.figures).toEqual(['Nothing is missing']);
  });

  test('counts of many what they lack, by what it is', async () => {
    await add({}, measured, measured);
    await give('B2', 'cover', 'previews', 'content', 'words');
    const { figures, question } = await foresee(['B1', 'B2', 'B3']);
    expect(requirementKeys.map((key) => figures[`no_${key}`])).toEqual([2, 2, 2, 0, 2, 0, 1, 1]);
    expect(question.figures).toEqual([
      '2 have no cover',
      '2 have no previews',
      '2 have no content file',
      '2 have no words',
      '1 has no reading level',
      '1 has no age group',
    ]);
  });
});
