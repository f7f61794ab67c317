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

/** The props of a page's view. */
const shownIn = async (page: string) =>
  JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec((await office.admin.get(page)).body)?.[1] ?? '');

describe('A conflict', () => {
  test('with an edit is named with its author, refuses the release, and is decided for either value', async () => {
    const { bids } = await desk.library();
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
    await desk.library();
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

  test('is counted wherever releases are listed, as on their pages, until it is decided', async () => {
    const { bids, first, second } = await desk.library();
    const [bid = '', other = '', gone = ''] = [bids[0], bids[1], bids[4]];
    const [late, early, draft] = [
      await desk.release('Late', 7200),
      await desk.release('Early', 3600),
      await desk.release('Draft'),
    ];
    await desk.putIn(late, 'collection', 'a', { prices: price('8000') });
    await desk.putIn(early, 'collection', 'a', { prices: price('8500') });
    const changed = await desk.putIn(late, 'book', bid, { title: 'Late' });
    await desk.putIn(early, 'book', bid, { author: 'Sora' });
    await desk.putIn(draft, 'book', bid, { author: 'Sora' });
    await desk.putIn(draft, 'book', gone, { title: 'x' });
    await desk.putIn(draft, 'series', 'order', { sequence: [second, first] });
    await desk.putIn(late, 'book', other, { isbn_print: '9788901234564' });
    desk.must(await office.admin.put(`/api/v1/book/${bid}`, { title: 'Edited' }));
    desk.must(await office.admin.put(`/api/v1/book/${bids[2]}`, { isbn_print: '9788901234564' }));
    await office.admin.form(`/book/delete/${gone}`, {});
    const listed = async () =>
      Object.fromEntries(
        (await shownIn('/release')).found.rows.map((row: { rel_idx: number; conflicts: number }) => [
          row.rel_idx,
          row.conflicts,
        ]),
      );
    const onPages = async () =>
      Object.fromEntries(
        await Promise.all(
          [late, early, draft].map(async (rel) => {
            const { changes } = await desk.read(rel);
            return [rel, changes.filter(({ conflict }: { conflict: unknown }) => conflict !== null).length];
          }),
        ),
      );
    expect(await onPages()).toEqual({ [late]: 3, [early]: 0, [draft]: 1 });
    expect(await listed()).toEqual(await onPages());
    const inCalendar = async () =>
      Object.fromEntries(
        (await shownIn('/calendar')).entries.map(({ title, state }: { title: string; state: string }) => [
          title,
          state,
        ]),
      );
    expect(await inCalendar()).toMatchObject({ Late: 'problem', Early: 'ahead' });
    const atHome = async () => (await office.admin.get('/')).body.match(/3 changes · (\d) conflicts/)?.[1];
    await expect.poll(atHome).toBe('3');

    desk.must(await desk.decide(late, changed, 'anyway'));
    expect(await onPages()).toEqual({ [late]: 2, [early]: 0, [draft]: 1 });
    expect(await listed()).toEqual(await onPages());
    await expect.poll(atHome, { timeout: 10_000 }).toBe('2');
    desk.must(await office.admin.post(`/api/v1/release/${early}/apply`));
    expect(await listed()).toEqual(await onPages());
  });

  test('with a deleted record can only be taken out', async () => {
    const { bids } = await desk.library();
    const rel = await desk.release();
    const chg = await desk.putIn(rel, 'book', bids[4] ?? '', { title: 'x' });
    await office.admin.form(`/book/delete/${bids[4]}`, {});
    expect(await desk.conflict(rel)).toMatchObject({ gone: true });
    expect((await desk.decide(rel, chg, 'anyway')).status).toBe(409);
    expect((await desk.apply(rel)).status).toBe(409);
  });

  test('of an order is decided for ours even if records came since', async () => {
    const { first, second } = await desk.library();
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
    const { first, second } = await desk.library();
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
