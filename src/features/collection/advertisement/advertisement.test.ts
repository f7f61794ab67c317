import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { collectionDesk } from '../collection.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
let cidxs: number[];
beforeEach(async () => {
  await desk.clear();
  cidxs = [];
  for (const cid of ['a', 'b', 'c']) cidxs.push((await desk.add(cid)).cidx);
});

const url = '/api/v1/collection/advertisement';
const advertise = (cidx: number | undefined, adsOn: boolean) => office.admin.put(url, { cidx, adsOn });
const order = (sequence: unknown, base?: string) =>
  office.admin.put(`${url}/order`, { sequence, ...(base && { base }) });
const places = async () =>
  (
    await office.db
      .selectFrom('collection')
      .select(['cid', 'ads_place'])
      .where('ads_place', 'is not', null)
      .orderBy('ads_place')
      .execute()
  ).map(({ cid, ads_place }) => `${ads_place}${cid}`);

describe('Advertised collections', () => {
  test('are in the order in which they were added, without gaps when one is removed', async () => {
    for (const cidx of cidxs) expect(await advertise(cidx, true)).toMatchObject({ status: 200 });
    expect(await places()).toEqual(['1a', '2b', '3c']);
    await advertise(cidxs[1], false);
    expect(await places()).toEqual(['1a', '2c']);
    expect(await desk.get('b')).toMatchObject({ adsOn: false, ads_place: null });
    expect((await desk.trail('b')).map(({ action }) => action)).toEqual([
      'collection.created',
      'collection.ads_on',
      'collection.ads_off',
    ]);
    expect(await desk.versions('b')).toHaveLength(3);
  });

  test('come with their place, and with a warning while they are not public', async () => {
    await advertise(cidxs[0], true);
    const { results } = (await advertise(cidxs[1], true)).json;
    expect(results).toEqual({
      success: true,
      act_idx: expect.any(Number),
      warnings: ['Title of b is not public: readers see this advertisement only when it is.'],
    });
    expect(await desk.get('b')).toMatchObject({ adsOn: true, ads_place: 2 });
    await office.admin.put('/api/v5/collection/c', { is_public: 'O' });
    expect((await advertise(cidxs[2], true)).json.results).toEqual({
      success: true,
      act_idx: expect.any(Number),
      warnings: [],
    });
    expect((await advertise(cidxs[1], false)).json.results).toEqual({
      success: true,
      act_idx: expect.any(Number),
      warnings: [],
    });
  });

  test('close the gap that a deleted one leaves', async () => {
    for (const cidx of cidxs) await advertise(cidx, true);
    expect((await office.admin.delete('/api/v5/collection/b', { cidx: cidxs[1] })).status).toBe(200);
    expect(await places()).toEqual(['1a', '2c']);
  });

  test('stay as they are when added again, and must exist', async () => {
    await advertise(cidxs[0], true);
    await advertise(cidxs[0], true);
    expect(await places()).toEqual(['1a']);
    expect(await desk.versions('a')).toHaveLength(2);
    expect((await advertise(99_999, true)).status).toBe(404);
  });

  test('can be put back at the place they had', async () => {
    for (const cidx of cidxs) await advertise(cidx, true);
    await advertise(cidxs[1], false);
    const back = await office.admin.put(url, { cidx: cidxs[1], adsOn: true, place: 2 });
    expect(back).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect(await places()).toEqual(['1a', '2b', '3c']);
    await advertise(cidxs[0], false);
    await office.admin.put(url, { cidx: cidxs[0], adsOn: true, place: 9 });
    expect(await places()).toEqual(['1b', '2c', '3a']);
    expect((await office.admin.put(url, { cidx: cidxs[0], adsOn: true, place: 0 })).status).toBe(400);
  });

  test('are on their page in order, and whether readers can see them', async () => {
    for (const cidx of cidxs) await advertise(cidx, true);
    await advertise(cidxs[1], false);
    const { body } = await office.admin.get('/collection/advertisement');
    expect(body.indexOf('Title of a')).toBeLessThan(body.indexOf('Title of c'));
    expect(body).toShow('Not public');
  });

  test('are reordered by naming each of them exactly once', async () => {
    for (const cidx of cidxs) await advertise(cidx, true);
    expect(await order(cidxs.toReversed())).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect(await places()).toEqual(['1c', '2b', '3a']);
    for (const wrong of [cidxs.slice(1), [...cidxs, 99_999], [cidxs[0], cidxs[0], cidxs[1]]]) {
      expect(await order(wrong)).toMatchObject({
        status: 409,
        json: {
          error: {
            code: 'collection.order_failed',
            message: 'Could not update the sequence of the collection.',
          },
        },
      });
    }
    expect((await order(cidxs, 'an-older-order')).status).toBe(409);
    expect(await places()).toEqual(['1c', '2b', '3a']);
  });

  test('lose no place when fifty are added and removed at once', async () => {
    const many: number[] = [];
    for (let n = 0; n < 25; n++) many.push((await desk.add(`many-${n}`)).cidx);
    await Promise.all([...many.map((cidx) => advertise(cidx, true)), ...cidxs.map((cidx) => advertise(cidx, true))]);
    await Promise.all(many.slice(0, 10).map((cidx) => advertise(cidx, false)));
    const found = await office.db
      .selectFrom('collection')
      .select('ads_place')
      .where('ads_place', 'is not', null)
      .execute();
    expect(found.map(({ ads_place }) => ads_place).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: 18 }, (_, n) => n + 1),
    );
  });
});

describe('The trail of collections', () => {
  /** What acts changed, as the trail says it in a language, in the order in which they were done. */
  const changesIn = async (language: string): Promise<[string, unknown, unknown][]> => {
    const { body } = await office.admin.get(`/audit?lang=${language}&sort=at&entity=collection`);
    const { found } = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');
    return found.rows.flatMap(({ changes }: { changes: { field: string; before: unknown; after: unknown }[] }) =>
      changes.map(({ field, before, after }) => [field, before, after]),
    );
  };

  test('names the order of advertised ones by titles, and choices and references as the screens do', async () => {
    for (const cidx of cidxs) await advertise(cidx, true);
    await order([cidxs[0], cidxs[2], cidxs[1]]);
    const { age_group: grp_idx } = (await office.admin.post('/api/v1/age_group', { title: 'Seven' })).json.results;
    const { cust_idx } = (await office.admin.post('/api/v1/customer', { cust_id: 'ACME', name: 'Acme' })).json.results;
    const body = { exposed_type: 'web', ads_option: 'members', is_public: 'O', grp_idx, owned_by: [cust_idx] };
    expect((await office.admin.put('/api/v5/collection/a', body)).status).toBe(200);
    const titles = await Promise.all(['b', 'c'].map(async (cid) => (await desk.get(cid)).title));
    const [b, c] = titles;
    const korean = await changesIn('ko');
    expect(korean).toContainEqual(['순서', `${b}, ${c}`, `${c}, ${b}`]);
    expect(korean).toEqual(
      expect.arrayContaining([
        ['공개', '비공개', '공개'],
        ['노출 위치', '전체', '웹'],
        ['광고 대상', null, '회원'],
        ['대상 그룹', null, 'Seven'],
        ['소유자', '', 'Acme'],
      ]),
    );
    expect(await changesIn('en')).toContainEqual(['Exposed in', 'Everywhere', 'Web']);
  });
});
