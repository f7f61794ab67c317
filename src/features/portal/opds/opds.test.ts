import { Links, Metadata } from '@readium/shared';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { portalDesk } from '../portal.fixture.ts';
import { faultsInFeed, faultsInPublication } from './opds-schema.fixture.ts';

let office: Office;
const desk = portalDesk(() => office);
const { request, publish, set } = desk;
/** A document of the catalogue: not plain JSON by its type, so the kit does not parse it. */
const feedAt = async (path: string) => JSON.parse((await request(path)).body);
const open = (path: string) => office.stranger.get(`/portal/v1/${path}`);
type Link = { rel?: string; href: string; title?: string; type?: string };
const links = (feed: { links: Link[] }) => Object.fromEntries(feed.links.map(({ rel, href }) => [rel, href]));
const below = (href: string) => href.slice(href.indexOf('/portal/v1/') + '/portal/v1/'.length);

const paths = [
  'opds',
  'opds/series',
  'opds/series/1',
  'opds/series/1?page=2',
  'opds/series/1?page=9',
  'opds/levels/1',
  'opds/collections',
  'opds/collections?page=2',
  'opds/collections/SHOWN',
  'opds/new',
  'opds/search?query=book',
  'opds/search?query=nothing-like-it',
  'opds/books/B1',
  'opds/books/B2',
];

beforeAll(async () => {
  office = await startOffice({ jobs: true, environment: { PUBLIC_URL: 'https://office.example' } });
  const books = Array.from({ length: 60 }, (_, at) => bookRow(at + 1, { author: 'Ada Penrose' }));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  const form = new FormData();
  form.append('file', new Blob([madeEpub()]), 'book.epub');
  await office.admin.upload('/api/v1/book/B1/epub', form);
  await publish(...books.slice(0, 55).map(({ bid }) => String(bid)));
});
afterAll(() => office.close());

describe('The OPDS catalogue', () => {
  test('does not exist unless staff turn it on; then it is for keys, or for everybody', async () => {
    expect((await request('opds')).status).toBe(404);
    expect((await open('opds/new')).status).toBe(404);
    await set('opds', 'key');
    const refused = await open('opds');
    expect(refused).toMatchObject({
      status: 401,
      headers: {
        'www-authenticate': 'Bearer, Basic realm="Library", charset="UTF-8"',
        'content-type': 'application/opds-authentication+json; charset=utf-8',
      },
    });
    expect(JSON.parse(refused.body)).toMatchObject({
      id: expect.stringMatching(/\/portal\/v1\/opds$/),
      title: 'Library',
      authentication: [{ type: 'http://opds-spec.org/auth/basic', labels: { password: 'API key' } }],
      error: { code: 'error.api_key' },
    });
    const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
    const opened = { authorization: basic(await desk.key()) };
    expect((await office.stranger.get('/portal/v1/opds', opened)).status).toBe(200);
    // Calls that need a key take it as programs send it.
    expect((await office.stranger.get('/portal/v1/books', opened)).status).toBe(401);
    for (const authorization of ['Bearer wrong', basic('wrong'), 'Basic !'])
      expect((await request('opds', { authorization })).status).toBe(401);
    expect((await request('opds')).status).toBe(200);
    await set('opds', 'open');
    expect((await open('opds')).status).toBe(200);
    await set('opds', 'key');
  });

  test('leads from its beginning to each feed, by absolute addresses and with its own type', async () => {
    const root = await request('opds');
    expect(root.headers['content-type']).toContain('application/opds+json');
    const catalogue = JSON.parse(root.body);
    expect(links(catalogue)).toMatchObject({
      self: 'https://office.example/portal/v1/opds',
      search: 'https://office.example/portal/v1/opds/search{?query}',
    });
    expect(catalogue.navigation.map(({ title }: Link) => title)).toEqual(['Series', 'Collections', 'New books']);
    for (const { href } of catalogue.navigation) {
      const feed = await request(below(href));
      expect([href, feed.status]).toEqual([href, 200]);
      expect(JSON.parse(feed.body).metadata.title).toBeTruthy();
    }
  });

  test('pages the published books of a series, and names its levels', async () => {
    const series = (await feedAt('opds/series')).navigation[0];
    expect(series.title).toBe('First readers');
    const first = await feedAt(below(series.href));
    expect(first.metadata).toMatchObject({ numberOfItems: 55, itemsPerPage: 50, currentPage: 1 });
    expect(first.publications).toHaveLength(50);
    const { next, last, previous } = links(first);
    expect([next, previous]).toEqual([last, undefined]);
    const second = await feedAt(below(String(next)));
    expect(second.publications).toHaveLength(5);
    expect(links(second)['next']).toBeUndefined();
    const level = await feedAt(below(first.navigation[0].href));
    expect(level.metadata).toMatchObject({ title: 'First readers – Level 1', numberOfItems: 55 });
    expect((await request('opds/series/999')).status).toBe(404);
  });

  test('shows a book by the names of schema.org, and its files to those with a key only', async () => {
    const book = await feedAt('opds/books/B1');
    expect(book.metadata).toMatchObject({
      '@type': 'http://schema.org/Book',
      title: 'Book 1',
      author: 'Ada Penrose',
      language: 'en',
      belongsTo: { series: [{ name: 'First readers', position: 1 }] },
    });
    const acquisition = {
      rel: 'http://opds-spec.org/acquisition',
      href: 'https://office.example/portal/v1/books/B1/content/epub',
      type: 'application/epub+zip',
    };
    expect(book.links).toContainEqual(expect.objectContaining(acquisition));
    await set('opds', 'open');
    const stranger = JSON.parse((await open('opds/books/B1')).body);
    expect(stranger.links.map(({ rel }: Link) => rel)).toEqual(['self', 'preview']);
    // It has no cover of its own.
    expect(stranger.images).toEqual([expect.objectContaining({ href: 'https://office.example/public/cover.png' })]);
    expect((await office.stranger.get('/public/cover.png')).headers['content-type']).toBe('image/png');
    await set('opds', 'key');
    expect((await request('opds/books/B60')).status).toBe(404);
  });

  test('is searched, and lists the newest first', async () => {
    const found = await feedAt('opds/search?query=book%2012');
    expect(found.publications.map(({ metadata }: { metadata: { title: string } }) => metadata.title)).toEqual([
      'Book 12',
    ]);
    const none = await feedAt('opds/search?query=nothing-like-it');
    expect([none.publications, none.navigation.map(({ rel }: Link) => rel)]).toEqual([undefined, ['start']]);
    await publish('B57');
    expect((await feedAt('opds/new')).publications[0].metadata.title).toBe('Book 57');
  });

  test('answers 304 until something in it changes', async () => {
    const { headers } = await request('opds/new');
    const same = { 'if-none-match': String(headers['etag']) };
    expect((await request('opds/new', same)).status).toBe(304);
    await publish('B58');
    expect((await request('opds/new', same)).status).toBe(200);
  });

  test('has public collections only', async () => {
    await office.admin.post('/api/v1/collection', { cid: 'SHOWN', title: 'Shown', is_public: 'O' });
    await office.admin.post('/api/v1/collection', { cid: 'HIDDEN', title: 'Hidden', is_public: 'X' });
    const { navigation } = await feedAt('opds/collections');
    expect(navigation.map(({ title }: Link) => title)).toEqual(['Shown']);
    expect(await feedAt('opds/collections/SHOWN')).toMatchObject({ metadata: { title: 'Shown', numberOfItems: 0 } });
    expect((await request('opds/collections/HIDDEN')).status).toBe(404);
  });

  test('speaks the language that its address names or the reader accepts, and English where there is no other', async () => {
    const titlesOf = async (path: string, accepted = '') =>
      JSON.parse((await request(path, { 'accept-language': accepted })).body).navigation.map(
        ({ title }: Link) => title,
      );
    await office.admin.put('/api/v5/collection/SHOWN/localize/ko', { title: '보이는 것' });
    expect(await titlesOf('opds/collections', 'fr, ko-KR;q=0.8, en;q=0.5')).toEqual(['보이는 것']);
    expect(await titlesOf('opds/collections', 'en;q=0.1, ko;q=0')).toEqual(['Shown']);
    expect(await titlesOf('opds/collections', 'tr')).toEqual(['Shown']);
    expect(await titlesOf('opds/collections?lang=ko', 'en')).toEqual(['보이는 것']);
    expect((await titlesOf('opds', 'tr-TR'))[0]).toBe('Seriler');
    expect((await request('opds')).headers['vary']).toContain('accept-language');
  });

  test('is what the schema of OPDS allows, with and without books, covers, files and a key', async () => {
    await office.admin.upload('/api/v1/book/B2/cover', fileForm('book_cover', { 'cover.jpg': await jpeg() }));
    await desk.put('SHOWN', 'series', 1);
    const meta = (name: string, value: string) => `<meta property="schema:${name}">${value}</meta>`;
    const named = '<dc:identifier id="uid">urn:lantern:2</dc:identifier><dc:title>The Lantern</dc:title>';
    const metadata = `${named}${meta('accessMode', 'smell')}${meta('accessModeSufficient', 'textual,smell')}`;
    const form = new FormData();
    form.append('file', new Blob([madeEpub({ metadata })]), 'book.epub');
    await office.admin.upload('/api/v1/book/B2/epub', form);
    await expect
      .poll(async () => (await office.admin.get('/api/v1/book/B2/epub_report')).json.results.status)
      .not.toBe('waiting');
    for (const [setting, get] of [
      ['key', request],
      ['open', open],
    ] as const) {
      await set('opds', setting);
      for (const path of paths) {
        const answer = JSON.parse((await get(path)).body);
        const faults = path.includes('/books/') ? faultsInPublication(answer) : faultsInFeed(answer);
        expect([setting, path, faults]).toEqual([setting, path, []]);
      }
    }
    await set('opds', 'key');
  });

  test('is understood by a library that reading apps are made with', async () => {
    const [book] = (await feedAt('opds/search?query=book%201')).publications;
    const read = Metadata.deserialize(book.metadata);
    expect(read?.title.getTranslation('en')).toBe('Book 1');
    expect(read?.authors?.items.map(({ name }) => name.getTranslation('en'))).toEqual(['Ada Penrose']);
    expect(read?.belongsTo?.items.get('series')?.items[0]?.name.getTranslation('en')).toBe('First readers');
    const acquired = Links.deserialize(book.links)?.findWithRel('http://opds-spec.org/acquisition');
    expect([acquired?.type, acquired?.href]).toEqual([
      'application/epub+zip',
      expect.stringContaining('/content/epub'),
    ]);
    expect(Links.deserialize(book.images)?.items[0]?.width).toBe(600);
  });
});
