import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { price, releaseDesk } from '../release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = releaseDesk(() => office);
beforeEach(() => desk.clear());

describe('Staff', () => {
  test('cancel a release, take changes out, copy it, and undo either', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release('Winter', 3600);
    const chg = await desk.putIn(rel, 'book', bids[0] ?? '', { title: 'New' });
    const taken = desk.must(await office.admin.delete(`/api/v1/release/${rel}/change/${chg}`));
    expect((await desk.read(rel)).changes).toEqual([]);
    desk.must(await desk.undo(taken.act_idx));
    expect((await desk.read(rel)).changes).toMatchObject([{ chg_idx: chg, id: bids[0] }]);
    const cancelled = desk.must(await office.admin.delete(`/api/v1/release/${rel}`));
    expect((await desk.read(rel)).status).toBe('cancelled');
    expect((await desk.apply(rel)).status).toBe(409);
    desk.must(await desk.undo(cancelled.act_idx));
    expect((await desk.read(rel)).status).toBe('scheduled');
    const copy = desk.must(await office.admin.post(`/api/v1/release/${rel}/copy`)).rel_idx;
    expect(await desk.read(copy)).toMatchObject({ status: 'draft', changes: [{ id: bids[0] }] });
    const { results } = (await office.admin.get('/api/v1/release')).json;
    expect(
      results.map(({ rel_idx }: { rel_idx: number }) => rel_idx).toSorted((a: number, b: number) => a - b),
    ).toEqual([rel, copy]);
  });

  test('create a release that was cancelled while they edited it again, with its changes and what they typed', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release('Winter', 3600);
    await desk.putIn(rel, 'book', bids[0] ?? '', { title: 'New' });
    desk.must(await office.admin.delete(`/api/v1/release/${rel}`));
    const typed = { name: 'Spring', apply_at: Math.ceil(Date.now() / 1000) + 7200, zone: 'Asia/Seoul' };
    const refused = await office.admin.put(`/api/v1/release/${rel}`, { ...typed, version: 1 });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'release.was_cancelled' } } });
    const again = desk.must(await office.admin.post(`/api/v1/release/${rel}/copy`, typed));
    expect(await desk.read(again.rel_idx)).toMatchObject({ ...typed, status: 'scheduled', changes: [{ id: bids[0] }] });
    const { json } = await office.admin.get(`/api/v1/audit/of/release/${again.rel_idx}`);
    expect(json.results.lines.at(-1)).toMatchObject({ action: 'created' });
    const past = await office.admin.post(`/api/v1/release/${rel}/copy`, { ...typed, apply_at: 1000 });
    expect(past).toMatchObject({ status: 422, json: { error: { code: 'release.time_past' } } });
  });

  test('read in its history what was put in, taken out and decided', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release('Winter launch');
    const chg = await desk.putIn(rel, 'book', bids[0] ?? '', { title: 'New' });
    desk.must(await desk.decide(rel, chg, 'anyway'));
    desk.must(await office.admin.delete(`/api/v1/release/${rel}/change/${chg}`));
    const { json } = await office.admin.get(`/api/v1/audit/of/release/${rel}`);
    const entries = json.results.lines.map((entry: { changes: { field: string; after: string }[] }) =>
      Object.fromEntries(entry.changes.map(({ field, after }) => [field, after])),
    );
    const of = { Kind: 'Library', Of: `Book ${bids[0]}` };
    expect(entries).toMatchObject([
      of,
      { ...of, Conflict: 'Keep the value of the release' },
      { ...of, Fields: 'Title' },
      { Status: 'Draft' },
    ]);
    expect((await office.admin.get(`/release/${rel}?lang=es`)).body).toContain('Biblioteca');
  });

  test('undo a change they put in, and a decision', async () => {
    const { bids } = await desk.library();
    const [bid = ''] = bids;
    const rel = await desk.release();
    const first = desk.must(await desk.put(rel, 'book', bid, { title: 'One' }));
    const second = desk.must(await desk.put(rel, 'book', bid, { title: 'Two' }));
    const titles = async () =>
      (await desk.read(rel)).changes.map(({ fields }: { fields: { after: string }[] }) => fields[0]?.after);
    desk.must(await desk.undo(second.act_idx));
    expect(await titles()).toEqual(['One']);
    await office.admin.put(`/api/v1/book/${bid}`, { title: 'Theirs' });
    const decided = desk.must(await desk.decide(rel, first.chg_idx, 'rebase'));
    expect(await titles()).toEqual(['Theirs']);
    desk.must(await desk.undo(decided.act_idx));
    expect(await titles()).toEqual(['One']);
    expect(await desk.conflict(rel)).not.toBeNull();
    expect(desk.must(await desk.undo(first.act_idx))).toMatchObject({ back: 0, kept: 1 });
  });

  test('take the time of a release away with 0, as times are none there', async () => {
    const rel = await desk.release('Winter', 3600);
    expect(await desk.read(rel)).toMatchObject({ status: 'scheduled' });
    desk.must(await office.admin.put(`/api/v1/release/${rel}`, { apply_at: 0 }));
    expect(await desk.read(rel)).toMatchObject({ status: 'draft', apply_at: 0 });
    desk.must(await office.admin.post('/api/v1/release', { name: 'Spring', apply_at: 0 }));
  });

  test('put many books into it at once, and undo that', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release();
    await desk.putIn(rel, 'book', bids[3] ?? '', { title: 'New' });
    const { count, act_idx } = desk.must(
      await office.admin.put(`/api/v1/release/${rel}/change/selected`, {
        selection: { ids: bids },
        values: { published: true },
      }),
    );
    expect(count).toBe(5);
    expect((await desk.read(rel)).count).toBe(5);
    desk.must(await desk.undo(act_idx));
    expect((await desk.read(rel)).changes).toMatchObject([{ id: bids[3], fields: [{ field: 'title', after: 'New' }] }]);
  });

  test('without rights are refused', async () => {
    expect((await office.staff.get('/api/v1/release')).status).toBe(403);
    expect((await office.stranger.post('/api/v1/release', { name: 'x' })).status).toBe(401);
  });
});

describe('The page of a release', () => {
  test('counts for readers what the portal shows once it is applied', async () => {
    const { first, second, books, bids, c } = await desk.library();
    const [b1 = '', b2 = '', , b4 = ''] = bids;
    const d = await desk.add('d', { is_public: 'O' });
    await desk.add('hidden');
    for (const cid of ['b', 'c', 'd', 'hidden']) await desk.contain(cid, 'series', first, 'Sold');
    expect([c.cidx, d.cidx]).not.toContain(undefined);
    const seen = async (): Promise<Map<string, Set<string>>> => {
      const { json } = await desk.request('collections');
      const cids: string[] = json.results.map(({ cid }: { cid: string }) => cid);
      const pages = await Promise.all(cids.map((cid) => desk.request(`collections/${cid}`)));
      return new Map(
        pages.map(({ json: one }, nth) => [
          cids[nth] ?? '',
          new Set(one.results.books.map((book: { bid: string }) => book.bid)),
        ]),
      );
    };
    const before = await seen();
    const rel = await desk.release();
    await desk.putIn(rel, 'book', b4, { published: true });
    await desk.putIn(rel, 'book', b2, { published: false });
    await desk.putIn(rel, 'book', b1, { ser_idx: second, lev_idx: await desk.addLevel(second, 'Two') });
    await desk.putIn(rel, 'collection', 'c', { is_public: 'O', prices: price('8900') });
    await desk.putIn(rel, 'collection', 'd', { is_public: 'X', prices: price('8900') });
    await desk.putIn(rel, 'collection', 'hidden', { prices: price('8900') });
    await desk.putIn(rel, 'contents', 'a', {
      add: [{ content_type: 'book', content_idx: books[2] }],
      remove: [{ content_type: 'book', content_idx: books[0] }],
      reason: 'Launch',
    });
    const { body } = await office.admin.get(`/release/${rel}`);
    desk.must(await desk.apply(rel));
    const after = await seen();
    const gained = [...after].flatMap(([cid, all]) =>
      [...all].filter((bid) => !before.get(cid)?.has(bid)).map((bid) => ({ cid, bid })),
    );
    // The fourth book becomes visible in b, and in c, which appears; the third joins a; the first leaves a and b.
    expect(new Set(gained.filter(({ bid }) => bid === b4).map(({ cid }) => cid))).toEqual(new Set(['b', 'c']));
    for (const text of [
      '1 book becomes visible in 2 collections',
      '1 book joins 1 collection',
      '1 collection appears',
      '1 book disappears',
      '1 book leaves 2 collections',
      '1 collection disappears',
      '1 collection gets new prices',
    ])
      expect(body).toContain(text);
    expect(gained.filter(({ cid }) => before.has(cid))).toEqual([
      { cid: 'a', bid: bids[2] },
      { cid: 'b', bid: b4 },
    ]);
  });

  test('shows its changes, conflicts and effects, also without script', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release('Winter launch');
    await desk.putIn(rel, 'book', bids[3] ?? '', { published: true });
    await desk.putIn(rel, 'collection', 'a', { prices: price('8900') });
    await desk.change('a', { prices: price('9500') });
    const { body } = await office.admin.get(`/release/${rel}`);
    expect((await desk.read(rel)).changes[0].fields).toMatchObject([
      { label: 'Status', before: 'Not published', after: 'Published' },
    ]);
    for (const text of ['Winter launch', '₩8,900', '₩9,500', '1 book becomes visible']) expect(body).toContain(text);
    expect((await office.admin.get('/release')).body).toContain('Winter launch');
  });
});
