import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = releaseDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterEach(() => desk.clear());
afterAll(() => office.close());

const price = (currency: string, amount: string) => ({ currency, price: amount, subscription_period: 30 });

interface Shown {
  currency: string;
  steps: { state: string; by: string | null; before: object | null; after: { pays: string } | null; why: object }[];
}

/** The lanes that the page was drawn with. */
async function lanesOn(cid: string): Promise<Shown[]> {
  const { status, body } = await office.admin.get(`/collection/${cid}/prices?span=all`);
  expect(status).toBe(200);
  const props = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(body)?.[1];
  return JSON.parse(props ?? '{}').lanes;
}

test('the prices of a collection are shown as they were, are and will be, with who changed them and why', async () => {
  const { version } = await desk.add('a', { prices: [price('KRW', '9900'), price('JPY', '980')] });
  desk.must(await office.admin.put('/api/v5/collection/a', { version, prices: [price('KRW', '9500')] }));
  const [{ ver_idx }] = desk.must(await office.admin.get('/api/v5/collection/a/version'));
  desk.must(await office.admin.put(`/api/v1/collection/memo/${ver_idx}`, { memo: 'For the school fair' }));
  const release = await desk.release('Winter', 7 * 86_400);
  await desk.putIn(release, 'collection', 'a', { prices: [price('KRW', '8900')] });
  const draft = await desk.release('Some day');
  await desk.putIn(draft, 'collection', 'a', { prices: [price('KRW', '1')] });
  const apply_at = desk.seconds() + 30 * 86_400;
  const reserved = { cid: 'a', apply_at, target: 'price', value: [price('KRW', '9900')] };
  const { res_idx } = desk.must(await office.admin.post('/api/v1/reservation', reserved));

  const lanes = await lanesOn('a');
  expect(lanes.map(({ currency }) => currency)).toEqual(['KRW', 'JPY']);
  const [won, yen] = lanes;
  expect(won?.steps.map(({ state, after }) => [state, Number(after?.pays)])).toEqual([
    ['past', 9900],
    ['now', 9500],
    ['coming', 8900],
    ['coming', 9900],
  ]);
  expect(won?.steps.map(({ by }) => by)).toEqual(Array(4).fill('ada'));
  expect(won?.steps.slice(1).map(({ why }) => why)).toEqual([
    expect.objectContaining({ kind: 'version', number: 2, text: 'For the school fair' }),
    expect.objectContaining({ kind: 'release', rel_idx: release, name: 'Winter' }),
    { kind: 'reservation', res_idx },
  ]);
  expect(yen?.steps.map(({ state, after }) => [state, after])).toEqual([
    ['past', expect.anything()],
    ['now', null],
  ]);
});

test('of a release and a scheduled change of one second the release has the last word', async () => {
  await desk.add('same', { is_public: 'O', prices: [price('KRW', '9900')] });
  const release = await desk.release('Winter', 86_400);
  await desk.putIn(release, 'collection', 'same', { prices: [price('KRW', '8900')] });
  const reserved = { cid: 'same', target: 'price', value: [price('KRW', '9500')], apply_at: desk.seconds() + 86_400 };
  desk.must(await office.admin.post('/api/v1/reservation', reserved));
  // It is in conflict with the other until somebody decides that it overwrites it.
  expect(await desk.conflict(release)).toMatchObject({ reservation: { apply_at: reserved.apply_at } });
  const [won] = await lanesOn('same');
  expect(won?.steps.map(({ after }) => Number(after?.pays))).toEqual([9900, 9500, 8900]);
});

test('a version that changes no price is no step, and a collection without prices says so', async () => {
  const { version } = await desk.add('b', {});
  desk.must(await office.admin.put('/api/v5/collection/b', { version, label: 'New' }));
  expect(await lanesOn('b')).toEqual([]);
  expect((await office.admin.get('/collection/b/prices')).body).toContain('This collection has never had a price.');
  expect((await office.admin.get('/collection/none/prices')).status).toBe(404);
});

test('more price changes than a page has are paged, the newest first', async () => {
  await desk.add('a', { prices: [price('KRW', '1')] });
  for (let amount = 2; amount <= 102; amount++)
    desk.must(await office.admin.put('/api/v5/collection/a', { prices: [price('KRW', String(amount))] }));
  const rowsOn = async (page: string) => {
    const { body } = await office.admin.get(`/collection/a/prices?span=6${page}`);
    return { body, rows: body.split('<tbody')[1]?.split('</tbody')[0]?.split('<tr').length ?? 0 };
  };
  const [first, second] = [await rowsOn(''), await rowsOn('&page=2')];
  expect([first.rows - 1, second.rows - 1]).toEqual([100, 2]);
  const payload = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(second.body)?.[1] ?? '{}';
  expect(JSON.parse(payload).rows).toHaveLength(2);
  expect(first.body).toShow('/collection/a/prices?span=6&amp;page=2');
});
