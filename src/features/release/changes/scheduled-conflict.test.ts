import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { reservationDesk } from '#features/reservation/reservation.fixture.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { releaseDesk } from '../release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

const desk = reservationDesk(() => office);
const releases = releaseDesk(() => office);
beforeEach(async () => {
  await releases.clear();
  await desk.clear();
});

const { price } = desk;
const hour = 3600;
const listed = async () =>
  (await office.admin.get('/api/v1/reservation?conflicts=on')).json.results.map(
    ({ res_idx }: { res_idx: number }) => res_idx,
  );
/** The props of a page's view. */
const shownIn = async (page: string) =>
  JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec((await office.admin.get(page)).body)?.[1] ?? '');
const none = { edited: null, earlier: null, later: null };
/** Advances the clock, and waits until the change is over. */
const pass = async (seconds: number, resIdx: number) => {
  office.clock.advance(seconds * 1000);
  await expect
    .poll(() => {
      office.clock.advance(1000);
      return desk.statusOf(resIdx);
    })
    .not.toBe('scheduled');
};

/** A release that sets a price, and a scheduled change of the same price, before or after it. */
async function meet({ release, reservation }: { release: number; reservation: number }) {
  await desk.add('one', { prices: price('10') });
  const rel = await releases.release('Spring', release);
  await releases.putIn(rel, 'collection', 'one', { prices: price('8') });
  const res = await desk.schedule('one', reservation, { value: price('9') });
  return { rel, res, at: desk.seconds() + release };
}

describe('A scheduled change', () => {
  test('conflicts with a release that sets its field before it, wherever conflicts are shown', async () => {
    const { rel, res, at } = await meet({ release: hour, reservation: 2 * hour });
    const other = await desk.schedule('one', 2 * hour, { target: 'description', value: '<p>x</p>' });
    const earlier_release = { rel_idx: rel, name: 'Spring', apply_at: at };
    expect((await desk.reservation(res)).conflicts).toEqual({ ...none, earlier_release });
    expect((await desk.reservation(other)).conflicts).toEqual(none);
    expect(await listed()).toEqual([res]);
    expect(await releases.conflict(rel)).toBeNull();
    for (const page of [`/reservation/${res}`, '/collection/one/scheduled', '/reservation?conflicts=on'])
      expect((await office.admin.get(page)).body).toShow('The release Spring changes this field before it');
    expect((await office.admin.get('/collection/one')).body).toShow('1 scheduled change has an unresolved conflict');
    const { entries } = await shownIn('/calendar');
    expect(
      entries.find(({ kind, id }: { kind: string; id: string }) => kind === 'reservation' && id === String(res)),
    ).toMatchObject({
      state: 'problem',
    });
    expect((await shownIn(`/reservation/${res}`)).changes.prices).toMatchObject({
      before: [{ price: '8' }],
      after: [{ price: '9' }],
    });
    await expect.poll(async () => (await office.admin.get('/')).body).toContain('1 scheduled change has a conflict');
  });

  test('is in no conflict with what sets its field to the value that it sets itself, a scheduled change or a release', async () => {
    await desk.add('one', { prices: price('10') });
    const rel = await releases.release('Spring', 2 * hour);
    await releases.putIn(rel, 'collection', 'one', { prices: price('8') });
    const all = [];
    for (const hours of [1, 3, 4]) all.push(await desk.schedule('one', hours * hour, { value: price('8') }));
    expect(await listed()).toEqual([]);
    for (const res of all) expect((await desk.reservation(res)).conflicts).toEqual(none);
    expect(await releases.conflict(rel)).toBeNull();
    const other = await desk.schedule('one', 5 * hour, { value: price('9') });
    expect(await listed()).toEqual(expect.arrayContaining([other]));
  });

  test('before a release of the same field makes that one wait for a decision, and both say so', async () => {
    const { rel, res, at } = await meet({ release: 2 * hour, reservation: hour });
    const later_release = { rel_idx: rel, name: 'Spring', apply_at: at };
    expect((await desk.reservation(res)).conflicts).toEqual({ ...none, later_release });
    expect(await releases.conflict(rel)).toMatchObject({ reservation: { res_idx: res } });
    expect(await listed()).toEqual([res]);
    const [{ chg_idx }] = (await releases.read(rel)).changes;
    await releases.decide(rel, chg_idx, 'anyway');
    expect((await desk.reservation(res)).conflicts).toEqual(none);
    expect(await listed()).toEqual([]);
  });

  test('fails after the release unless somebody decides; one that starts from the release is applied', async () => {
    for (const decide of [undefined, 'rebase', 'anyway'] as const) {
      const { res } = await meet({ release: 60, reservation: 120 });
      if (decide) await desk.change(res, { decide });
      expect((await desk.reservation(res)).conflicts.earlier_release === undefined).toBe(decide !== undefined);
      await pass(120, res);
      expect([await desk.statusOf(res), await desk.pricesOf('one')]).toEqual(
        decide ? ['applied', ['9']] : ['failed', ['8']],
      );
      await releases.clear();
      await desk.clear();
    }
  });

  test('that starts from a release is in conflict again once the release sets another value, or somebody else does', async () => {
    const { rel, res } = await meet({ release: hour, reservation: 2 * hour });
    await desk.change(res, { decide: 'rebase' });
    expect(await listed()).toEqual([]);
    await releases.putIn(rel, 'collection', 'one', { prices: price('7') });
    expect(await listed()).toEqual([res]);
    await desk.change(res, { decide: 'rebase' });
    expect(await listed()).toEqual([]);
    await office.admin.put('/api/v5/collection/one', { prices: price('11') });
    expect((await desk.reservation(res)).conflicts).toMatchObject({ edited: { name: 'ada' } });
  });

  test('that starts from a release is the same after a decision is undone, and free when the release is cancelled', async () => {
    const { rel, res } = await meet({ release: hour, reservation: 2 * hour });
    const { act_idx } = (await desk.change(res, { decide: 'rebase' })).json.results;
    await office.admin.undo(act_idx);
    expect(await listed()).toEqual([res]);
    await desk.change(res, { decide: 'rebase' });
    await office.admin.delete(`/api/v1/release/${rel}`);
    expect((await desk.reservation(res)).conflicts).toEqual(none);
    await pass(2 * hour, res);
    expect(await desk.statusOf(res)).toBe('applied');
  });

  test('starts from a release that leaves its field empty too', async () => {
    await desk.add('one');
    const form = fileForm('collection_image', { 'a.jpg': await jpeg(1) });
    const { files } = must(await office.admin.upload('/api/v1/collection/one/image/cover', form));
    const rel = await releases.release('Spring', hour);
    await releases.putIn(rel, 'collection', 'one', { cover_img: null });
    const res = await desk.schedule('one', 2 * hour, { target: 'cover_img', value: files.collection_image[0] });
    expect(await listed()).toEqual([res]);
    await desk.change(res, { decide: 'rebase' });
    expect(await listed()).toEqual([]);
  });

  test('of a text conflicts with a release only in its language', async () => {
    await desk.add('one');
    const rel = await releases.release('Spring', hour);
    await releases.putIn(rel, 'collection', 'one', { multi_lang_data: { ko: { description: '<p>릴리스</p>' } } });
    const text = { target: 'description', locale: 'ko', value: '<p>예약</p>' };
    const res = await desk.schedule('one', 2 * hour, text);
    const english = await desk.schedule('one', 2 * hour, { ...text, locale: 'en' });
    expect(await listed()).toEqual([res]);
    expect((await desk.reservation(english)).conflicts).toEqual(none);
  });

  test('is told while it is written what sets its field just before and after it, and nobody has decided', async () => {
    const { rel, res, at } = await meet({ release: hour, reservation: 3 * hour });
    await desk.schedule('one', 4 * hour, { value: price('7') });
    const written = async (inSeconds: number, over = '', target = 'price') => {
      const query = `cid=one&target=${target}&apply_at=${desk.seconds() + inSeconds}${over}`;
      return (await office.admin.get(`/api/v1/reservation/current?${query}`)).json.results.rivals;
    };
    const release = { rel_idx: rel, name: 'Spring', apply_at: at };
    const reservation = { res_idx: res, name: '', apply_at: at + 2 * hour };
    expect(await written(2 * hour)).toEqual([release, reservation]);
    expect(await written(2 * hour, '&locale=ko', 'description')).toEqual([]);
    expect(await written(3 * hour)).toEqual([reservation, expect.objectContaining({ res_idx: res + 1 })]);
    expect(await written(0)).toEqual([release]);
    // The one that is edited does not meet itself, nor what it was decided for.
    expect(await written(2 * hour, `&res_idx=${res}`)).toEqual([
      release,
      { ...reservation, res_idx: res + 1, apply_at: at + 3 * hour },
    ]);
    await desk.change(res, { decide: 'rebase' });
    await desk.change(res + 1, { decide: 'rebase' });
    expect(await written(2 * hour, `&res_idx=${res}`)).toEqual([]);
    expect(await written(5 * hour, `&res_idx=${res}`)).toEqual([
      { ...reservation, res_idx: res + 1, apply_at: at + 3 * hour },
    ]);
    await desk.change(res, { decide: 'anyway' });
    expect(await written(5 * hour, `&res_idx=${res}`)).toEqual([]);
  });
});

describe('A collection as of a time', () => {
  const asOf = async (seconds: number) => {
    const local = localTime('Asia/Seoul', desk.seconds() + seconds);
    return (await shownIn(`/collection/one/scheduled?at=${local}`)).asOf.shown;
  };

  test('has what releases and scheduled changes make of it, in the order of their times', async () => {
    const { res } = await meet({ release: hour, reservation: 2 * hour });
    await desk.change(res, { decide: 'rebase' });
    const prices = (shown: { comparison: { prices: { after: { price: string }[] } } }) =>
      shown.comparison.prices.after.map((one) => one.price);
    const first = await asOf(hour + 60);
    expect([prices(first), first]).toMatchObject([['8'], { applied: 0, left: 0, releases: ['Spring'] }]);
    const second = await asOf(2 * hour + 60);
    expect([prices(second), second]).toMatchObject([['9'], { applied: 1, left: 0, releases: ['Spring'] }]);
    expect([await desk.pricesOf('one'), await desk.statusOf(res)]).toEqual([['10'], 'scheduled']);
  });

  test('counts what is not applied by then, because nobody has decided', async () => {
    await meet({ release: hour, reservation: 2 * hour });
    expect(await asOf(2 * hour + 60)).toMatchObject({ applied: 0, left: 1, releases: ['Spring'] });
    await desk.schedule('one', 60, { value: price('7') });
    expect(await asOf(2 * hour + 60)).toMatchObject({ applied: 1, left: 2, releases: [] });
  });
});
