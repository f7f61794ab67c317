import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { portalDesk } from '../portal.fixture.ts';
import { childrenOf, type Element, faultsInAtom, linkIn, readXml, textIn } from './atom.fixture.ts';
import type { OpdsFeed, OpdsPublication } from './opds-atom.rules.ts';

let office: Office;
const desk = portalDesk(() => office);
const { request, publish, set } = desk;
const origin = 'https://office.example';
const below = (href = '') => href.slice(`${origin}/portal/v1/`.length);
const atomAt = async (path: string, headers: Record<string, string> = {}) =>
  readXml((await request(path, headers)).body);
const typesOf = (kind: string) => `application/atom+xml;profile=opds-catalog;kind=${kind}`;
const acquisition = 'http://opds-spec.org/acquisition';
const hrefOf = (element: Element, rel: string) => linkIn(element, rel)?.attribute('href');

const difficult = 'Ada & “Bo”: <1> of "2"';

beforeAll(async () => {
  office = await startOffice({ environment: { PUBLIC_URL: origin } });
  const books = Array.from({ length: 60 }, (_, at) =>
    bookRow(at + 1, {
      ...(at % 2 === 0 && { author: 'Ada Penrose', illustrator: 'Bo', summary: 'A garden.\nAt night.' }),
    }),
  );
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  const form = new FormData();
  form.append('file', new Blob([madeEpub()]), 'book.epub');
  await office.admin.upload('/api/v1/book/B1/epub', form);
  await office.admin.upload('/api/v1/book/B1/cover', fileForm('book_cover', { 'cover.jpg': await jpeg() }));
  await publish(...books.slice(0, 55).map(({ bid }) => String(bid)));
  await office.admin.post('/api/v1/collection', { cid: 'SHOWN', title: 'Shown', is_public: 'O' });
  await office.admin.post('/api/v1/collection', { cid: 'EMPTY', title: 'Empty', is_public: 'O' });
  await desk.put('SHOWN', 'series', 1);
  await office.admin.put('/api/v5/collection/EMPTY/localize/en', { title: difficult });
  await set('opds', 'key');
});
afterAll(() => office.close());

/** All pages of a feed of OPDS 1.2. */
async function entriesOf(path: string): Promise<Element[]> {
  const page = await atomAt(path);
  const next = hrefOf(page, 'next');
  return [...childrenOf(page, 'entry'), ...(next === undefined ? [] : await entriesOf(below(next)))];
}

/** All pages of a feed of OPDS 2. */
async function publicationsOf(path: string): Promise<OpdsPublication[]> {
  const page: OpdsFeed = JSON.parse((await request(path)).body);
  const next = page.links.find(({ rel }) => rel === 'next')?.href;
  return [...(page.publications ?? []), ...(next === undefined ? [] : await publicationsOf(below(next)))];
}

/** What both versions say of a book. */
const saidInAtom = (entry: Element) => ({
  title: textIn(entry, 'title'),
  modified: textIn(entry, 'updated'),
  identifier: textIn(entry, 'identifier'),
  author: childrenOf(entry, 'author').map((one) => textIn(one, 'name'))[0],
  contributors: childrenOf(entry, 'contributor').map((one) => textIn(one, 'name')),
  publisher: textIn(entry, 'publisher'),
  language: textIn(entry, 'language'),
  description: textIn(entry, 'summary'),
  published: textIn(entry, 'issued'),
  subject: childrenOf(entry, 'category').map((one) => one.attribute('term')),
  groups: childrenOf(entry, 'link').flatMap((one) =>
    one.attribute('rel') === 'collection' ? one.attribute('title') : [],
  ),
  files: childrenOf(entry, 'link').flatMap((one) =>
    one.attribute('rel') === acquisition
      ? [[one.attribute('href'), one.attribute('type'), one.attribute('length')]]
      : [],
  ),
  cover: hrefOf(entry, 'http://opds-spec.org/image'),
  small: hrefOf(entry, 'http://opds-spec.org/image/thumbnail'),
});

const saidInOpds2 = ({ metadata: of, links, images }: OpdsPublication) => ({
  title: of.title,
  modified: of.modified,
  identifier: of.identifier,
  author: of.author,
  contributors: [of.illustrator, of.narrator].filter((one) => one !== undefined),
  publisher: of.publisher,
  language: of.language,
  description: of.description,
  published: of.published,
  subject: of.subject ?? [],
  groups: [...(of.belongsTo.series ?? []), ...(of.belongsTo.collection ?? [])].map(({ name }) => name),
  files: links.flatMap(({ rel, href, type, size }) => (rel === acquisition ? [[href, type, String(size)]] : [])),
  cover: images[0]?.href,
  small: images.at(-1)?.href,
});

describe('The catalogue in OPDS 1.2', () => {
  test('leads from its beginning to each feed and book, all of which are valid Atom', async () => {
    const seen = new Set<string>();
    const follow = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      seen.add(path);
      const { status, headers, body } = await request(path);
      const document = readXml(body);
      const self = linkIn(document, 'self')?.attribute('type');
      expect([path, status, faultsInAtom(document)]).toEqual([path, 200, []]);
      expect(headers['content-type']?.toString().replaceAll('; ', ';')).toContain(self);
      const links = [document, ...childrenOf(document, 'entry')].flatMap((one) => childrenOf(one, 'link'));
      for (const link of links)
        if (link.attribute('type')?.startsWith('application/atom+xml')) await follow(below(link.attribute('href')));
    };
    await follow('opds/1.2');
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'opds/1.2/levels/1?page=2',
        'opds/1.2/collections/SHOWN?page=2',
        'opds/1.2/collections/EMPTY',
        'opds/1.2/new?page=2',
      ]),
    );
    expect([...seen].filter((path) => path.includes('/books/'))).toHaveLength(55);
  });

  test('says of every book what OPDS 2 says of it, in the same order, in each feed', async () => {
    for (const feed of ['new', 'series/1', 'levels/1', 'collections/SHOWN', 'search?query=book']) {
      const entries = await entriesOf(`opds/1.2/${feed}`);
      const publications = await publicationsOf(`opds/${feed}`);
      expect([feed, entries.length]).toEqual([feed, publications.length]);
      expect(entries.map(saidInAtom)).toEqual(publications.map(saidInOpds2));
    }
    expect(await entriesOf('opds/1.2/new')).toHaveLength(55);
  });

  test('pages its feeds, says how many books there are, and offers the levels of a series as facets', async () => {
    const first = await atomAt('opds/1.2/series/1');
    expect(['totalResults', 'itemsPerPage', 'startIndex'].map((name) => textIn(first, name))).toEqual([
      '55',
      '50',
      '1',
    ]);
    expect(hrefOf(first, 'next')).toBe(hrefOf(first, 'last'));
    expect(linkIn(first, 'previous')).toBeUndefined();
    const second = await atomAt(below(hrefOf(first, 'next')));
    expect(hrefOf(second, 'previous')).toBe(hrefOf(second, 'first'));
    expect(textIn(second, 'id')).toBe(textIn(first, 'id'));
    const facet = linkIn(first, 'http://opds-spec.org/facet');
    expect([facet?.attribute('title'), facet?.attribute('opds:facetGroup')]).toEqual(['Level 1', 'Levels']);
    expect(textIn(await atomAt(below(facet?.attribute('href'))), 'title')).toBe('First readers – Level 1');
    expect(childrenOf(await atomAt('opds/1.2/series/1?page=9'), 'entry')).toEqual([]);
    expect((await request('opds/1.2/series/999')).status).toBe(404);
    expect((await request('opds/1.2/new?page=0')).status).toBe(400);
  });

  test('is searched as its description says', async () => {
    const search = linkIn(await atomAt('opds/1.2'), 'search');
    expect(search?.attribute('type')).toBe('application/opensearchdescription+xml');
    const answer = await request(below(search?.attribute('href')));
    expect(answer.headers['content-type']).toContain('application/opensearchdescription+xml');
    const [url] = childrenOf(readXml(answer.body), 'Url');
    expect(url?.attribute('type')).toBe(typesOf('acquisition'));
    const template = url?.attribute('template') ?? '';
    const found = await entriesOf(below(template.replace('{searchTerms}', encodeURIComponent('book 12'))));
    expect(found.map((entry) => textIn(entry, 'title'))).toEqual(['Book 12']);
    expect(await entriesOf(below(template.replace('{searchTerms}', 'nothing-like-it')))).toEqual([]);
  });

  test('is what the addresses of OPDS 2 answer to those who prefer Atom', async () => {
    const typeFor = async (accept: string) => {
      const { headers } = await request('opds/new', { accept });
      expect(headers['vary']).toContain('accept, accept-language');
      return String(headers['content-type']).split(';')[0];
    };
    const atom = 'application/atom+xml';
    for (const accept of [
      `${atom};profile=opds-catalog`,
      `${atom}, */*;q=0.8`,
      `application/opds+json;q=0.5, ${atom}`,
      `*/*, ${atom}`,
    ])
      expect([accept, await typeFor(accept)]).toEqual([accept, atom]);
    for (const accept of [
      '*/*',
      `application/opds+json, ${atom};q=0.9`,
      `${atom};q=0, */*`,
      'text/html',
      `${atom};q=0.5, */*`,
    ])
      expect([accept, await typeFor(accept)]).toEqual([accept, 'application/opds+json']);
    const negotiated = await atomAt('opds/books/B1', { accept: atom });
    expect(hrefOf(negotiated, 'self')).toBe(`${origin}/portal/v1/opds/1.2/books/B1`);
  });

  test('shows the cover as a sample to those without a key, who need one for the files and may send it as a password', async () => {
    await set('opds', 'open');
    const open = readXml((await office.stranger.get('/portal/v1/opds/1.2/books/B1')).body);
    expect(childrenOf(open, 'link').filter((one) => one.attribute('rel')?.startsWith(acquisition))).toHaveLength(1);
    expect(linkIn(open, `${acquisition}/sample`)?.attribute('type')).toBe('image/jpeg');
    expect(faultsInAtom(open)).toEqual([]);
    await set('opds', 'key');
    const refused = await office.stranger.get('/portal/v1/opds/1.2');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
    expect(JSON.parse(refused.body).links).toEqual([
      { rel: 'start', href: expect.stringMatching(/\/portal\/v1\/opds\/1\.2$/), type: typesOf('navigation') },
    ]);
    const basic = { authorization: `Basic ${Buffer.from(`me:${await desk.key()}`).toString('base64')}` };
    const entry = readXml((await office.stranger.get('/portal/v1/opds/1.2/books/B1', basic)).body);
    const file = hrefOf(entry, acquisition)?.slice(origin.length) ?? '';
    expect((await office.stranger.get(file, basic)).status).toBe(303);
    const unknown = await office.stranger.get(file, { authorization: 'Basic !' });
    expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
  });

  test('keeps the id of a book, whatever is corrected of it', async () => {
    const before = await atomAt('opds/1.2/books/B3');
    const correction = { title: 'Corrected', isbn_print: '9780306406157' };
    expect((await office.admin.put('/api/v1/book/B3', correction)).status).toBe(200);
    const after = await atomAt('opds/1.2/books/B3');
    expect(textIn(after, 'title')).toBe('Corrected');
    expect(textIn(after, 'identifier')).toBe('urn:isbn:9780306406157');
    expect(textIn(after, 'id')).toBe(textIn(before, 'id'));
    expect(textIn(before, 'id')).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-3[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  });

  test('answers 304 until something in it changes, and keeps its tags apart from those of OPDS 2', async () => {
    const { headers } = await request('opds/1.2/new');
    const same = { 'if-none-match': String(headers['etag']) };
    expect((await request('opds/1.2/new', same)).status).toBe(304);
    expect((await request('opds/new', same)).status).toBe(200);
    expect((await request('opds/new', { ...same, accept: 'application/atom+xml' })).status).toBe(304);
    await publish('B58');
    expect((await request('opds/1.2/new', same)).status).toBe(200);
  });

  test('writes titles with marks of XML, and names the language of what it says', async () => {
    const collections = await entriesOf('opds/1.2/collections');
    expect(collections.map((entry) => textIn(entry, 'title'))).toContain(difficult);
    await office.admin.put('/api/v5/collection/SHOWN/localize/jp', { title: '見えるもの' });
    const japanese = await atomAt('opds/1.2/collections?lang=ja');
    expect(japanese.attribute('xml:lang')).toBe('ja');
    expect(childrenOf(japanese, 'entry').map((entry) => textIn(entry, 'title'))).toContain('見えるもの');
    expect(textIn(await atomAt('opds/1.2', { 'accept-language': 'tr' }), 'title')).toBe('Kütüphane');
  });
});
