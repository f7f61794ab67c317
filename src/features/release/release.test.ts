import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { releaseDesk } from './release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = releaseDesk(() => office);
beforeEach(() => desk.clear());

const price = (amount: string) => [{ currency: 'KRW', price: amount }];

/** A small library that readers see: two series, five books, three collections, a roadmap and a guide. */
async function library() {
  const first = await desk.addSeries('First');
  const second = await desk.addSeries('Second');
  const level = await desk.addLevel(first, 'One');
  const books = await desk.addBooks(first, level, 5);
  const bids = books.map((_, n) => `b${level}-${n + 1}`);
  await desk.publish(...bids.slice(0, 3));
  const a = await desk.add('a', { is_public: 'O', prices: price('9900') });
  const b = await desk.add('b', { is_public: 'O' });
  const c = await desk.add('c');
  for (const book of books.slice(0, 2)) await desk.contain('a', 'book', book);
  await desk.advertise(a.cidx, true);
  await desk.advertise(b.cidx, true);
  const group = await desk.addGroup('5 to 6');
  for (const [row, bid] of bids.slice(0, 3).entries())
    await office.admin.put('/api/v1/roadmap', { target_group: group, target_row: row, bids: [bid] });
  const items = [await desk.guides.add('x'), await desk.guides.add('y')].map(({ itm_idx }) => itm_idx);
  return { first, second, level, books, bids, a, b, c, group, items };
}

describe('A release', () => {
  test('changes everything it has at once, in one act, and undoing it gives readers what they had', async () => {
    const { first, second, books, bids, a, b, c, group, items } = await library();
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
    const { books, bids } = await library();
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
    const { bids } = await library();
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

  test('changes nothing if any of it cannot be applied', async () => {
    const { bids } = await library();
    const rel = await desk.release();
    await desk.putIn(rel, 'book', bids[0] ?? '', { title: 'New' });
    await desk.putIn(rel, 'book', bids[1] ?? '', { isbn_print: '9788936434267' });
    await desk.putIn(rel, 'collection', 'a', { prices: price('8900') });
    await office.admin.put(`/api/v1/book/${bids[2]}`, { isbn_print: '9788936434267' });
    const before = await desk.portal();
    const refused = await desk.apply(rel);
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'book.isbn_print_taken' } } });
    expect(await desk.portal()).toBe(before);
    expect(await desk.read(rel)).toMatchObject({ status: 'draft', act_idx: null });
  });

  test('refuses what the live call would refuse, with the same error, and stores nothing of it', async () => {
    const { bids, a, second } = await library();
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
    const { bids } = await library();
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

describe('A conflict', () => {
  test('with an edit is named with its author, refuses the release, and is decided for either value', async () => {
    const { bids } = await library();
    const [bid = ''] = bids;
    for (const [decide, title] of [
      ['anyway', 'Ours'],
      ['rebase', 'Theirs'],
    ] as const) {
      await office.admin.put(`/api/v1/book/${bid}`, { title: 'Before', author: null });
      const rel = await desk.release();
      const chg = await desk.putIn(rel, 'book', bid, { title: 'Ours', author: 'Sora' });
      expect(await desk.conflict(rel)).toBeNull();
      await office.admin.put(`/api/v1/book/${bid}`, { title: 'Theirs', genre: 'Tale' });
      expect(await desk.conflict(rel)).toMatchObject({
        edited: { name: 'ada', at: expect.any(Number) },
        release: null,
        fields: [{ before: 'Theirs', after: 'Ours' }],
      });
      expect(await desk.apply(rel)).toMatchObject({ status: 409, json: { error: { code: 'release.undecided' } } });
      desk.must(await desk.decide(rel, chg, decide));
      expect(await desk.conflict(rel)).toBeNull();
      desk.must(await desk.apply(rel));
      expect(await desk.book(bid)).toMatchObject({ title, author: 'Sora' });
    }
  });

  test('with an earlier release or reservation of the same field is named too', async () => {
    await library();
    const rel = await desk.release('Late', 7200);
    await desk.putIn(rel, 'collection', 'a', { prices: price('8000') });
    const early = await desk.release('Early', 3600);
    const chg = await desk.putIn(early, 'collection', 'a', { prices: price('8500'), is_public: 'X' });
    expect(await desk.conflict(rel)).toMatchObject({ edited: null, release: { rel_idx: early, name: 'Early' } });
    expect(await desk.conflict(early)).toBeNull();
    desk.must(await office.admin.delete(`/api/v1/release/${early}/change/${chg}`));
    expect(await desk.conflict(rel)).toBeNull();
    const body = { cid: 'a', target: 'price', value: price('7000'), apply_at: desk.seconds() + 100 };
    const { res_idx } = desk.must(await office.admin.post('/api/v1/reservation', body));
    expect(await desk.conflict(rel)).toMatchObject({ reservation: { res_idx } });
  });

  test('with a deleted record can only be taken out', async () => {
    const { bids } = await library();
    const rel = await desk.release();
    const chg = await desk.putIn(rel, 'book', bids[4] ?? '', { title: 'x' });
    await office.admin.form(`/book/delete/${bids[4]}`, {});
    expect(await desk.conflict(rel)).toMatchObject({ gone: true });
    expect((await desk.decide(rel, chg, 'anyway')).status).toBe(409);
    expect((await desk.apply(rel)).status).toBe(409);
  });

  test('of an order is decided for ours even if records came since', async () => {
    const { first, second } = await library();
    const rel = await desk.release();
    const chg = await desk.putIn(rel, 'series', 'order', { sequence: [second, first] });
    office.clock.advance(60_000);
    const third = await desk.addSeries('Third');
    // It names who added it and when, and only what the release moves: the new one comes last in any case.
    expect(await desk.conflict(rel)).toMatchObject({
      edited: { name: 'ada', at: desk.seconds() },
      fields: [
        { label: 'Second', before: '2', after: '1' },
        { label: 'First', before: '1', after: '2' },
      ],
    });
    desk.must(await desk.decide(rel, chg, 'anyway'));
    desk.must(await desk.apply(rel));
    expect((await desk.results('series')).map(({ ser_idx }: { ser_idx: number }) => ser_idx)).toEqual([
      second,
      first,
      third,
    ]);
  });

  test('of an order is undone with the records that came since at the end', async () => {
    const { first, second } = await library();
    const rel = await desk.release();
    await desk.putIn(rel, 'series', 'order', { sequence: [second, first] });
    const act = desk.must(await desk.apply(rel)).act_idx;
    const third = await desk.addSeries('Third');
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 0 });
    expect((await desk.results('series')).map(({ ser_idx }: { ser_idx: number }) => ser_idx)).toEqual([
      first,
      second,
      third,
    ]);
  });
});

describe('Staff', () => {
  test('cancel a release, take changes out, copy it, and undo either', async () => {
    const { bids } = await library();
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

  test('read in its history what was put in, taken out and decided', async () => {
    const { bids } = await library();
    const rel = await desk.release('Winter launch');
    const chg = await desk.putIn(rel, 'book', bids[0] ?? '', { title: 'New' });
    desk.must(await desk.decide(rel, chg, 'anyway'));
    desk.must(await office.admin.delete(`/api/v1/release/${rel}/change/${chg}`));
    const { json } = await office.admin.get(`/api/v1/audit/of/release/${rel}`);
    const lines = json.results.lines.map((line: { changes: { field: string; after: string }[] }) =>
      Object.fromEntries(line.changes.map(({ field, after }) => [field, after])),
    );
    const of = { Kind: 'Library', Of: bids[0] };
    expect(lines).toMatchObject([
      of,
      { ...of, Decision: 'Overwrite' },
      { ...of, Fields: 'title' },
      { Status: 'Draft' },
    ]);
    expect((await office.admin.get(`/release/${rel}?lang=es`)).body).toContain('Biblioteca');
  });

  test('undo a change they put in, and a decision', async () => {
    const { bids } = await library();
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
    const { bids } = await library();
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

describe('A preview', () => {
  test('shows a book or a collection as it will be in a release, and changes nothing', async () => {
    const { bids } = await library();
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
    const { bids } = await library();
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

describe('The page of a release', () => {
  test('counts for readers what the portal shows once it is applied', async () => {
    const { first, second, books, bids, c } = await library();
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
    const { bids } = await library();
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
