import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { jpeg } from '#features/image/image.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { testDatabase } from '#test/test-database.ts';
import { openDocument } from '#test/open-document.ts';
import { portalDesk } from './portal.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = portalDesk(() => office);
const { request, results } = desk;

let series: number;
let level: number;
beforeEach(async () => {
  await desk.clear();
  series = await desk.addSeries('First Steps');
  level = await desk.addLevel(series, 'Level 1');
});

const published = { published_at: new Date(0).toISOString() };
const bids = (answer: { results: { bid: string }[] }) => answer.results.map(({ bid }) => bid);
const upload = (url: string, fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return office.admin.upload(url, form);
};
const file = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

describe('Books', () => {
  test('a published book is answered with its words, sentences, audio, pictures and files', async () => {
    await desk.addBooks(series, level, 1, published);
    const bid = `b${level}-1`;
    const { word_idx } = (await office.admin.form(`/api/v1/book/${bid}/word`, { word: 'red lantern' })).json.results;
    const sentence = { bid, word_idx: String(word_idx), word: 'red_lantern', sentence: 'It glows.', mdr_targeted: 'Y' };
    await upload('/api/v1/sentence', { ...sentence, audio: file(silentMp3(), `${bid}_red_lantern.mp3`) });
    await upload(`/api/v1/book/${bid}/cover`, { book_cover: file(await jpeg(), 'cover.jpg') });
    await upload(`/api/v1/book/${bid}/epub`, { file: file(madeEpub(), 'book.epub') });
    const { status, json } = await request(`books/${bid}`);
    expect(status).toBe(200);
    expect(json.results).toMatchObject({
      bid,
      series: { ser_idx: series, title: 'First Steps' },
      level: { lev_idx: level, title: 'Level 1' },
      category: null,
      previews: [],
      content: [{ kind: 'epub', url: `/portal/v1/books/${bid}/content/epub` }],
      words: [{ word: 'red_lantern', sentences: [{ sentence: 'It glows.', audio: { type: 'audio/mpeg' } }] }],
    });
    expect(json.results).not.toHaveProperty('remarks');
    const { url } = json.results.words[0].sentences[0].audio;
    expect(await office.stranger.get(url)).toMatchObject({ status: 200, headers: { 'content-type': 'audio/mpeg' } });
    expect(await office.stranger.get(json.results.cover.small)).toMatchObject({ status: 200 });
    expect(await request(`books/${bid}/sentences`)).toMatchObject({
      json: { results: [{ word: 'red_lantern', sentence: 'It glows.' }], next: null },
    });
    const download = await request(`books/${bid}/content/epub`);
    expect(download.status).toBe(303);
    expect((await office.stranger.get(String(download.headers.location))).status).toBe(200);
    await desk.unpublish(bid);
    expect((await request(`books/${bid}/content/epub`)).status).toBe(404);
  });

  test('pages link to the next, with each book once, also while others are created and deleted', async () => {
    await desk.addBooks(series, level, 5, published);
    const first = (await request('books?limit=2')).json;
    expect(bids(first)).toEqual([1, 2].map((n) => `b${level}-${n}`));
    await desk.unpublish(`b${level}-1`, `b${level}-4`);
    const second = (await request(`books?limit=2&after=${first.next}`)).json;
    expect(bids(second)).toEqual([3, 5].map((n) => `b${level}-${n}`));
    expect(second.next).toBeNull();
    expect(await request('books?after=nonsense')).toMatchObject({ status: 400, json: { error: { fields: {} } } });
    expect((await request('books?limit=501')).status).toBe(400);
  });

  test('updated_since finds a book when anything of it changed, the earliest first', async () => {
    await desk.addBooks(series, level, 3, published);
    const [one, two, three] = [1, 2, 3].map((n) => `b${level}-${n}`) as [string, string, string];
    await new Promise((resolve) => setTimeout(resolve, 2));
    const since = new Date().toISOString();
    expect(bids((await request(`books?updated_since=${since}`)).json)).toEqual([]);
    await desk.addSentence(three, 'sea', 'The sea is wide.');
    await desk.unpublish(two);
    await desk.publish(two);
    const page = (await request(`books?updated_since=${since}&limit=1`)).json;
    expect(bids(page)).toEqual([three]);
    expect(bids((await request(`books?updated_since=${since}&after=${page.next}`)).json)).toEqual([two]);
    expect(bids((await request('books?updated_since=0')).json)).toEqual([one, three, two]);
    for (const never of ['yesterday', '2026-02-30', '2026-02-30T09:00:00Z'])
      expect((await request(`books?updated_since=${never}`)).status).toBe(400);
    expect((await request(`books?after=${page.next}`)).status).toBe(400);
  });

  test('fields selects what each book has, words too, and an unknown field is named', async () => {
    await desk.addBooks(series, level, 1, published);
    const bid = `b${level}-1`;
    await desk.addSentence(bid, 'sea', 'The sea is wide.');
    const words = [{ word: 'sea', sentences: [{ sentence: 'The sea is wide.' }] }];
    expect((await request('books?fields=title,words')).json.results).toMatchObject([
      { bid, title: `Book ${bid}`, words },
    ]);
    expect(Object.keys((await results('books?fields=title'))[0])).toEqual(['bid', 'title']);
    expect(Object.keys((await results('books'))[0])).not.toContain('words');
    const refused = await request('books?fields=title,remarks');
    expect(refused).toMatchObject({ status: 400, json: { error: { fields: { 'fields.1': expect.any(String) } } } });
  });

  test('lists of one series, level or public collection have only its published books', async () => {
    const other = await desk.addLevel(series, 'Level 2');
    await desk.addBooks(series, level, 2, published);
    await desk.addBooks(series, other, 1, published);
    await desk.unpublish(`b${level}-2`);
    await desk.add('C1', { is_public: 'O' });
    await desk.put('C1', 'level', level);
    expect(bids((await request(`books?series=${series}`)).json)).toEqual([`b${level}-1`, `b${other}-1`]);
    expect(bids((await request(`books?level=${level}`)).json)).toEqual([`b${level}-1`]);
    expect(bids((await request('books?collection=C1')).json)).toEqual([`b${level}-1`]);
    await desk.change('C1', { is_public: 'X' });
    expect((await request('books?collection=C1')).json).toEqual((await request('books?collection=NONE')).json);
  });
});

describe('Collections', () => {
  test('a collection has the texts of a language, English where one is missing, and says which', async () => {
    const en = { title: 'Summer', summary: 'Short', notice: '', description: '<p>Sea</p>' };
    const ko = { title: '여름', summary: '', notice: '', description: '<p>바다</p>' };
    await desk.add('C1', { title: en.title, is_public: 'O', multi_lang_data: { en, ko } });
    expect(await results('collections/C1?language=ko')).toMatchObject({
      ...en,
      title: '여름',
      description: '<p>바다</p>',
      languages: { title: 'ko', summary: 'en', notice: null, description: 'ko' },
      locales: ['en', 'ko'],
    });
    expect(await results('collections/C1?language=ja')).toMatchObject({ ...en, languages: { title: 'en' } });
    expect(await results('collections/C1')).toMatchObject(en);
    expect(await results('collections?language=ko')).toMatchObject([{ cid: 'C1', title: '여름' }]);
    expect((await request('collections/C1?language=xx')).status).toBe(400);
  });

  test('a page of collections with their books has a lower limit, and links to the next', async () => {
    for (let n = 0; n < 12; n++) await desk.add(`C${n}`, { is_public: 'O' });
    const page = async (query: string) => (await request(`collections?limit=500&${query}`)).json;
    expect((await page('fields=contents')).results).toHaveLength(12);
    const first = await page('fields=books');
    expect(first.results).toHaveLength(10);
    const rest = await page(`fields=books&after=${first.next}`);
    expect(rest.results).toHaveLength(2);
    expect(rest.next).toBeNull();
  });

  test('a collection has its prices in order, its items and the published books they reach, each once', async () => {
    const [one, two] = (await desk.addBooks(series, level, 2, published)) as [number, number];
    await desk.unpublish(`b${level}-2`);
    const prices = [
      { currency: 'USD', price: '19.9', discounted_price: '9.90', subscription_period: 30, display_order: 2 },
      { currency: 'KRW', price: '9900', display_order: 1 },
    ];
    await desk.add('C1', { is_public: 'O', prices });
    for (const [type, id] of [
      ['series', series],
      ['level', level],
      ['book', one],
      ['book', two],
    ] as const)
      await desk.put('C1', type, id);
    const found = await results('collections/C1');
    expect(found.prices.map(({ currency }: { currency: string }) => currency)).toEqual(['KRW', 'USD']);
    expect(found.contents).toEqual([
      { content_type: 'series', content_idx: series, title: 'First Steps', bid: null, ser_idx: series },
      { content_type: 'level', content_idx: level, title: 'Level 1', bid: null, ser_idx: series },
      { content_type: 'book', content_idx: one, title: `Book b${level}-1`, bid: `b${level}-1`, ser_idx: series },
    ]);
    expect(bids({ results: found.books })).toEqual([`b${level}-1`]);
    for (const internal of ['owned_by', 'lock', 'version']) expect(found).not.toHaveProperty(internal);
  });

  test('advertised collections come in the order set by staff, without private ones', async () => {
    for (const cid of ['C1', 'C2', 'C3']) {
      const { cidx } = await desk.add(cid, { is_public: 'O' });
      await desk.advertise(cidx, true);
    }
    const order = async () => (await results('advertised')).map(({ cid }: { cid: string }) => cid);
    const before = await order();
    expect(before.toSorted()).toEqual(['C1', 'C2', 'C3']);
    const rows = (await office.db.selectFrom('collection').select(['cidx', 'cid']).execute()) as {
      cidx: number;
      cid: string;
    }[];
    const sequence = before.toReversed().map((cid: string) => rows.find((row) => row.cid === cid)?.cidx);
    await office.admin.put('/api/v1/collection/advertisement/order', { sequence });
    expect(await order()).toEqual(before.toReversed());
    await desk.change('C2', { is_public: 'X' });
    expect(await order()).not.toContain('C2');
  });
});

describe('Series, roadmaps and guides', () => {
  test('series and their levels follow the order set by staff', async () => {
    const other = await desk.addSeries('Second Steps');
    const second = await desk.addLevel(series, 'Level 2');
    await office.admin.put('/api/v1/series/difficulty', [other, series]);
    await office.admin.put(`/api/v2/level/${series}`, { sequence: [second, level] });
    expect((await request('series')).json).toEqual({
      results: [
        { ser_idx: other, title: 'Second Steps', levels: [] },
        {
          ser_idx: series,
          title: 'First Steps',
          levels: [
            { lev_idx: second, title: 'Level 2' },
            { lev_idx: level, title: 'Level 1' },
          ],
        },
      ],
      next: null,
    });
    const first = (await request('series?limit=1')).json;
    expect((await request(`series?after=${first.next}`)).json.results).toMatchObject([{ ser_idx: series }]);
  });

  test('a roadmap has rows of published books, without empty rows', async () => {
    await desk.addBooks(series, level, 3, published);
    const [one, two, three] = [1, 2, 3].map((n) => `b${level}-${n}`) as [string, string, string];
    const group = await desk.addGroup('Ages 6 to 8');
    for (const [target_row, some] of [
      [0, [one, two]],
      [1, [three]],
    ] as const)
      await office.admin.put('/api/v1/roadmap', { target_group: group, target_row, bids: some });
    const rows = async () =>
      (await results(`roadmaps/${group}`)).rows.map((row: { bid: string }[]) => row.map(({ bid }) => bid));
    expect(await rows()).toEqual([[one, two], [three]]);
    expect(await results('roadmaps')).toEqual([{ grp_idx: group, title: 'Ages 6 to 8' }]);
    await desk.unpublish(one, three);
    expect(await rows()).toEqual([[two]]);
    expect((await request('roadmaps/999999')).status).toBe(404);
    await office.db.deleteFrom('roadmap_book').execute();
  });

  test('a series guide has its items in order, with the names of the age ranges', async () => {
    await desk.guides.add('First', { legend: ' Phonics,Stories , Phonics', start: 2, length: 3 });
    await desk.guides.add('Second');
    expect(await results('series_guides')).toMatchObject([{ gui_id: 'g', items: 2 }]);
    const guide = await results('series_guides/g');
    expect(guide.ages).toHaveLength(10);
    expect(guide.items).toMatchObject([
      { title: 'First', legend: ['Phonics', 'Stories'], start: 2, length: 3, cover: null },
      { title: 'Second', legend: [] },
    ]);
    expect((await request('series_guides/none')).status).toBe(404);
  });
});

describe('Conditional requests', () => {
  const etagOf = async (path: string) => String((await request(path)).headers.etag);
  /** Moves the times of the changes so far. The change it adds concerns no answer, but makes the portal look again. */
  const moveTimes = async (by: string) => {
    await sql`insert into change (kind, at) values ('elsewhere', now())`.execute(office.db);
    await sql`update change set numbered_at = numbered_at + ${by}::interval`.execute(office.db);
  };
  /** Lets time pass since the changes so far: within the current second, more changes may follow. */
  const settle = () => moveTimes('-1 minute');
  const timeOf = async (path: string) => String((await request(path)).headers['last-modified']);

  test('what has not changed is answered 304 without a body, by its tag and by its time', async () => {
    await desk.addBooks(series, level, 1, published);
    const bid = `b${level}-1`;
    await settle();
    for (const path of [`books/${bid}`, 'books', 'series', `books/${bid}/sentences`, 'collections']) {
      const { headers } = await request(path);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: expect.stringContaining('authorization'),
      });
      const same = await request(path, { 'if-none-match': `"other", ${String(headers.etag)}` });
      expect(same).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } });
      expect(await request(path, { 'if-modified-since': String(headers['last-modified']) })).toMatchObject({
        status: 304,
      });
      const long = new Date(0).toUTCString();
      expect((await request(path, { 'if-modified-since': long })).status).toBe(200);
      expect(
        (await request(path, { 'if-none-match': '"other"', 'if-modified-since': new Date().toUTCString() })).status,
      ).toBe(200);
    }
  });

  test('each answer has the time of the last change of anything it contains', async () => {
    await desk.addBooks(series, level, 2, published);
    const [one, two] = [`b${level}-1`, `b${level}-2`];
    await desk.add('C1', { is_public: 'O' });
    await desk.add('C2', { is_public: 'O' });
    const paths = [
      'series',
      'books',
      `books/${one}`,
      `books/${two}`,
      'collections',
      'collections/C1',
      'collections/C2',
    ];
    const moved = async (act: () => Promise<unknown>) => {
      await settle();
      const before = await Promise.all(paths.map(timeOf));
      await act();
      const after = await Promise.all(paths.map(timeOf));
      return paths.filter((_, n) => before[n] !== after[n]);
    };
    expect(await moved(() => office.admin.put(`/api/v1/book/${one}`, { title: 'Another title' }))).toEqual([
      'books',
      `books/${one}`,
      // Any book may be in a collection.
      'collections',
      'collections/C1',
      'collections/C2',
    ]);
    const retitled = moved(() => desk.change('C1', { title: 'Another title' }));
    expect(await retitled).toEqual(['collections', 'collections/C1']);
    expect(await moved(() => desk.addSeries('Second Steps'))).toEqual(paths);
    expect(await moved(() => desk.add('PRIVATE'))).toEqual(['collections']);
  });

  test('an answer with no recorded change has the time of the oldest recorded change', async () => {
    await desk.add('C1', { is_public: 'O' });
    await settle();
    const { rows } = await sql<{ oldest: number }>`
      select floor(extract(epoch from numbered_at))::bigint as oldest from change
      where kind <> 'series' and kind <> 'level' order by change_idx limit 1`.execute(office.db);
    await office.db.deleteFrom('change').where('kind', 'in', ['series', 'level']).execute();
    const time = await timeOf('series');
    expect(Date.parse(time) / 1000).toBe(rows[0]?.oldest);
    expect((await request('series', { 'if-modified-since': time })).status).toBe(304);
    await office.db.deleteFrom('change').execute();
    expect((await request('series')).headers).not.toHaveProperty('last-modified');
  });

  test('only a sent time counts: none in the second of a change, none from before a clock went back', async () => {
    await desk.addBooks(series, level, 1, published);
    await settle();
    const since = async (time: string) => (await request('series', { 'if-modified-since': time })).status;
    const first = await timeOf('series');
    expect(await since(first)).toBe(304);
    expect(await since(new Date().toUTCString())).toBe(200);
    // A change of this second does not count either: until the second is over, more may follow.
    await moveTimes('1 hour');
    expect(await since(await timeOf('series'))).toBe(200);
    await moveTimes('-2 hours');
    expect(await since(first)).toBe(200);
    expect(await since(await timeOf('series'))).toBe(304);
  });

  test('everything that readers would see differently changes the tag', async () => {
    await desk.addBooks(series, level, 1, published);
    const bid = `b${level}-1`;
    await desk.add('C1', { is_public: 'O' });
    await desk.put('C1', 'series', series);
    const seen = [await etagOf('collections/C1')];
    await office.admin.put(`/api/v1/book/${bid}`, { title: 'Another title' });
    seen.push(await etagOf('collections/C1'));
    await office.admin.put(`/api/v1/series/${series}`, { title: 'Another series' });
    seen.push(await etagOf('collections/C1'));
    await desk.unpublish(bid);
    seen.push(await etagOf('collections/C1'));
    expect(new Set(seen).size).toBe(4);
    expect(await etagOf('collections/C1')).toBe(seen.at(-1));
  });

  test('sentences that are imported into many books, or undone, change the tag', async () => {
    await desk.addBooks(series, level, 1, published);
    const bid = `b${level}-1`;
    const tags = async () => [await etagOf(`books/${bid}`), await etagOf(`books/${bid}/sentences`)];
    const before = await tags();
    const row = { bid, word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'N' };
    const { success } = (await office.admin.post('/api/v1/sentence', { sentences: [row] })).json.results;
    expect(success).toBe(true);
    const after = await tags();
    for (const [n, tag] of after.entries()) expect(tag).not.toBe(before[n]);
  });

  test('staff can let caches answer for some seconds, which are told what each answer is made of', async () => {
    await desk.set('portal.cache_seconds', 30);
    const at = () => request('series').then(({ headers }) => headers['cache-control']);
    await expect.poll(at).toBe('public, max-age=0, s-maxage=30, must-revalidate');
    // By these a cache finds what a change affects.
    const { headers } = await request('roadmaps');
    expect(headers).toMatchObject({
      'surrogate-key': 'age_group book roadmap',
      'cache-tag': 'age_group,book,roadmap',
      vary: expect.stringContaining('authorization, origin'),
    });
    await desk.set('portal.cache_seconds', 0);
    await expect.poll(at).toBe('public, max-age=0, must-revalidate');
    expect((await request('roadmaps')).headers).not.toHaveProperty('surrogate-key');
  });
});

describe('Readers', () => {
  test('need a key with the right scope', async () => {
    expect((await office.admin.get('/portal/v1/books')).status).toBe(401);
    const key = await desk.makeKey({ scope: 'redeem' });
    expect(await request('books', { authorization: `Bearer ${key}` })).toMatchObject({ status: 403 });
  });

  test('scripts of listed sites can read answers and refusals, and no others', async () => {
    const origin = 'https://portal.example';
    expect((await desk.set('portal.origins', ['https://portal.example/path'])).status).toBe(400);
    await desk.set('portal.origins', [origin]);
    const allowed = (from: string) =>
      request('series', { origin: from }).then(({ headers }) => headers['access-control-allow-origin']);
    await expect.poll(() => allowed(origin)).toBe(origin);
    expect(await allowed('https://evil.example')).toBeUndefined();
    const refused = await office.stranger.get('/portal/v1/books', { origin });
    expect(refused).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': origin } });
    const preflight = await office.stranger.send({
      method: 'OPTIONS',
      url: '/portal/v1/books',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-headers': expect.stringContaining('authorization'),
        vary: expect.stringContaining('origin'),
      },
    });
    await desk.set('portal.origins', []);
  });

  test('each key has its own rate limit', async () => {
    await desk.set('portal.requests_per_minute', 3);
    const key = { authorization: `Bearer ${await desk.makeKey()}` };
    const other = { authorization: `Bearer ${await desk.makeKey()}` };
    await expect.poll(() => request('series', key).then(({ status }) => status)).toBe(429);
    const refused = await request('series', key);
    expect(refused.json.error.code).toBe('error.too_many');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request('series', other)).status).toBe(200);
    await desk.set('portal.requests_per_minute', 0);
  });
});

describe('With a replica that lags', () => {
  test('reads go to it, except for a program that knows of a later change', async () => {
    // Nothing written to the primary ever arrives here.
    const replica = await testDatabase();
    onTestFinished(() => replica.drop());
    const lagging = await startOffice({ beside: office, replicaUrl: replica.url });
    onTestFinished(() => lagging.close());
    await desk.addBooks(series, level, 1, published);
    await desk.publish(`b${level}-1`);
    const authorization = `Bearer ${await desk.key()}`;
    const read = (headers = {}) => lagging.stranger.get('/portal/v1/books', { authorization, ...headers });
    expect((await read()).json.results).toEqual([]);
    const { rows } = await sql<{ id: string }>`
      select epoch || '-' || (select max(change_idx) from change) as id from change_epoch`.execute(office.db);
    expect(bids((await read({ 'last-event-id': rows[0]?.id })).json)).toEqual([`b${level}-1`]);
    expect((await read({ 'last-event-id': 'nonsense' })).status).toBe(400);
  });
});

test('openapi.json has an example of each answer', async () => {
  const { paths } = await openDocument(office);
  const answers = Object.entries(paths as Record<string, any>)
    .filter(([path, { get }]) => path.startsWith('/portal/v1/') && get?.responses['200']?.content?.['application/json'])
    .map(([path, { get }]) => ({ path, ...get.responses['200'].content['application/json'] }));
  expect(answers.length).toBeGreaterThan(10);
  for (const { path, schema, example } of answers)
    expect(z.fromJSONSchema(schema).safeParse(example).error?.message, path).toBeUndefined();
});

test('An answer is sent once, whether it is whole or 304: nothing about it is logged', async () => {
  await desk.addBooks(series, level, 1, published);
  await desk.key();
  const { log } = office.server;
  const child = log.child.bind(log);
  const warnings: unknown[] = [];
  const spy = vi.spyOn(log, 'child').mockImplementation((...given) => {
    const own = child(...given);
    own.warn = (...words: unknown[]) => void warnings.push(words);
    return own;
  });
  onTestFinished(() => spy.mockRestore());
  const { status, headers } = await request('books');
  const again = await request('books', { 'if-none-match': String(headers['etag']) });
  expect([status, again.status, spy.mock.calls.length]).toEqual([200, 304, 2]);
  expect(warnings).toEqual([]);
});
