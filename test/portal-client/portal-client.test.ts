import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { type Changes, LiveAnswers, PortalError } from '../../clients/portal/src/portal-client.ts';
import { published, startPortal, tornAfter } from './portal-desk.ts';

let it: Awaited<ReturnType<typeof startPortal>>;
beforeAll(async () => {
  it = await startPortal();
});
afterAll(() => it.office.close());

let series: number;
let level: number;
beforeEach(async () => {
  await redeemDesk(() => it.office).clear();
  await it.desk.clear();
  series = await it.desk.addSeries('First Steps');
  level = await it.desk.addLevel(series, 'Level 1');
  it.made.length = 0;
});

/** The first batches of changes that satisfy `until`. */
async function heard(changes: AsyncIterable<Changes>, until: (all: Changes[]) => boolean): Promise<Changes[]> {
  const all: Changes[] = [];
  for await (const one of changes) {
    all.push(one);
    if (until(all)) break;
  }
  return all;
}

const ids = (all: readonly Changes[]) => all.flatMap(({ changes }) => changes.map(({ kind, id }) => `${kind} ${id}`));

describe('Reading', () => {
  test('lists come record by record, page by page or whole, in the order of the portal', async () => {
    await it.desk.addBooks(series, level, 5, published);
    const books = it.portal().books({ limit: 2, series, fields: ['title', 'words'] });
    const bids: string[] = [];
    for await (const { bid } of books) bids.push(bid);
    expect(bids).toEqual([1, 2, 3, 4, 5].map((n) => `b${level}-${n}`));
    const sizes: number[] = [];
    for await (const page of books.pages()) sizes.push(page.length);
    expect(sizes).toEqual([2, 2, 1]);
    expect((await books.all())[4]).toEqual({ bid: `b${level}-5`, title: `Book b${level}-5`, words: [] });
  });

  test('a record that is not for readers is null, and a refusal says why', async () => {
    const portal = it.portal();
    expect(await portal.book('none')).toBeNull();
    expect(await portal.roadmap(1)).toBeNull();
    expect(await portal.content('none', 'epub')).toBeNull();
    await expect(portal.books({ updatedSince: -1 }).all()).rejects.toMatchObject({
      status: 400,
      fields: { updated_since: expect.any(String) },
    });
    const stranger = it.portal({}, { key: 'lib_unknown' });
    await expect(stranger.series().all()).rejects.toMatchObject({ status: 401, code: 'error.api_key' });
    expect(it.made.filter((one) => one.startsWith('401'))).toHaveLength(1);
  });

  test('what has not changed is not sent again, and is answered the same; what has changed is', async () => {
    await it.desk.addBooks(series, level, 1, published);
    const bid = `b${level}-1`;
    const portal = it.portal();
    const first = await portal.book(bid);
    const again = await portal.book(bid);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
    await it.office.admin.put(`/api/v1/book/${bid}`, { title: 'Renamed' });
    expect((await portal.book(bid))?.title).toBe('Renamed');
    await it.desk.unpublish(bid);
    expect(await portal.book(bid)).toBeNull();
    await it.desk.publish(bid);
    expect((await portal.book(bid))?.title).toBe('Renamed');
    expect(it.made.map((one) => one.slice(0, 3))).toEqual(['200', '304', '200', '404', '200']);
  });

  test('no more answers are kept than it is told to keep', async () => {
    await it.desk.addBooks(series, level, 3, published);
    const portal = it.portal({}, { keeps: 2 });
    for (const n of [1, 2, 3, 3, 2, 1]) expect((await portal.book(`b${level}-${n}`))?.bid).toBe(`b${level}-${n}`);
    expect(it.made.map((one) => one.slice(0, 3))).toEqual(['200', '200', '200', '304', '304', '200']);
  });

  test('a line that is cut is tried again, and one that stays cut is told', async () => {
    let cuts = 2;
    const failing = () => {
      if (cuts-- > 0) throw new TypeError('The line was cut.');
    };
    expect(await it.portal({ before: failing }).series().all()).toHaveLength(1);
    const away = it.portal({ before: () => failing(), after: (answer) => tornAfter(3, answer) }, { tries: 3 });
    const error = await away
      .series()
      .all()
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(PortalError);
    expect(error).toMatchObject({ status: 0, isPassing: true });
  });

  test('what stands before the office and answers in its own words is no answer, and is not kept', async () => {
    let foreign = 1;
    const page = { headers: { etag: '"log-in"', 'content-type': 'text/html' } };
    const captive = (answer: Response) =>
      foreign-- > 0 ? new Response('<h1>Log in to this network</h1>', page) : answer;
    expect(await it.portal({ after: captive }).series().all()).toHaveLength(1);
    let nowhere = 1;
    const withoutOffice = (answer: Response) =>
      nowhere-- > 0 ? new Response('404 page not found', { status: 404 }) : answer;
    expect(await it.portal({ after: withoutOffice }).series().all()).toHaveLength(1);
    foreign = 3;
    await expect(it.portal({ after: captive }, { tries: 3 }).series().all()).rejects.toMatchObject({
      name: 'PortalError',
      isPassing: true,
    });
  });

  test('a preview shows what the portal would answer', async () => {
    await it.desk.add('shown');
    const { href } = (await it.office.admin.post('/api/v1/preview', { of: 'collection', id: 'shown' })).json.results;
    const preview = await it.portal().preview<{ cid: string }>(href);
    expect(preview).toMatchObject({ is_public: false, shown: { cid: 'shown', title: 'Title of shown' } });
  });
});

describe('Redeeming', () => {
  test('is done once, also when the answer was lost, and by another process', async () => {
    const [code = ''] = await redeemDesk(() => it.office).issueCodes(1);
    const redeemKey = await it.desk.makeKey({ scope: 'redeem' });
    let losses = 1;
    const losing = (answer: Response) => {
      if (losses-- > 0) throw new TypeError('The line was cut.');
      return answer;
    };
    const done = await it.portal({ after: losing }, { redeemKey }).redeem({ code, learner_id: 'mina' });
    expect(done).toMatchObject({ learner_id: 'mina', kind: 'code', repeated: false });
    expect(await it.portal({}, { redeemKey }).redeem({ code, learner_id: 'mina' })).toEqual(done);
    const { n } = await it.office.db
      .selectFrom('registration')
      .select((row) => row.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(1);
    await expect(
      it.portal({}, { redeemKey }).redeem({ code, learner_id: 'jun' }, { language: 'ko' }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'registration.code_used',
    });
    await expect(it.portal().redeem({ code, learner_id: 'jun' })).rejects.toThrow('redeemKey');
  });
});

test('A code that the same learner redeems again in another language is answered the same', async () => {
  const [code = ''] = await redeemDesk(() => it.office).issueCodes(1);
  const portal = it.portal({}, { redeemKey: await it.desk.makeKey({ scope: 'redeem' }) });
  const redeemed = await portal.redeem({ code, learner_id: 'mina' }, { language: 'ko' });
  expect(await portal.redeem({ code, learner_id: 'mina' }, { language: 'en' })).toEqual(redeemed);
});

describe('Following', () => {
  test('a reader that is cut at any event, and within it, gets each change once, in order', async () => {
    const first = await heard(it.portal().changes(), () => true);
    expect(first).toEqual([{ isAnew: true, changes: [], cursor: expect.any(String) }]);
    const titles = Array.from({ length: 12 }, (_, n) => `Series ${n}`);
    const made: string[] = [];
    for (const title of titles) made.push(`series ${await it.desk.addSeries(title)}`);
    // Each event has some fifty bytes, after as many of the start: the line is cut within the second to the fourth.
    for (let bytes = 100; bytes < 230; bytes += 11) {
      const portal = it.portal({
        after: (answer, url) => (url.includes('changes') ? tornAfter(bytes, answer) : answer),
      });
      const all = await heard(portal.changes({ after: first[0]?.cursor }), (some) => ids(some).length >= made.length);
      expect([bytes, ids(all)]).toEqual([bytes, made]);
      expect(all.filter(({ isAnew }) => isAnew)).toEqual([]);
    }
    let after = first[0]?.cursor;
    const one: string[] = [];
    while (one.length < made.length) {
      const some = await heard(it.portal().changes({ after, kinds: ['series'] }), (all) => ids(all).length > 0);
      one.push(...ids(some));
      after = some.at(-1)?.cursor;
    }
    expect(one).toEqual(made);
  });

  test('a restored backup starts anew, also for a stream that was open', async () => {
    const portal = it.portal();
    const [first] = await heard(portal.changes(), () => true);
    const open = heard(portal.changes({ after: first?.cursor }), (all) => all.some(({ isAnew }) => isAnew));
    await it.desk.addSeries('Before');
    await sql`update change_epoch set epoch = 'abcdef01', pruned_idx = 0`.execute(it.office.db);
    await sql`truncate change, change_epoch_past`.execute(it.office.db);
    await it.desk.addSeries('After');
    const all = await open;
    expect(all.at(-1)).toMatchObject({ isAnew: true, cursor: expect.stringMatching(/^abcdef01-/) });
    const resumed = await heard(portal.changes({ after: first?.cursor }), () => true);
    expect(resumed[0]?.isAnew).toBe(true);
  });

  test('ends when it is told to, and when its key opens the portal no more', async () => {
    const key = await it.desk.makeKey();
    const gone = new AbortController();
    const states: boolean[] = [];
    const following = heard(
      it.portal().changes({ signal: gone.signal, onState: (is) => states.push(is) }),
      () => false,
    );
    await expect.poll(() => states).toEqual([true]);
    gone.abort();
    await following;
    expect(states).toEqual([true, false]);
    const refused = heard(it.portal({}, { key }).changes(), () => false);
    const [{ key_idx }] = (await it.office.admin.get('/api/v1/api_key')).json.results;
    await it.office.admin.delete(`/api/v1/api_key/${key_idx}`);
    await expect(refused).rejects.toMatchObject({ status: 401 });
  });
});

test('Live answers are told now and whenever they differ, to all who look, for one request', async () => {
  await it.desk.addBooks(series, level, 2, published);
  const bid = `b${level}-1`;
  const live = new LiveAnswers(it.portal());
  const gone = new AbortController();
  const following = live.follow({ signal: gone.signal });
  const shown: string[] = [];
  const titles = (answer: unknown) => void shown.push((answer as { title: string } | null)?.title ?? 'none');
  const leave = [1, 2].map(() => live.watch(`books/${bid}`, titles));
  await expect.poll(() => shown).toEqual([`Book ${bid}`, `Book ${bid}`]);
  await expect.poll(() => it.made.filter((one) => one.endsWith('changes?from=now'))).toHaveLength(1);
  it.made.length = 0;
  await it.office.admin.put(`/api/v1/book/b${level}-2`, { title: 'Another' });
  await it.office.admin.put(`/api/v1/book/${bid}`, { title: 'Renamed' });
  await expect.poll(() => shown.slice(2)).toEqual(['Renamed', 'Renamed']);
  await it.desk.unpublish(bid);
  await expect.poll(() => shown.slice(4)).toEqual(['none', 'none']);
  expect(it.made.filter((one) => one.includes(`books/${bid}`)).length).toBeLessThanOrEqual(3);
  for (const end of leave) end();
  gone.abort();
  await following;
});
