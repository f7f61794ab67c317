import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { price, releaseDesk } from './release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = releaseDesk(() => office);
beforeEach(() => desk.clear());

describe('A release', () => {
  test('changes everything it has at once, in one act, and undoing it gives readers what they had', async () => {
    const { first, second, books, bids, a, b, c, group, items } = await desk.library();
    const before = await desk.portal();
    const rel = await desk.release();
    await desk.putIn(rel, 'book', bids[0] ?? '', { title: ' New ', lexile: '520L' });
    await desk.putIn(rel, 'book', bids[1] ?? '', { published: false });
    await desk.putIn(rel, 'book', bids[3] ?? '', { published: true, author: 'Sora' });
    await desk.putIn(rel, 'collection', 'a', {
      prices: price('8900'),
      multi_lang_data: { ko: { title: '가', description: '<p>글</p>' }, en: { summary: 'S' } },
      exposed_type: 'lms',
      label: 'L',
    });
    await desk.putIn(rel, 'collection', 'c', { is_public: 'O', title: 'Shown' });
    await desk.putIn(rel, 'contents', 'a', {
      add: [{ content_type: 'book', content_idx: books[3] }],
      remove: [{ content_type: 'book', content_idx: books[0] }],
      reason: 'Launch',
    });
    await desk.putIn(rel, 'advertisement', 'order', { sequence: [c.cidx, b.cidx, a.cidx] });
    await desk.putIn(rel, 'series', 'order', { sequence: [second, first] });
    await desk.putIn(rel, 'roadmap', group, { rows: [[bids[2], bids[0]], [bids[1]]] });
    await desk.putIn(rel, 'guide', 'g', { items: items.toReversed() });
    expect(await desk.portal()).toBe(before);

    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect(await desk.read(rel)).toMatchObject({ status: 'applied', act_idx: act, count: 10, undone: null });
    expect(await desk.book(bids[0] ?? '')).toMatchObject({ title: 'New', lexile: '520L' });
    expect((await desk.book(bids[1] ?? '')).published_at).toBe(0);
    expect(await desk.book(bids[3] ?? '')).toMatchObject({ author: 'Sora', published_at: expect.any(Number) });
    expect(await desk.results('collections/a?language=ko')).toMatchObject({
      title: '가',
      summary: 'S',
      description: '<p>글</p>',
      prices: [{ price: '8900' }],
    });
    expect((await desk.results('advertised')).map(({ cid }: { cid: string }) => cid)).toEqual(['c', 'b', 'a']);
    expect((await desk.results('series')).map(({ ser_idx }: { ser_idx: number }) => ser_idx)).toEqual([second, first]);
    expect(await desk.guides.titles()).toEqual(['y', 'x']);
    expect(await desk.portal()).not.toBe(before);

    const reason = expect.stringContaining(`Release ${rel}: Winter`);
    expect(await desk.trail('c')).toContainEqual(expect.objectContaining({ action: 'collection.updated', reason }));
    const undone = desk.must(await desk.undo(act));
    expect(undone).toMatchObject({ success: true, kept: 0 });
    expect(await desk.portal()).toBe(before);
    expect((await desk.read(rel)).undone).toMatchObject({ actor: 'ada' });
    expect((await desk.undo(act)).status).toBe(409);
  });

  test('is undone for what nobody has changed since, and names the rest', async () => {
    const { books, bids } = await desk.library();
    const rel = await desk.release();
    await desk.putIn(rel, 'book', bids[0] ?? '', { title: 'New', lexile: '520L' });
    await desk.putIn(rel, 'book', bids[3] ?? '', { published: true });
    await desk.putIn(rel, 'collection', 'a', { prices: price('8900') });
    await desk.putIn(rel, 'contents', 'a', { add: [{ content_type: 'book', content_idx: books[3] }], reason: 'x' });
    const { act_idx: act } = desk.must(await desk.apply(rel));
    await office.admin.put(`/api/v1/book/${bids[0]}`, { title: 'Newer' });
    await desk.take('a', 'book', books[3] ?? 0);
    const foreseen = desk.must(await office.admin.get(`/api/v1/act/${act}`));
    expect(foreseen.undo).toMatchObject({ kept: 2, first: expect.any(Array) });
    expect(foreseen.undo.first.map(({ title }: { title: string }) => title)).toContain('Newer');
    expect(desk.must(await desk.undo(act))).toMatchObject({ kept: 2 });
    expect(await desk.book(bids[0] ?? '')).toMatchObject({ title: 'Newer', lexile: null });
    expect((await desk.book(bids[3] ?? '')).published_at).toBe(0);
    expect((await desk.get('a')).prices).toMatchObject([{ price: '9900' }]);
  });

  test('keeps what somebody set there and back since, but not what was undone', async () => {
    const { bids } = await desk.library();
    const [bid = ''] = bids;
    const rel = await desk.release();
    await desk.putIn(rel, 'book', bid, { title: 'New', lexile: '520L', language: 'English' });
    const { act_idx: act } = desk.must(await desk.apply(rel));
    for (const title of ['Other', 'New']) await office.admin.put(`/api/v1/book/${bid}`, { title });
    const change = { selection: { ids: [bid] }, change: { language: 'Korean' } };
    const changed = desk.must(await office.admin.put('/api/v1/book/change', change));
    desk.must(await desk.undo(changed.act_idx));
    expect(desk.must(await desk.undo(act))).toMatchObject({ kept: 1 });
    expect(await desk.book(bid)).toMatchObject({ title: 'New', lexile: null, language: null });
  });

  test('moves an event, and gives it back its dates when it is undone, but for what was set since', async () => {
    await desk.add('one');
    const from = desk.seconds() + 86_400;
    const body = { name: 'Fair', code: 'FAIR23456789', cid: 'one', from, until: from + 86_400, participant_limit: 5 };
    const { event_idx: id } = desk.must(await office.admin.post('/api/v1/event', body));
    const event = async () => desk.must(await office.admin.get(`/api/v1/event/${id}`));
    const rel = await desk.release();
    const wrong = await desk.put(rel, 'event', id, { until: from });
    expect(wrong).toMatchObject({
      status: 422,
      json: { error: { code: 'event.dates_rule', fields: { until: expect.anything() } } },
    });
    expect(await desk.put(rel, 'event', id, { code: 'FAIR23456788' })).toMatchObject({ status: 400 });
    expect(await desk.put(rel, 'event', 999_999, { from })).toMatchObject({ status: 404 });
    await desk.putIn(rel, 'event', id, { from: from + 3600, until: from + 90_000, participant_limit: 9 });
    const [change] = (await desk.read(rel)).changes;
    expect(change).toMatchObject({ title: 'Fair', href: `/event/${id}`, conflict: null });
    expect(change.fields.map(({ label }: { label: string }) => label)).toHaveLength(3);
    expect(await event()).toMatchObject({ from, participant_limit: 5 });
    const { act_idx } = desk.must(await desk.apply(rel));
    expect(await event()).toMatchObject({ from: from + 3600, until: from + 90_000, participant_limit: 9 });
    await office.admin.put(`/api/v1/event/${id}`, { participant_limit: 12 });
    expect((await desk.undo(act_idx)).json.results).toMatchObject({ back: 1, kept: 1 });
    expect(await event()).toMatchObject({ from, until: from + 86_400, participant_limit: 12 });
  });

  test('lets books exchange their ISBNs, and gives them back when it is undone', async () => {
    const { bids } = await desk.library();
    const [one = '', two = ''] = bids;
    const [a, b] = ['9788936434267', '9788932917245'];
    for (const [bid, isbn_print] of [
      [one, a],
      [two, b],
    ] as const)
      await office.admin.put(`/api/v1/book/${bid}`, { isbn_print });
    const isbns = async () => [(await desk.book(one)).isbn_print, (await desk.book(two)).isbn_print];
    const rel = await desk.release();
    await desk.putIn(rel, 'book', one, { isbn_print: b });
    expect((await desk.conflict(rel)).text).toContain(b);
    expect(await desk.apply(rel)).toMatchObject({ status: 409, json: { error: { code: 'book.isbn_print_taken' } } });
    await desk.putIn(rel, 'book', two, { isbn_print: a });
    expect(await desk.conflict(rel)).toBeNull();
    const { act_idx } = desk.must(await desk.apply(rel));
    expect(await isbns()).toEqual([b, a]);
    expect((await desk.undo(act_idx)).json.results).toMatchObject({ back: 2, kept: 0 });
    expect(await isbns()).toEqual([a, b]);
  });

  test.each(['9788936434267', '8936434268'])(
    'changes nothing if any of it cannot be applied: %s is taken',
    async (live) => {
      const { bids } = await desk.library();
      const rel = await desk.release();
      await desk.putIn(rel, 'book', bids[0] ?? '', { title: 'New' });
      await desk.putIn(rel, 'book', bids[1] ?? '', { isbn_print: '9788936434267' });
      await desk.putIn(rel, 'collection', 'a', { prices: price('8900') });
      await office.admin.put(`/api/v1/book/${bids[2]}`, { isbn_print: live });
      const before = await desk.portal();
      const refused = await desk.apply(rel);
      expect(refused).toMatchObject({ status: 409, json: { error: { code: 'book.isbn_print_taken' } } });
      expect(await desk.portal()).toBe(before);
      expect(await desk.read(rel)).toMatchObject({ status: 'draft', act_idx: null });
    },
  );

  test('refuses what the live call would refuse, with the same error, and stores nothing of it', async () => {
    const { bids, a, second } = await desk.library();
    const rel = await desk.release();
    const cases: [string, string, object, { status: number; json: any }][] = [
      ['book', bids[0] ?? '', { title: '' }, await office.admin.put(`/api/v1/book/${bids[0]}`, { title: '' })],
      [
        'book',
        bids[0] ?? '',
        { cat_idx: 999_999 },
        await office.admin.put(`/api/v1/book/${bids[0]}`, { cat_idx: 999_999 }),
      ],
      ['book', 'nobody', { title: 'x' }, await office.admin.put('/api/v1/book/nobody', { title: 'x' })],
      ['book', bids[0] ?? '', { nothing: 1 }, await office.admin.put(`/api/v1/book/${bids[0]}`, { nothing: 1 })],
      ['collection', 'a', { prices: [] }, await desk.change('a', { prices: [] })],
      [
        'collection',
        'a',
        { prices: [{ currency: 'KRW', price: '1.5' }] },
        await desk.change('a', { prices: [{ currency: 'KRW', price: '1.5' }] }),
      ],
      ['series', 'order', { sequence: [second] }, await office.admin.put('/api/v1/series/difficulty', [second])],
      [
        'roadmap',
        '999999',
        { rows: [] },
        await office.admin.put('/api/v1/roadmap', { target_group: 999_999, rows: [] }),
      ],
    ];
    for (const [kind, id, values, live] of cases) {
      const { status, json } = await desk.put(rel, kind, id, values);
      expect([kind, values, status, json.error.code]).toEqual([kind, values, live.status, live.json.error.code]);
    }
    expect((await desk.put(rel, 'advertisement', 'order', { sequence: [a.cidx, a.cidx] })).status).toBe(409);
    expect(
      (await desk.put(rel, 'contents', 'a', { add: [{ content_type: 'series', content_idx: second }] })).status,
    ).toBe(422);
    expect((await desk.put(rel, 'book', bids[0] ?? '', {})).status).toBe(422);
    expect((await desk.read(rel)).changes).toEqual([]);
  });

  test('has one change of a record, which the next one replaces, or adds to', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release();
    const [bid = ''] = bids;
    const chg = await desk.putIn(rel, 'book', bid, { title: 'One', lexile: '500L' });
    expect(await desk.putIn(rel, 'book', bid, { title: 'Two' })).toBe(chg);
    const named = async () => (await desk.read(rel)).changes[0].fields.map(({ field }: { field: string }) => field);
    expect(await named()).toEqual(['title']);
    await desk.putIn(rel, 'book', bid, { published: false }, { merge: true });
    expect((await named()).toSorted()).toEqual(['published', 'title']);
    expect((await desk.put(rel, 'book', bid, { title: 'x' }, { version: 99 })).status).toBe(409);
  });
});

describe('A guide in a release', () => {
  test('has the texts and columns of its items changed and items deleted, and an undo restores all of it', async () => {
    const [x, y, z] = [await desk.guides.add('x'), await desk.guides.add('y'), await desk.guides.add('z')];
    const before = await desk.portal();
    const rel = await desk.release();
    const edits = [
      { itm_idx: x.itm_idx, start: 3, length: 2 },
      { itm_idx: y.itm_idx, title: 'Why', description: '<p>Because</p>' },
    ];
    await desk.putIn(rel, 'guide', 'g', { items: [z, y, x].map(({ itm_idx }) => itm_idx), edits: edits.slice(0, 1) });
    await desk.put(rel, 'guide', 'g', { edits: edits.slice(1) }, { merge: true });
    // Edited before it is deleted.
    await desk.put(rel, 'guide', 'g', { edits: [{ itm_idx: z.itm_idx, legend: 'Old' }] }, { merge: true });
    await desk.put(rel, 'guide', 'g', { remove: [z.itm_idx] }, { merge: true });
    expect(await desk.portal()).toBe(before);
    const [change] = (await desk.read(rel)).changes;
    const shown = change.fields.filter(({ differs }: { differs: boolean }) => differs);
    expect(shown).toContainEqual(expect.objectContaining({ label: 'x: Start', before: '1', after: '3' }));
    expect(shown).toContainEqual(expect.objectContaining({ label: 'y: Title', before: 'y', after: 'Why' }));
    expect(shown).toContainEqual(expect.objectContaining({ label: 'z', after: 'Deleted' }));
    // Others go on with the items meanwhile: the release has only what was put into it.
    await desk.guides.update(x.itm_idx, { legend: 'New' });
    expect(await desk.conflict(rel)).toBeNull();
    const act = desk.must(await desk.apply(rel)).act_idx;
    const { items } = await desk.guides.read();
    expect(items).toMatchObject([
      { title: 'Why', description: '<p>Because</p>' },
      { title: 'x', legend: 'New', start: 3, length: 2 },
    ]);
    expect(items).toHaveLength(2);
    desk.must(await desk.undo(act));
    await desk.guides.update(x.itm_idx, { legend: '' });
    expect(await desk.portal()).toBe(before);
  });

  test('is also given as its items in order, those that change with their new texts and columns', async () => {
    const [x, y] = [await desk.guides.add('x'), await desk.guides.add('y')];
    const rel = await desk.release();
    const items = [y.itm_idx, { itm_idx: x.itm_idx, title: 'Ex', start: 3, length: 2 }];
    await desk.putIn(rel, 'guide', 'g', { items });
    desk.must(await desk.apply(rel));
    expect((await desk.guides.read()).items).toMatchObject([{ title: 'y' }, { title: 'Ex', start: 3, length: 2 }]);
    const unknown = await desk.put(await desk.release(), 'guide', 'g', { items: [{ itm_idx: x.itm_idx, bid: 'b' }] });
    expect(unknown.status).toBe(400);
  });

  test('is refused what the live calls refuse, and an item of another guide', async () => {
    const item = await desk.guides.add('x');
    const rel = await desk.release();
    const edit = (over: object) => desk.put(rel, 'guide', 'g', { edits: [{ itm_idx: item.itm_idx, ...over }] });
    expect((await edit({ start: 9, length: 5 })).status).toBe(422);
    expect((await edit({ cover: 'x' })).status).toBe(400);
    expect((await edit({ title: '' })).status).toBe(400);
    expect((await desk.put(rel, 'guide', 'other', { remove: [item.itm_idx] })).status).toBe(404);
    expect((await desk.put(rel, 'guide', 'g', { remove: [999] })).status).toBe(404);
    expect((await desk.put(rel, 'guide', 'g', {})).status).toBe(422);
    expect((await desk.put(rel, 'roadmap', 'none', { rows: [] })).status).toBe(404);
    expect((await desk.read(rel)).changes).toEqual([]);
  });
});

describe('A preview', () => {
  test('shows a book or a collection as it will be in a release, and changes nothing', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release();
    await desk.putIn(rel, 'book', bids[3] ?? '', { title: 'In the release', published: true });
    await desk.putIn(rel, 'collection', 'c', { title: 'Shown soon', prices: price('7700') });
    const before = await desk.portal();
    const open = async (of: string, id: string) => {
      const { href } = desk.must(await office.admin.post('/api/v1/preview', { of, id, release: rel }));
      return (await office.stranger.get(href)).body;
    };
    expect(await open('book', bids[3] ?? '')).toContain('In the release');
    const shown = await open('collection', 'c');
    for (const text of ['Shown soon', '7,700', 'Winter']) expect(shown).toContain(text);
    expect(await desk.portal()).toBe(before);
    expect((await office.admin.post('/api/v1/preview', { of: 'collection', id: 'c', release: 9999 })).status).toBe(404);
    const { href } = desk.must(await office.admin.post('/api/v1/preview', { of: 'collection', id: 'c', release: rel }));
    expect((await office.stranger.get(href.replace(/release=\d+/, 'release=77777'))).status).toBe(404);
  });
});

describe('Releases of the same fields', () => {
  test('are undone one after the other, the last one first', async () => {
    const { bids } = await desk.library();
    const [bid = ''] = bids;
    const apply = async (author: string): Promise<number> => {
      const rel = await desk.release(author);
      await desk.putIn(rel, 'book', bid, { author });
      return desk.must(await desk.apply(rel)).act_idx;
    };
    await office.admin.put(`/api/v1/book/${bid}`, { author: 'Mina' });
    const acts = [await apply('Sora'), await apply('Ada'), await apply('Bo')];
    for (const [act, author] of [
      [acts[2], 'Ada'],
      [acts[1], 'Sora'],
      [acts[0], 'Mina'],
    ] as const) {
      desk.must(await desk.undo(act ?? 0));
      expect(await desk.book(bid)).toMatchObject({ author });
    }
  });
});
