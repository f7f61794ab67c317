import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jpeg } from '#features/image/image.fixture.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { reservationDesk } from './reservation.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = reservationDesk(() => office);
beforeEach(() => desk.clear());

const url = '/api/v1/reservation';

describe('A reservation', () => {
  test('is created for prices, a description or an image, over the newest version, in office time', async () => {
    await desk.add('one');
    const [{ ver_idx }] = await desk.versions('one');
    const price = await desk.schedule('one', 3600, { value: desk.price('9900', { discounted_price: '9000' }) });
    expect(await desk.reservation(price)).toMatchObject({
      cid: 'one',
      title: 'Title of one',
      target: 'price',
      locale: null,
      value: [{ currency: 'KRW', price: '9900', discounted_price: '9000', subscription_period: 0, display_order: 1 }],
      apply_at: desk.seconds() + 3600,
      zone: 'Asia/Seoul',
      based_on: ver_idx,
      status: 'scheduled',
      problem: null,
      conflicts: { edited: null, earlier: null, later: null },
      created_by: 'ada',
      version: 1,
    });
    const text = await desk.schedule('one', 60, {
      target: 'description',
      locale: 'ko',
      value: '<p onclick="x">안녕</p>',
    });
    expect(await desk.reservation(text)).toMatchObject({ locale: 'ko', value: '<p>안녕</p>' });
    expect((await desk.reservation(await desk.schedule('one', 60, { target: 'description', value: '' }))).locale).toBe(
      'en',
    );
    expect(await desk.reservation(await desk.schedule('one', 60, { target: 'cover_img', value: null }))).toMatchObject({
      value: null,
    });
    expect(await desk.reservationTrail(price)).toMatchObject([
      {
        action: 'reservation.created',
        of_entity: 'collection',
        of_id: 'one',
        after: { cid: 'one', target: 'price', apply_at: '2026-03-02 19:00 Asia/Seoul' },
      },
    ]);
  });

  test.each([
    ['seconds as text', (at: number) => String(at)],
    ['an ISO time with its offset', (at: number) => new Date(at * 1000).toISOString().replace('.000Z', '+00:00')],
    ['an ISO time without seconds', (at: number) => new Date(at * 1000).toISOString().replace(':00.000Z', '+00:00')],
    ['an ISO time of UTC', (at: number) => new Date(at * 1000).toISOString()],
  ])('accepts its time as %s', async (_what, written) => {
    await desk.add('one');
    const at = desk.seconds() + 7200;
    const resIdx = await desk.schedule('one', 0, { apply_at: written(at), zone: 'America/New_York' });
    expect(await desk.reservation(resIdx)).toMatchObject({ apply_at: at, zone: 'America/New_York' });
  });

  test('accepts a time up to a minute ago, since filling in forms takes a while, and no earlier one', async () => {
    await desk.add('one');
    expect((await desk.request('one', -60)).status).toBe(200);
    expect(await desk.request('one', -61)).toMatchObject({
      status: 422,
      json: { error: { code: 'reservation.time_past', fields: { apply_at: expect.any(String) } } },
    });
  });

  test.each([
    ['a time without its offset', { apply_at: '2026-04-01T09:00' }, 400, 'apply_at'],
    ['a zone that does not exist', { zone: 'Mars/Base' }, 400, 'zone'],
    ['an unknown target', { target: 'title' }, 400, 'target'],
    ['an amount that is no decimal', { value: [{ currency: 'KRW', price: '1e3' }] }, 400, 'value.0.price'],
    ['a text for prices', { value: 'cheap' }, 400, 'value'],
    ['prices for a text', { target: 'description', value: [] }, 400, 'value'],
    [
      'an image that the collection never had',
      { target: 'cover_img', value: 'images/collection/x/y.jpg' },
      422,
      'value',
    ],
    ['a version that the collection does not have', { based_on: 999_999 }, 422, 'based_on'],
    ['the cidx of another collection', { cidx: 999_999 }, 409, 'cidx'],
    ['a field that there is not', { nonsense: 1 }, 400, 'nonsense'],
  ])('refuses %s, at its field', async (_what, over, status, field) => {
    await desk.add('one');
    const answer = await desk.request('one', 60, over);
    expect([answer.status, Object.keys(answer.json.error.fields)]).toEqual([status, [field]]);
    expect(await office.db.selectFrom('reservation').selectAll().execute()).toEqual([]);
  });

  test.each(['2026-04-01T09:00', '2026-04-01', '2026-02-30T09:00Z', 1.5, null])(
    'says how to write a time that it cannot read: %j',
    async (apply_at) => {
      await desk.add('one');
      const { json } = await desk.request('one', 60, { apply_at });
      expect(json.error.fields).toEqual({ apply_at: 'Give the time in seconds, or as an ISO time with its offset.' });
    },
  );

  test('of a missing collection is 404, and so is one that does not exist', async () => {
    expect((await desk.request('nobody', 60)).status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect((await office.admin.send({ method, url: `${url}/999999`, payload: {} })).status).toBe(404);
  });

  test('is changed field by field, also its time; a save that changes nothing leaves no trace', async () => {
    await desk.add('one');
    const resIdx = await desk.schedule('one', 3600, { value: desk.price('10') });
    const at = desk.seconds() + 7200;
    const saved = await desk.change(resIdx, {
      apply_at: at,
      zone: 'Europe/Istanbul',
      value: desk.price('12'),
      version: 1,
    });
    expect(saved).toMatchObject({ status: 200, json: { results: { res_idx: resIdx, version: 2 } } });
    expect(await desk.reservation(resIdx)).toMatchObject({
      apply_at: at,
      zone: 'Europe/Istanbul',
      value: [{ price: '12' }],
    });
    expect((await desk.change(resIdx, { zone: 'Europe/Istanbul' })).json.results.version).toBe(2);
    expect(await desk.reservationTrail(resIdx)).toHaveLength(2);
    expect((await desk.change(resIdx, { apply_at: desk.seconds() - 3600 })).status).toBe(422);
    expect(await desk.change(resIdx, { zone: 'UTC', version: 1 })).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { name: 'ada', version: 2 } } },
    });
  });

  test('that fails while its new time is being saved is scheduled for that time', async () => {
    await desk.add('one');
    const resIdx = await desk.schedule('one', 3600);
    const fail = (trx: Office['db']) =>
      trx.updateTable('reservation').set({ status: 'failed' }).where('res_idx', '=', resIdx).execute();
    const at = desk.seconds() + 7200;
    const [saved] = await whileLocked(office.db, fail, [() => desk.change(resIdx, { apply_at: at })]);
    expect(saved?.status).toBe(200);
    expect(await desk.reservation(resIdx)).toMatchObject({ status: 'scheduled', apply_at: at });
  });

  test('is listed with the next first, narrowed by status, target, collection, day and conflicts', async () => {
    await desk.add('one');
    await desk.add('two');
    const later = await desk.schedule('one', 3 * 86_400);
    const next = await desk.schedule('two', 60, { target: 'description', value: '<p>x</p>' });
    const gone = await desk.schedule('two', 120, { target: 'cover_img', value: null });
    await desk.cancel(gone);
    const clash = await desk.schedule('one', 4 * 86_400, { value: desk.price('9') });
    const listed = async (query = '') =>
      (await office.admin.get(`${url}?${query}`)).json.results.map(({ res_idx }: { res_idx: number }) => res_idx);
    expect(await listed()).toEqual([next, gone, later, clash]);
    expect(await listed('status=cancelled')).toEqual([gone]);
    expect(await listed('target=description')).toEqual([next]);
    expect(await listed('cid=one')).toEqual([later, clash]);
    expect(await listed('search_val=title+two&status=scheduled')).toEqual([next]);
    expect(await listed('since=2026-03-02&until=2026-03-02')).toEqual([next, gone]);
    expect(await listed('conflicts=on')).toEqual([later, clash]);
    expect((await office.admin.get(`${url}?status=odd`)).status).toBe(400);
  });

  test('is found by a pasted list of cids, the others of which are named', async () => {
    for (const cid of ['one', 'two', 'three']) await desk.add(cid);
    for (const at of [60, 120]) await desk.schedule('two', at);
    await desk.schedule('three', 180);
    const found = async (query: string) => {
      const { body } = await office.admin.get(`/reservation?sort=time&search_val=${query}`);
      return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '').found;
    };
    expect(await found('one,%0aTWO+three')).toMatchObject({
      rows: [{ cid: 'two' }, { cid: 'two' }, { cid: 'three' }],
      missing: ['one'],
    });
    expect(await found('title+two')).toMatchObject({ total: 2 });
    expect(await found('title+two')).not.toHaveProperty('missing');
  });

  test('has its time in its own zone in the sheet, in the form of every sheet, whatever the language', async () => {
    await desk.add('one');
    await desk.schedule('one', 60);
    await desk.schedule('one', 120, { zone: 'America/New_York' });
    for (const language of ['en', 'ko']) {
      const { body } = await office.admin.get(`/reservation/export?sort=time&language=${language}`);
      const rows = body.trim().split(/\r?\n/).slice(1);
      expect(rows.map((row) => row.split(',').slice(6, 8))).toEqual([
        ['2026-03-02 18:01:00', 'Asia/Seoul'],
        ['2026-03-02 04:02:00', 'America/New_York'],
      ]);
    }
  });

  test('keeps its collection from being deleted while it waits, and is named there', async () => {
    const { cidx } = await desk.add('one');
    const resIdx = await desk.schedule('one', 60);
    const remove = () => office.admin.delete('/api/v5/collection/one', { cidx });
    expect(await remove()).toMatchObject({
      status: 409,
      json: {
        error: {
          code: 'collection.in_use',
          message: expect.stringContaining('Prices, Mar 2, 2026'),
          details: { references: [{ href: `/reservation/${resIdx}` }] },
        },
      },
    });
    await desk.cancel(resIdx);
    expect((await remove()).status).toBe(200);
    expect(await desk.reservation(resIdx)).toMatchObject({ cid: 'one', cidx: null, title: 'one', status: 'cancelled' });
  });
});

describe('Cancelling', () => {
  test('takes effect once, and can be undone until the time of the reservation', async () => {
    await desk.add('one');
    const resIdx = await desk.schedule('one', 3600);
    expect((await desk.cancel(resIdx, { version: 7 })).status).toBe(409);
    expect(await desk.statusOf(resIdx)).toBe('scheduled');
    const { act_idx } = (await desk.cancel(resIdx, { version: 1 })).json.results;
    expect(await desk.statusOf(resIdx)).toBe('cancelled');
    expect((await desk.cancel(resIdx)).json.results).toEqual({ success: true });
    expect((await desk.change(resIdx, { zone: 'UTC' })).json.error.code).toBe('reservation.was_cancelled');
    expect((await desk.reservationTrail(resIdx)).map(({ action }) => action)).toEqual([
      'reservation.created',
      'reservation.cancelled',
    ]);
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await desk.statusOf(resIdx)).toBe('scheduled');
    const again = (await desk.cancel(resIdx)).json.results.act_idx;
    office.clock.advance(3_600_000);
    expect((await office.admin.get(`/api/v1/act/${again}`)).json.results.undo).toMatchObject({
      back: 0,
      kept: 1,
      first: [{ title: 'Prices: Title of one', reason: 'its time has passed' }],
    });
  });

  test('is not undone once the collection is deleted, whose failed changes can only be cancelled', async () => {
    const { cidx } = await desk.add('one');
    const [waiting, failed] = [await desk.schedule('one', 3600), await desk.schedule('one', 7200)];
    await office.db.updateTable('reservation').set({ status: 'failed' }).where('res_idx', '=', failed).execute();
    const { act_idx } = (await desk.cancel(waiting)).json.results;
    expect((await office.admin.delete('/api/v5/collection/one', { cidx })).status).toBe(200);
    expect((await office.admin.get(`/api/v1/act/${act_idx}`)).json.results.undo).toMatchObject({
      back: 0,
      kept: 1,
      first: [{ reason: 'its collection no longer exists' }],
    });
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 0, kept: 1 });
    expect(await desk.statusOf(waiting)).toBe('cancelled');
    const again = { apply_at: desk.seconds() + 60 };
    expect((await desk.change(failed, again)).json.error.code).toBe('reservation.collection_gone');
    expect(await desk.statusOf(failed)).toBe('failed');
    expect((await desk.cancel(failed)).status).toBe(200);
  });

  test('of many skips what was applied or cancelled, says so beforehand, and is undone as a whole', async () => {
    await desk.add('one');
    const some = [await desk.schedule('one', 60), await desk.schedule('one', 120), await desk.schedule('one', 180)];
    await desk.cancel(some[2] ?? 0);
    const body = { selection: { ids: some.map(String) } };
    const dry = await office.admin.delete(url, { ...body, dry_run: true });
    expect(dry.json.results).toMatchObject({ count: 3, changed: 2 });
    expect(await desk.statusOf(some[0] ?? 0)).toBe('scheduled');
    const { results } = (await office.admin.delete(url, body)).json;
    expect(results).toMatchObject({ count: 3, changed: 2, act_idx: expect.any(Number) });
    expect(
      (await office.admin.delete(url, { selection: { filter: { cid: 'one' }, except: [] } })).json.results,
    ).toEqual({
      success: true,
      count: 3,
      changed: 0,
    });
    await office.admin.undo(results.act_idx);
    expect(await Promise.all(some.map(desk.statusOf))).toEqual(['scheduled', 'scheduled', 'cancelled']);
  });
});

describe('An image', () => {
  const form = (fields: object, bytes?: Buffer) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.append(name, String(value));
    if (bytes) made.append('image', new File([new Uint8Array(bytes)], 'fox.jpg'));
    return made;
  };

  test('comes with its reservation, can be replaced, which can be undone for a day, and stays stored until the reservation is over', async () => {
    await desk.add('one');
    const fields = () => ({ cid: 'one', target: 'cover_img', apply_at: desk.seconds() + 60 });
    const made = await office.admin.upload(url, form(fields(), await jpeg()));
    const { res_idx } = made.json.results;
    const { value } = await desk.reservation(res_idx);
    expect(value).toMatch(/^images\/collection\/.+\/fox\.jpg$/);
    expect(await office.storage.stat(value)).not.toBeNull();
    const { results } = (await office.admin.upload(`${url}/${res_idx}/image`, form({}, await jpeg()))).json;
    expect(results).toMatchObject({ res_idx, version: 2 });
    const replaced = await desk.reservation(res_idx);
    expect(replaced.value).not.toBe(value);
    const images = async () => (await office.db.selectFrom('collection_image').select('img_idx').execute()).length;
    expect((await office.admin.undo(results.act_idx)).status).toBe(200);
    expect((await desk.reservation(res_idx)).value).toBe(value);
    await desk.change(res_idx, { value: replaced.value });
    // Saved again by its path, it is still its own; what was replaced or taken away goes after a day.
    await desk.change(res_idx, { value: null });
    await sweepUnreferencedFiles(office.app);
    expect(await images()).toBe(2);
    const now = office.clock.now();
    office.clock.advance(25 * 3_600_000);
    await sweepUnreferencedFiles(office.app);
    office.clock.set(now.toISOString());
    expect(await images()).toBe(0);
    expect((await office.admin.upload(url, form(fields()))).json.error.code).toBe('reservation.file_none');
    const price = await desk.schedule('one', 60);
    expect((await office.admin.upload(`${url}/${price}/image`, form({}, await jpeg()))).status).toBe(422);
  });

  test('that the collection has had is named by its path, and only as the same kind', async () => {
    await desk.add('one');
    const upload = new FormData();
    upload.append('collection_image', new File([new Uint8Array(await jpeg())], 'a.jpg'));
    await office.admin.upload('/api/v1/collection/one/image/cover', upload);
    const [{ folder, file_name }] = (await office.db
      .selectFrom('collection_image')
      .selectAll()
      .execute()) as unknown as [{ folder: string; file_name: string }];
    const value = `${folder}/${file_name}`;
    expect((await desk.request('one', 60, { target: 'cover_img', value })).status).toBe(200);
    expect((await desk.request('one', 60, { target: 'list_img', value })).status).toBe(422);
  });
});

describe('The templates of the form', () => {
  const get = async (target: string, query = '') =>
    (await office.admin.get(`/static/html/reservation_${target}.html${query}`)).body;

  test('ask for a text in a language, for rows of prices, or for an image', async () => {
    const text = await get('description', '?lang=ko');
    expect(text).toContain('name="locale"');
    expect(text).toContain('name="value"');
    expect(text).toContain('설명');
    for (const name of ['currency', 'price', 'discounted_price', 'subscription_period'])
      expect(await get('price')).toContain(`name="prices.0.${name}"`);
    for (const target of ['cover_img', 'thumb_img', 'list_img'])
      expect(await get(target, '?cid=one')).toMatch(
        new RegExp(`name="target" value="${target}"[^]*value="one"[^]*type="file"`),
      );
  });

  test('of images have placeholders by default, and a part for updates only for a reservation', async () => {
    const plain = await get('img');
    for (const name of ['{label}', '{target}', '{cid}']) expect(plain).toContain(name);
    expect(plain).toMatch(/data-update-only[^]*name="res_idx" value="\{res_idx\}"/);
    expect(await get('cover_img', '?cid=one')).not.toContain('data-update-only');
    await desk.add('one');
    const resIdx = await desk.schedule('one', 60, { target: 'cover_img', value: null });
    expect(await get('cover_img', `?cid=one&res_idx=${resIdx}`)).toMatch(/data-update-only[^]*name="res_idx"/);
    expect((await office.admin.get('/static/html/reservation_cover_img.html?res_idx=999999')).status).toBe(404);
  });
});
