import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { cursorsIn, eventsIn, listenTo } from '#test/event-client.ts';
import { portalDesk } from './portal.fixture.ts';

let office: Office;
const desk = portalDesk(() => office);

// Everything that readers must not see has this in its title, and nothing else has.
const secret = 'Secret';

let series: number;
let level: number;
let group: number;
let guide: number;
let bidxs: number[];
let origin: string;
const cidx = new Map<string, number>();

/** The books: OPEN and MOVING are published, HIDDEN never is. The collections: PUBLIC is, PRIVATE never is. */
beforeAll(async () => {
  office = await startOffice();
  origin = await office.server.listen({ port: 0, host: '127.0.0.1' });
  series = await desk.addSeries('First Steps');
  level = await desk.addLevel(series, 'Level 1');
  bidxs = [];
  for (const bid of ['OPEN', 'MOVING', 'HIDDEN']) {
    const title = bid === 'OPEN' ? 'The open book' : `${secret} ${bid}`;
    const over = { bid, title, isbn_print: `${bid}p`, isbn_spindle: `${bid}s` };
    bidxs.push(...(await desk.addBooks(series, level, 1, over)));
    await desk.addSentence(bid, 'word', `${title} has a sentence.`);
    const form = new FormData();
    form.append('file', new File([new Uint8Array(madeEpub())], 'book.epub'));
    expect((await office.admin.upload(`/api/v1/book/${bid}/epub`, form)).status).toBe(200);
  }
  await desk.publish('OPEN', 'MOVING');
  for (const [cid, is_public] of [
    ['PUBLIC', 'O'],
    ['PRIVATE', 'X'],
    ['SHUT', 'O'],
  ] as const) {
    const title = cid === 'PUBLIC' ? 'Summer' : `${secret} ${cid}`;
    cidx.set(cid, (await desk.add(cid, { title, is_public })).cidx);
    await desk.put(cid, 'series', series);
    await desk.put(cid, 'level', level);
    for (const bidx of bidxs) await desk.put(cid, 'book', bidx);
  }
  for (const cid of ['PUBLIC', 'SHUT']) await desk.advertise(cidx.get(cid) ?? 0, true);
  group = await desk.addGroup('Ages 6 to 8');
  const rows = [['OPEN', 'HIDDEN'], ['MOVING']];
  for (const [target_row, bids] of rows.entries())
    await office.admin.put('/api/v1/roadmap', { target_group: group, target_row, bids });
  guide = (await desk.guides.add('An item')).itm_idx;
  await desk.set('opds', 'key');
});
afterAll(() => office.close());

/** Values for the parameters of an address: existing records and one that does not exist. */
const named = (): Record<string, readonly (string | number)[]> => ({
  bid: ['OPEN', 'MOVING', 'HIDDEN', 'NONE'],
  cid: ['PUBLIC', 'SHUT', 'PRIVATE', 'NONE'],
  kind: ['epub', 'zip'],
  grp_idx: [group, 999_999],
  gui_id: ['g', 'none'],
  ser_idx: [series, 999_999],
  lev_idx: [level, 999_999],
});

/** The queries to send with each list. */
const queries: Record<string, readonly string[]> = {
  '/portal/v1/books': [
    '',
    '?updated_since=0',
    '?fields=words',
    '?collection=PUBLIC',
    '?collection=PRIVATE',
    '?limit=1',
  ],
  '/portal/v1/collections': ['', '?language=ko', '?fields=contents,books', '?updated_since=0', '?limit=1'],
  '/portal/v1/advertised': ['', '?fields=contents,books'],
  '/portal/v1/collections/:cid': ['', '?language=ko'],
  // Parts of words: an answer repeats the query.
  '/portal/v1/opds/search': ['', '?query=movin', '?query=ecret'],
  '/portal/v1/opds/1.2/search': ['', '?query=movin', '?query=ecret'],
};

/** The calls tested elsewhere: the stream, which has its own test below, and redeeming. */
const others = ['GET /portal/v1/changes', 'POST /portal/v1/redeem'];

/** All addresses of all calls, so that a new call is tested as well. A call with a new parameter fails here. */
function addresses(): string[] {
  const calls = office.server.routeList.filter(
    ({ url, method }) =>
      url.startsWith('/portal/') &&
      !['HEAD', 'OPTIONS'].includes(String(method)) &&
      !others.includes(`${String(method)} ${url}`),
  );
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  return calls.flatMap(({ url }) =>
    (queries[url] ?? ['']).flatMap((query) => filled(url).map((address) => address.replace('/portal/v1/', '') + query)),
  );
}

function filled(url: string): string[] {
  const [parameter, name] = /:(\w+)/.exec(url) ?? [];
  if (parameter === undefined || name === undefined) return [url];
  const values = named()[name];
  if (!values) throw new Error(`Nothing is known to fill :${name} of ${url} with`);
  return values.flatMap((value) => filled(url.replace(parameter, String(value))));
}

type Seen = Map<string, Answer>;

let sent = 0;
/** The address in a form never requested before, so that it is not cached. */
const unusual = (address: string) => `${address}${address.includes('?') ? '&' : '?'}n=${(sent += 1)}`;

/** The answers of all addresses. A cached answer must equal a fresh one, and a conditional request must get 304. */
const readAll = async (): Promise<Seen> => {
  const readAt = async (address: string) => {
    const answer = await desk.request(address);
    expect(visible(answer), address).toEqual(visible(await desk.request(unusual(address))));
    const { etag } = answer.headers;
    if (typeof etag === 'string')
      expect((await desk.request(address, { 'if-none-match': etag })).status, address).toBe(304);
    return [address, answer] as const;
  };
  return new Map(await Promise.all(addresses().map(readAt)));
};

/** Everything a caller learns from an answer, except the request id. */
const visible = ({ status, body, headers }: Answer) => ({ status, body, etag: headers.etag });

const revealing = (seen: Seen, text: string) =>
  [...seen].filter(([, { body }]) => body.includes(text)).map(([address]) => address);
const differing = (before: Seen, after: Seen) =>
  [...before]
    .filter(
      ([address, answer]) => JSON.stringify(visible(answer)) !== JSON.stringify(visible(after.get(address) as Answer)),
    )
    .map(([address]) => address);

/** A hidden record is answered like one that never existed. */
function expectGone(seen: Seen, ...ids: string[]): void {
  for (const [address, answer] of seen) {
    const id = ids.find((one) => address.split(/[/?]/).includes(one));
    if (id) expect(visible(answer), address).toEqual(visible(seen.get(address.replace(id, 'NONE')) as Answer));
  }
  for (const id of ids) expect(revealing(seen, `"${id}"`)).toEqual([]);
}

describe('Nothing that is not public can be read by any call', () => {
  test('what is public can be read, so that its disappearance can be tested', async () => {
    const seen = await readAll();
    expect(seen.size).toBeGreaterThan(30);
    expect([...seen.values()].filter(({ status }) => status >= 500)).toEqual([]);
    for (const call of ['books', 'books/MOVING', 'books/MOVING/sentences', 'collections/PUBLIC', 'collections/SHUT'])
      expect(revealing(seen, secret)).toContain(call);
    for (const call of ['advertised', 'collections', 'books?collection=PUBLIC', `roadmaps/${group}`])
      expect(revealing(seen, secret)).toContain(call);
    expect(seen.get('books/MOVING/content/epub')?.status).toBe(303);
    expectGone(seen, 'HIDDEN', 'PRIVATE');
  });

  test('a change of hidden data changes no answer, no count and no tag', async () => {
    const before = await readAll();
    await office.admin.put('/api/v1/book/HIDDEN', { title: `${secret} still` });
    await desk.addSentence('HIDDEN', 'another', 'One more sentence.');
    await desk.change('PRIVATE', { title: `${secret} still`, label: 'x' });
    await desk.take('PRIVATE', 'book', bidxs[0] ?? 0);
    await desk.put('PRIVATE', 'book', bidxs[0] ?? 0);
    await office.admin.put('/api/v1/roadmap', { target_group: group, target_row: -1, bids: ['HIDDEN'] });
    await office.admin.put('/api/v1/roadmap', { target_group: group, target_row: 2, bids: ['HIDDEN'] });
    await desk.take('PUBLIC', 'book', bidxs[2] ?? 0);
    const after = await readAll();
    // The contents of the collection itself were changed by staff, and its time shows that.
    const differ = differing(before, after).filter((address) => !/^(collections|advertised)/.test(address));
    expect(differ).toEqual([]);
    expect(differing(before, after)).not.toContain('collections/SHUT');
    await desk.put('PUBLIC', 'book', bidxs[2] ?? 0);
  });

  test('locking, owners and a new version change only the time for readers', async () => {
    const before = await readAll();
    await desk.lock(cidx.get('PUBLIC') ?? 0, true);
    const after = await readAll();
    await desk.lock(cidx.get('PUBLIC') ?? 0, false);
    for (const address of differing(before, after)) expect(address).toMatch(/^(collections|advertised)/);
  });

  test('each change of what readers see takes effect at once', async () => {
    const { admin } = office;
    const url = '/api/v1/extra/series_guide';
    const rows = [{ bid: 'OPEN', word: 'sea', sentence: 'The sea is wide.', mdr_targeted: 'N' }];
    const ages = Array.from({ length: 10 }, (_, n) => `Age ${n}`);
    const { cat_idx } = (await admin.form('/api/v1/category', { title: 'Stories' })).json.results;
    const acts: Record<string, () => Promise<Answer | void>> = {
      'a level': () => admin.put(`/api/v1/level/${level}`, { title: 'Level One' }),
      'a target group': () => admin.put(`/api/v1/age_group/${group}`, { title: 'Ages 6 to 9' }),
      'a book': () => admin.put('/api/v1/book/OPEN', { cat_idx, grp_idx: group }),
      'a category': () => admin.put(`/api/v1/category/${cat_idx}`, { title: 'Tales' }),
      'many sentences': () => admin.post('/api/v1/sentence', { sentences: rows }),
      'a sentence': () => desk.addSentence('OPEN', 'sky', 'The sky is high.'),
      'many books': () =>
        admin.put('/api/v1/book/change', { selection: { ids: ['OPEN'] }, change: { language: 'en' } }),
      'a price': () => desk.change('PUBLIC', { prices: [{ currency: 'USD', price: '5' }] }),
      'an advertisement': () => desk.advertise(cidx.get('SHUT') ?? 0, false),
      'another one': () => desk.advertise(cidx.get('SHUT') ?? 0, true),
      'a guide': () => admin.put(url, { gui_id: 'g', itm_idx: guide, start: 2, length: 2 }),
      'the age ranges': () => desk.set('guide.ages', ages),
      'a new series': async () => void (await desk.addSeries('Second Steps')),
    };
    let before = await readAll();
    for (const [name, act] of Object.entries(acts)) {
      const answer = await act();
      if (answer) expect(answer.status, name).toBe(200);
      const after = await readAll();
      expect(differing(before, after), name).not.toEqual([]);
      before = after;
    }
  });

  test('nothing that is hidden can be opened by a preview, whether shared or not', async () => {
    const open = (href: string) => office.stranger.get(href);
    for (const of of ['book/HIDDEN', 'book/OPEN', 'collection/PRIVATE', 'collection/PUBLIC'])
      expect((await open(`/preview/${of}`)).status, of).toBe(404);
    const preview = async (id: string) => {
      const shared = await office.admin.post('/api/v1/preview', { of: 'collection', id });
      return (await open(shared.json.results.href)).body;
    };
    expect(await preview('PUBLIC')).toContain(`${secret} MOVING`);
    expect(await preview('PUBLIC')).not.toContain(`${secret} HIDDEN`);
    await desk.unpublish('MOVING');
    expect(await preview('PUBLIC')).not.toContain(`${secret} MOVING`);
    await desk.publish('MOVING');
  });

  test('an unpublished book disappears from each list, count and collection, and comes back', async () => {
    const before = await readAll();
    await desk.unpublish('MOVING');
    const seen = await readAll();
    expectGone(seen, 'MOVING', 'HIDDEN', 'PRIVATE');
    expect(revealing(seen, `${secret} MOVING`)).toEqual([]);
    const tags = differing(before, seen);
    for (const call of ['books', 'collections/PUBLIC', `roadmaps/${group}`, 'books?collection=PUBLIC'])
      expect(tags).toContain(call);
    await desk.publish('MOVING');
    expect((await readAll()).get('books/MOVING')?.status).toBe(200);
  });

  test('an advertised collection that becomes private or is deleted disappears', async () => {
    await desk.change('SHUT', { is_public: 'X' });
    const seen = await readAll();
    expectGone(seen, 'SHUT', 'PRIVATE');
    expect(revealing(seen, `${secret} SHUT`)).toEqual([]);
    await desk.change('SHUT', { is_public: 'O' });
    expect(revealing(await readAll(), `${secret} SHUT`)).toContain('advertised');
    await desk.advertise(cidx.get('SHUT') ?? 0, false);
    expect(revealing(await readAll(), '"SHUT"')).not.toContain('advertised');
    await desk.take('SHUT', 'series', series);
    await desk.take('SHUT', 'level', level);
    for (const bidx of bidxs) await desk.take('SHUT', 'book', bidx);
    const { status } = await office.admin.delete('/api/v5/collection/SHUT', { cidx: cidx.get('SHUT') });
    expect(status).toBe(200);
    expectGone(await readAll(), 'SHUT', 'PRIVATE');
  });

  test('a book that leaves a roadmap or a series, or is deleted, leaves nothing behind', async () => {
    await office.admin.put('/api/v1/roadmap', { target_group: group, target_row: -1, bids: ['MOVING'] });
    expect((await readAll()).get(`roadmaps/${group}`)?.body).not.toShow('MOVING');
    for (const cid of ['PUBLIC', 'PRIVATE']) await desk.take(cid, 'book', bidxs[1] ?? 0);
    for (const cid of ['PUBLIC', 'PRIVATE'])
      for (const [type, id] of [
        ['series', series],
        ['level', level],
      ] as const)
        await desk.take(cid, type, id);
    expect((await readAll()).get('collections/PUBLIC')?.body).not.toShow('MOVING');
    expect((await office.admin.form('/book/delete/MOVING', {})).status).toBe(200);
    expectGone(await readAll(), 'MOVING', 'HIDDEN', 'PRIVATE');
    await office.admin.delete(`/api/v1/extra/series_guide/${guide}`);
    const seen = await readAll();
    expect(visible(seen.get('series_guides/g') as Answer)).toEqual(visible(seen.get('series_guides/none') as Answer));
    expect(seen.get('series_guides')?.json).toEqual({ results: [], next: null });
  });

  test('the stream has named nothing that was never public, and everything that disappeared', async () => {
    const newest = await office.db
      .selectFrom('change')
      .select((eb) => eb.fn.max('change_idx').as('idx'))
      .executeTakeFirstOrThrow();
    const heard = await listenTo(`${origin}/portal/v1/changes`, {
      headers: { authorization: `Bearer ${await desk.key()}` },
    });
    // Deleting the last item of a guide was the last act, and all readers see guides.
    await expect.poll(() => cursorsIn(heard).at(-1)?.split('-')[1]).toBe(String(newest.idx));
    heard.leave();
    const events = eventsIn(heard).map(({ kind, id }) => `${kind} ${id}`);
    for (const name of ['book OPEN', 'book MOVING', 'collection PUBLIC', 'collection SHUT'])
      expect(events).toContain(name);
    expect(events.filter((one) => /HIDDEN|PRIVATE/.test(one))).toEqual([]);
    expect(new Set(events.filter((one) => /MOVING/.test(one)))).toEqual(new Set(['book MOVING']));
  });
});
