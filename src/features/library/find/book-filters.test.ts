import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const ids: Record<string, number> = {};

const books = [
  bookRow(1, { bid: 'F-1', series: 'Songs', level: 'One', category: 'Myth', age_group: 'Ages 4', language: 'Korean' }),
  bookRow(2, { bid: 'F-2', series: 'Songs', level: 'Two', category: 'Myth', age_group: 'Ages 7', language: 'English' }),
  bookRow(3, { bid: 'F-3', series: 'Tales', level: 'One', category: null, age_group: null, language: null }),
];

beforeAll(async () => {
  office = await startOffice();
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await office.admin.put('/api/v1/book', { bids: ['F-2'] });
  const db = office.db;
  // The last second of a day of the office, and the first of the next.
  const added = (bid: string, created_at: string) =>
    db.updateTable('book').set({ created_at }).where('bid', '=', bid).execute();
  await added('F-1', '2026-03-01T14:59:59Z');
  await added('F-2', '2026-03-01T15:00:00Z');
  await db.updateTable('book').set({ published_at: '2026-03-04T15:00:00Z' }).where('bid', '=', 'F-2').execute();
  const keys = await db
    .selectFrom('book')
    .select(['bid', 'bidx', 'ser_idx', 'lev_idx', 'cat_idx', 'grp_idx'])
    .execute();
  for (const { bid, ser_idx, lev_idx, cat_idx, grp_idx } of keys)
    Object.assign(ids, {
      [`series ${bid}`]: ser_idx,
      [`level ${bid}`]: lev_idx,
      [`cat ${bid}`]: cat_idx,
      [`grp ${bid}`]: grp_idx,
    });
  const bidx = keys.find(({ bid }) => bid === 'F-1')?.bidx ?? 0;
  await db
    .insertInto('book_image')
    .values({
      bidx,
      kind: 'cover',
      place: 1,
      folder: 'images/book/f',
      file_name: 'a.png',
      width: 1,
      height: 1,
      size: 1,
    })
    .execute();
  await db
    .insertInto('book_content')
    .values({
      bidx,
      kind: 'zip',
      file_key: 'contents/z.zip',
      file_name: 'a.zip',
      size: 1,
      unpacked: 1,
      entries: 1,
      uploaded_at: '2026-01-01',
    })
    .execute();
  for (const [word, mdr_targeted] of [
    ['lamp', 'Y'],
    ['moon', 'N'],
  ] as const) {
    const { word_idx } = await db
      .insertInto('word')
      .values({ bidx, word })
      .returning('word_idx')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('sentence')
      .values({ word_idx, sentence: `A ${word}.`, mdr_targeted })
      .execute();
  }
});
afterAll(() => office.close());

async function page(query: string) {
  const { status, body } = await office.admin.get(`/book?sort=bid&${query}`);
  expect(status).toBe(200);
  return { body, ...JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '') };
}
const bidsOf = async (query: string): Promise<string[]> =>
  (await page(query)).found.rows.map((row: { bid: string }) => row.bid);
const idOf = (name: string) => String(ids[name]);

const cases: [string, () => Record<string, string>, string[]][] = [
  ['the published', () => ({ status: 'published' }), ['F-2']],
  ['those not published', () => ({ status: 'unpublished' }), ['F-1', 'F-3']],
  ['a series', () => ({ series: idOf('series F-1') }), ['F-1', 'F-2']],
  ['a level of a series', () => ({ series: idOf('series F-1'), level: idOf('level F-2') }), ['F-2']],
  ['a category', () => ({ category: idOf('cat F-1') }), ['F-1', 'F-2']],
  ['an age group', () => ({ age_group: idOf('grp F-2') }), ['F-2']],
  ['a language', () => ({ language: 'Korean' }), ['F-1']],
  ['a format', () => ({ format: 'SPINDLE' }), ['F-1', 'F-2', 'F-3']],
  ['those without a cover', () => ({ missing: 'cover' }), ['F-2', 'F-3']],
  ['those with a sentence that lacks its audio', () => ({ missing: 'audio' }), ['F-1']],
  ['those without a content file', () => ({ missing: 'content' }), ['F-2', 'F-3']],
  ['those that cannot be read on mobile', () => ({ missing: 'mobile' }), ['F-1', 'F-2', 'F-3']],
  ['those without previews', () => ({ missing: 'previews' }), ['F-1', 'F-2', 'F-3']],
  ['those without words', () => ({ missing: 'words' }), ['F-2', 'F-3']],
  ['those without a reading level', () => ({ missing: 'level' }), ['F-1', 'F-2', 'F-3']],
  ['those without an age group', () => ({ missing: 'age_group' }), ['F-3']],
  ['those that are not ready', () => ({ readiness: 'unready' }), ['F-1', 'F-2', 'F-3']],
  ['those that are ready', () => ({ readiness: 'ready' }), []],
  ['those added since a day of the office', () => ({ added_since: '2026-03-02' }), ['F-2', 'F-3']],
  ['those published since a day of the office', () => ({ published_since: '2026-03-05' }), ['F-2']],
  ['none where all were published before', () => ({ published_since: '2026-03-06' }), []],
  ['several of these at once', () => ({ status: 'unpublished', missing: 'cover', search_val: 'f-' }), ['F-3']],
];

describe('The list of books', () => {
  test.each(cases)(
    'is narrowed to %s, and so are its export and an act on all that match',
    async (_what, of, found) => {
      const query = new URLSearchParams(of());
      expect(await bidsOf(String(query))).toEqual(found);
      const sheet = await office.admin.get(`/book/export?as=csv&sort=bid&${query}`);
      expect(
        sheet.body
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[0]),
      ).toEqual(found);
      const numbers = new Set(['series', 'level', 'category', 'age_group']);
      const filter = Object.fromEntries(
        [...query].map(([name, value]) => [name, numbers.has(name) ? Number(value) : value]),
      );
      const act = await office.admin.put('/api/v1/book', { selection: { filter, except: [] }, dry_run: true });
      expect(act.json.results.count).toBe(found.length);
    },
  );

  test('says how many books each choice would leave beside the other filters', async () => {
    const counts = async (filter: Record<string, string>) =>
      (await office.admin.get(`/api/v1/book/choice/count?${new URLSearchParams(filter)}`)).json.results;
    expect(await counts({})).toEqual({
      status: { published: 1, unpublished: 2 },
      level: { [idOf('level F-1')]: 1, [idOf('level F-2')]: 1, [idOf('level F-3')]: 1 },
      category: { [idOf('cat F-1')]: 2 },
      age_group: { [idOf('grp F-1')]: 1, [idOf('grp F-2')]: 1 },
      language: { Korean: 1, English: 1 },
      format: { SPINDLE: 3 },
      missing: { cover: 2, previews: 3, content: 2, words: 2, audio: 1, level: 3, age_group: 1, mobile: 3 },
      readiness: { unready: 3 },
      epub_check: { none: 3 },
    });
    // What is chosen in a field narrows the others, not its own.
    const chosen = await counts({ status: 'unpublished', language: 'Korean', search_val: 'f-' });
    expect(chosen).toMatchObject({
      status: { unpublished: 1 },
      language: { Korean: 1 },
      missing: { previews: 1, audio: 1, level: 1 },
    });
    expect(chosen.status).toEqual({ unpublished: 1 });
    expect(await counts({ missing: 'cover', published_since: '2026-03-06' })).toEqual(
      Object.fromEntries(Object.keys(chosen).map((field) => [field, {}])),
    );
    expect((await office.admin.get('/api/v1/book/choice/count?status=maybe')).status).toBe(400);
  });

  test('ignores a level of another series, and filters it cannot read', async () => {
    const other = `series=${idOf('series F-3')}&level=${idOf('level F-1')}`;
    expect(await bidsOf(other)).toEqual(['F-3']);
    expect(await bidsOf('status=maybe&missing=pages&category=x&level=&language=&added_since=soon')).toHaveLength(3);
  });

  test('names each filter in use, with a link that removes it and keeps the others', async () => {
    const [series, level] = [idOf('series F-1'), idOf('level F-2')];
    const { body } = await page(`series=${series}&level=${level}&language=English`);
    for (const chip of ['Series: Songs', 'Level: Two', 'Language: English']) expect(body).toShow(`Remove ${chip}`);
    const link = (chip: string) => new RegExp(`href="([^"]*)" aria-label="Remove ${chip}"`).exec(body)?.[1];
    expect(link('Level: Two')).toBe(`/book?series=${series}&amp;language=English&amp;sort=bid`);
    // A level has no effect without its series.
    expect(link('Series: Songs')).toBe('/book?language=English&amp;sort=bid');
  });

  test('offers the values that books have', async () => {
    const { choices } = await page(`series=${idOf('series F-1')}`);
    expect(choices.languages).toEqual(['English', 'Korean'].map((value) => ({ value, label: value })));
    expect(choices.levels.map(({ title }: { title: string }) => title)).toEqual(['One', 'Two']);
    expect(choices.categories).toEqual([{ id: ids['cat F-1'], title: 'Myth' }]);
    expect((await page('format=')).choices.levels).toEqual([]);
  });
});

test.each([
  ['status', 'maybe'],
  ['level', 'One'],
  ['missing', 'pages'],
  ['language', ''],
])('an act refuses a filter by %s that it cannot read', async (name, value) => {
  const selection = { filter: { [name]: value }, except: [] };
  expect((await office.admin.put('/api/v1/book', { selection, dry_run: true })).status).toBe(400);
});
