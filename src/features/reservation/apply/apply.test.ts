import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jpeg } from '#features/image/image.fixture.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, startOffice } from '#test/app.ts';
import { reservationDesk } from '../reservation.fixture.ts';

let office: Office;
let other: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  other = await startOffice({ jobs: true, beside: office });
});
afterAll(async () => {
  await other.close();
  await office.close();
});

const desk = reservationDesk(() => office);
beforeEach(() => desk.clear());

const { price } = desk;
/** Advances the clock by a second before each look; it stands still otherwise. */
const passing = <T>(look: () => Promise<T>) =>
  expect.poll(() => {
    office.clock.advance(1000);
    return look();
  });
const pass = async (seconds: number, resIdx: number) => {
  office.clock.advance(seconds * 1000);
  await passing(() => desk.statusOf(resIdx)).not.toBe('scheduled');
};
/** Advances the clock, and waits until the queue has applied what was due by then. */
const queuePolled = async (seconds: number) => {
  await desk.add('other');
  const due = await desk.schedule('other', seconds, { value: price('1') });
  office.clock.advance(seconds * 1000);
  await expect.poll(() => desk.statusOf(due)).toBe('applied');
};
/** The props of a page's view. */
const shownIn = async (page: string) =>
  JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec((await office.admin.get(page)).body)?.[1] ?? '');
const versionCount = async (cid: string) => (await desk.versions(cid)).length;

describe('A reservation is applied', () => {
  test('at its time and not before, with a version and an audit row that name it, by the product itself', async () => {
    await desk.add('one', { prices: price('10') });
    const resIdx = await desk.schedule('one', 60, { value: price('8') });
    await queuePolled(58);
    expect(await desk.pricesOf('one')).toEqual(['10']);
    await pass(2, resIdx);
    expect(await desk.pricesOf('one')).toEqual(['8']);
    const [newest] = await desk.versions('one');
    expect(newest).toMatchObject({
      actor: null,
      reason: `Reservation ${resIdx} (ada)`,
      summary: { prices: { changed: 1 } },
    });
    expect(await desk.reservation(resIdx)).toMatchObject({
      status: 'applied',
      applied_version: newest.ver_idx,
      ended_at: expect.any(Number),
      version: 2,
    });
    expect((await desk.trail('one')).at(-1)).toMatchObject({
      action: 'collection.updated',
      reason: `Reservation ${resIdx} (ada)`,
    });
    expect((await desk.reservationTrail(resIdx)).at(-1)).toMatchObject({
      action: 'reservation.applied',
      actor: null,
      of_entity: 'collection',
      of_id: 'one',
    });
  });

  test('to texts of a language and to images, even where the image is removed', async () => {
    await desk.add('one', { multi_lang_data: { en: { description: '<p>Old</p>', summary: 'S' } } });
    const form = new FormData();
    for (const [name, value] of Object.entries({ cid: 'one', target: 'cover_img', apply_at: desk.seconds() + 60 }))
      form.append(name, String(value));
    form.append('image', new File([new Uint8Array(await jpeg())], 'fox.jpg'));
    const image = (await office.admin.upload('/api/v1/reservation', form)).json.results.res_idx;
    const text = { target: 'description', value: '<p>New</p>' };
    await desk.schedule('one', 60, text);
    const last = await desk.schedule('one', 61, { ...text, locale: 'ko', value: '<p>새</p>' });
    await pass(61, last);
    expect(await desk.get('one')).toMatchObject({
      summary: 'S',
      description: '<p>New</p>',
      multi_lang_data: { ko: { title: '', description: '<p>새</p>' } },
      cover_img: expect.stringContaining('fox.jpg'),
    });
    expect(await desk.statusOf(image)).toBe('applied');
    const away = await desk.schedule('one', 60, { target: 'cover_img', value: null });
    await pass(60, away);
    expect((await desk.get('one')).cover_img).toBeNull();
    expect((await desk.trail('one')).at(-1)).toMatchObject({
      action: 'collection.image_changed',
      after: { cover: null },
    });
  });

  test('and once that is undone, a translation is as much older than the English as it was', async () => {
    const texts = (description: string) => ({ title: 'A', description });
    await desk.add('one', { multi_lang_data: { en: texts('<p>Old</p>'), ko: texts('<p>옛</p>') } });
    await office.admin.put('/api/v5/collection/one/localize/en', texts('<p>New</p>'));
    const state = async () => (await shownIn('/collection/one/localize/ko')).states.ko;
    const resIdx = await desk.schedule('one', 60, { target: 'description', locale: 'ko', value: '<p>새</p>' });
    await pass(60, resIdx);
    expect(await state()).toBe('complete');
    const { act_idx: act } = await office.db
      .selectFrom('audit')
      .select('act_idx')
      .where('reason', 'like', `Reservation ${resIdx} %`)
      .executeTakeFirstOrThrow();
    expect((await office.admin.undo(act ?? 0)).status).toBe(200);
    expect(await state()).toBe('outdated');
  });

  test('and shows as done by it only what it changed itself', async () => {
    await desk.add('one', { prices: price('10') });
    const later = await desk.schedule('one', 120, { value: price('8') });
    // The number of the other one begins with the same digits.
    await sql`select setval(pg_get_serial_sequence('reservation', 'res_idx'), ${later * 10 - 1})`.execute(office.db);
    const earlier = await desk.schedule('one', 60, { value: price('8') });
    await pass(120, later);
    expect(await Promise.all([earlier, later].map(desk.statusOf))).toEqual(['applied', 'applied']);
    const shown = async (resIdx: number) => (await shownIn(`/reservation/${resIdx}`)).changes.prices;
    expect(await shown(earlier)).toMatchObject({ before: [{ price: '10' }], after: [{ price: '8' }] });
    expect(await shown(later)).toBeNull();
  });

  test('once, however many instances there are, and in order of time within a collection', async () => {
    const count = 40;
    for (const cid of ['one', 'two', 'three']) await desk.add(cid);
    const made: number[] = [];
    for (let n = 0; n < count; n++) {
      const cid = ['one', 'two', 'three'][n % 3] ?? '';
      const resIdx = await desk.schedule(cid, 60 + n, { value: price(String(n + 1)) });
      await desk.change(resIdx, { decide: 'rebase' });
      made.push(resIdx);
    }
    // As after an hour of downtime: everything is due at once.
    office.clock.advance(3_600_000);
    await passing(
      async () => (await office.admin.get('/api/v1/reservation?status=scheduled')).json.results.length,
    ).toBe(0);
    expect(new Set(await Promise.all(made.map(desk.statusOf)))).toEqual(new Set(['applied']));
    for (const [index, cid] of ['one', 'two', 'three'].entries()) {
      const versions = (await desk.versions(cid)).toReversed().slice(1);
      const order = made.filter((_, n) => n % 3 === index).map((resIdx) => `Reservation ${resIdx} (ada)`);
      expect(versions.map(({ reason }: { reason: string }) => reason)).toEqual(order);
    }
  });

  test('when clocks jump: two hours ahead applies all that is due by then, two hours back nothing again', async () => {
    await desk.add('one');
    const soon = await desk.schedule('one', 3600, { value: price('1') });
    const later = await desk.schedule('one', 3 * 3600, { target: 'description', value: '<p>x</p>' });
    await pass(7200, soon);
    expect(await desk.statusOf(later)).toBe('scheduled');
    office.clock.advance(-7_200_000);
    const before = await versionCount('one');
    await queuePolled(1);
    expect([await versionCount('one'), await desk.statusOf(later)]).toEqual([before, 'scheduled']);
    await pass(3 * 3600, later);
    expect(await versionCount('one')).toBe(before + 1);
  });

  test('without a version where the collection already has that value', async () => {
    await desk.add('one', { prices: price('10') });
    const before = await versionCount('one');
    const resIdx = await desk.schedule('one', 60, { value: price('10') });
    await pass(60, resIdx);
    expect([await desk.statusOf(resIdx), await versionCount('one')]).toEqual(['applied', before]);
  });

  test('and can no longer be changed then', async () => {
    await desk.add('one');
    const resIdx = await desk.schedule('one', 60);
    await pass(60, resIdx);
    expect((await desk.change(resIdx, { zone: 'UTC' })).json.error.code).toBe('reservation.was_applied');
    expect((await desk.cancel(resIdx)).json.error.code).toBe('reservation.was_applied');
  });
});

describe('A later edit', () => {
  /** A price scheduled at one version; at the next, the same field is edited by hand. */
  async function collide() {
    await desk.add('one', { prices: price('10') });
    const resIdx = await desk.schedule('one', 60, { value: price('8') });
    await office.admin.put('/api/v5/collection/one', { prices: price('11') });
    return resIdx;
  }

  test('is shown beforehand, is never overwritten, and makes the reservation fail with who and when', async () => {
    const resIdx = await collide();
    expect((await desk.reservation(resIdx)).conflicts).toEqual({
      edited: { name: 'ada', at: desk.seconds() },
      earlier: null,
      later: null,
    });
    expect((await office.admin.get('/reservation?conflicts=on')).body).toShow('Title of one');
    const tab = (await office.admin.get('/collection/one')).body;
    expect(tab).toContain('1 scheduled change has an unresolved conflict.');
    await pass(60, resIdx);
    expect(await desk.pricesOf('one')).toEqual(['11']);
    expect(await desk.reservation(resIdx)).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/^ada changed this field at Mar 2, 2026, .+, after the change was scheduled\.$/),
    });
    expect((await desk.reservationTrail(resIdx)).at(-1)).toMatchObject({ action: 'reservation.failed' });
    const home = (await office.admin.get('/')).body;
    expect(home).toContain('Prices of Title of one did not change');
    expect(home).toContain(`href="/reservation/${resIdx}"`);
  });

  test('is accepted by rebasing the reservation, which is then applied, at once if its time has passed', async () => {
    const resIdx = await collide();
    await pass(60, resIdx);
    const newest = (await desk.versions('one'))[0].ver_idx;
    expect((await desk.change(resIdx, { decide: 'rebase', based_on: newest })).status).toBe(200);
    await pass(0, resIdx);
    expect([await desk.statusOf(resIdx), await desk.pricesOf('one')]).toEqual(['applied', ['8']]);
  });

  test('that comes after the version of a rebase is still not overwritten', async () => {
    const resIdx = await collide();
    const seen = (await desk.versions('one'))[0].ver_idx;
    await office.admin.put('/api/v5/collection/one', { prices: price('12') });
    await desk.change(resIdx, { decide: 'rebase', based_on: seen });
    expect((await desk.reservation(resIdx)).conflicts.edited).not.toBeNull();
    await pass(60, resIdx);
    expect([await desk.statusOf(resIdx), await desk.pricesOf('one')]).toEqual(['failed', ['12']]);
  });

  test('is overwritten where somebody decides so', async () => {
    const resIdx = await collide();
    await desk.change(resIdx, { decide: 'anyway' });
    expect((await desk.reservation(resIdx)).conflicts.edited).toBeNull();
    await pass(60, resIdx);
    expect([await desk.statusOf(resIdx), await desk.pricesOf('one')]).toEqual(['applied', ['8']]);
  });

  test('of another field, or one that was undone, is no conflict', async () => {
    const resIdx = await collide();
    await office.admin.put('/api/v5/collection/one', { prices: price('10'), title: 'Another' });
    expect((await desk.reservation(resIdx)).conflicts.edited).toBeNull();
    const text = await desk.schedule('one', 60, { target: 'description', value: '<p>x</p>' });
    await desk.put('one', 'series', await desk.addSeries('S'));
    await office.admin.put('/api/v5/collection/one/localize/ko', { title: '하나', description: '<p>글</p>' });
    expect((await desk.reservation(text)).conflicts.edited).toBeNull();
    await pass(60, text);
    expect([await desk.statusOf(resIdx), await desk.statusOf(text)]).toEqual(['applied', 'applied']);
  });

  test('of a whole language counts as an edit of its text', async () => {
    await desk.add('one');
    const resIdx = await desk.schedule('one', 60, { target: 'description', locale: 'ko', value: '<p>예약</p>' });
    await office.admin.put('/api/v5/collection/one/localize/ko', { title: '하나', description: '<p>손으로</p>' });
    await pass(60, resIdx);
    expect(await desk.statusOf(resIdx)).toBe('failed');
  });
});

describe('Two reservations of one field', () => {
  test('are both in conflict until the later one is rebased on the earlier one; both are then applied', async () => {
    await desk.add('one', { prices: price('10') });
    const sale = await desk.schedule('one', 60, { value: price('8') });
    const back = await desk.schedule('one', 120, { value: price('10') });
    expect((await desk.reservation(sale)).conflicts).toMatchObject({ earlier: null, later: back });
    expect((await desk.reservation(back)).conflicts).toMatchObject({ earlier: sale, later: null });
    await desk.change(back, { decide: 'rebase' });
    expect((await desk.reservation(back)).follows).toBe(sale);
    const { changes } = await shownIn(`/reservation/${back}`);
    expect(changes.prices).toMatchObject({ before: [{ price: '8' }], after: [{ price: '10' }] });
    for (const resIdx of [sale, back])
      expect((await desk.reservation(resIdx)).conflicts).toEqual({ edited: null, earlier: null, later: null });
    await pass(60, sale);
    expect(await desk.pricesOf('one')).toEqual(['8']);
    await pass(60, back);
    expect([await desk.statusOf(back), await desk.pricesOf('one')]).toEqual(['applied', ['10']]);
  });

  test('without a decision: the earlier one is applied, the later one fails', async () => {
    await desk.add('one', { prices: price('10') });
    const first = await desk.schedule('one', 60, { value: price('8') });
    const second = await desk.schedule('one', 120, { value: price('9') });
    await pass(120, second);
    await passing(() => desk.statusOf(first)).toBe('applied');
    expect(await desk.pricesOf('one')).toEqual(['8']);
    expect(await desk.reservation(second)).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(
        /^System changed this field at Mar 2, 2026, .+, after the change was scheduled\.$/,
      ),
    });
  });

  test('are no conflict where one is cancelled', async () => {
    await desk.add('one', { prices: price('10') });
    const first = await desk.schedule('one', 60, { value: price('8') });
    const second = await desk.schedule('one', 120, { value: price('9') });
    await desk.change(second, { decide: 'rebase' });
    await desk.cancel(first);
    await pass(120, second);
    expect([await desk.statusOf(second), await desk.pricesOf('one')]).toEqual(['applied', ['9']]);
  });
});

test('A reservation whose collection is gone, or whose value is no longer valid, fails with that reason', async () => {
  await desk.add('one');
  await desk.add('two');
  const gone = await desk.schedule('one', 60);
  const odd = await desk.schedule('two', 60);
  await office.db.deleteFrom('collection').where('cid', '=', 'one').execute();
  await office.db.updateTable('reservation').set({ value: '"cheap"' }).where('res_idx', '=', odd).execute();
  await pass(60, gone);
  await pass(0, odd);
  expect(await desk.reservation(gone)).toMatchObject({ status: 'failed', problem: 'The collection no longer exists.' });
  expect(await desk.reservation(odd)).toMatchObject({
    status: 'failed',
    problem: 'A collection no longer takes this value.',
  });
  expect((await office.admin.get(`/reservation/${gone}`)).status).toBe(200);
});

test('The image of a cancelled reservation is kept for a day, while undo is possible, and then removed', async () => {
  await desk.add('one');
  const reserve = async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      cid: 'one',
      target: 'cover_img',
      apply_at: desk.seconds() + 9 * 86_400,
    }))
      form.append(name, String(value));
    form.append('image', new File([new Uint8Array(await jpeg())], 'fox.jpg'));
    const resIdx = (await office.admin.upload('/api/v1/reservation', form)).json.results.res_idx;
    return { resIdx, key: (await desk.reservation(resIdx)).value };
  };
  const forget = () => sweepUnreferencedFiles(office.app);
  const kept = async () =>
    (
      await office.db.selectFrom('collection_image').select(sql<string>`folder || '/' || file_name`.as('key')).execute()
    ).map(({ key }) => key);
  const [cancelled, waiting] = [await reserve(), await reserve()];
  await desk.cancel(cancelled.resIdx);
  await forget();
  expect(await kept()).toEqual(expect.arrayContaining([cancelled.key, waiting.key]));
  office.clock.advance(25 * 3_600_000);
  await forget();
  expect(await kept()).not.toContain(cancelled.key);
  expect(await kept()).toContain(waiting.key);
});
