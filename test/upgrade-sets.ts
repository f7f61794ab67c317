import { expect } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { jpeg } from '#features/image/image.fixture.ts';
import type { Client } from './client.ts';

type Query = <Row>(text: string) => Promise<Row[]>;

const priced = (price: string) => [
  { currency: 'KRW', price, discounted_price: null, subscription_period: 0, display_order: 1 },
];
const soon = () => Math.ceil(Date.now() / 1000) + 3600;
const targets = ['description', 'price', 'cover_img', 'thumb_img', 'list_img'] as const;

/** A release with a change of every kind that 1.0.0 has, and what its library is before and once it is applied. */
interface WholeRelease {
  id: number;
  /** The act that applied it; null if it waits. */
  act: number | null;
  state: () => Promise<unknown>;
  was: unknown;
}

/** A release with a change of every kind, and its library, named by a letter; its books have numbers from `from` on. */
export async function storeWhole(
  by: Client,
  query: Query,
  { name, from, withOrders }: { name: string; from: number; withOrders: boolean },
): Promise<WholeRelease> {
  const bid = (nth: number) => `${name}B${nth}`;
  const books = [1, 2, 3, 4].map((nth) => bookRow(from + nth, { bid: bid(nth), series: `Series ${name}` }));
  await by.results('POST', '/api/v1/book', { books, create_missing: true });
  await by.results('PUT', '/api/v1/book', { bids: [bid(1), bid(2)], published: true });
  const bidxs = await query<{ bidx: number }>(`select bidx from book where bid like '${name}B%' order by bid`);
  const content = (nth: number) => ({ content_type: 'book', content_idx: Number(bidxs[nth - 1]?.bidx) });
  const { cidx } = await by.results('POST', '/api/v1/collection', { cid: name, title: name, prices: priced('1') });
  await by.results('PUT', `/api/v5/collection/${name}/contents`, { add: [content(1)], reason: 'First' });
  const { age_group: group } = await by.results('POST', '/api/v1/age_group', { title: `Group ${name}` });
  for (const row of [0, 1])
    await by.results('PUT', '/api/v1/roadmap', { target_group: group, target_row: row, bids: [bid(row + 1)] });
  const items: number[] = [];
  for (const title of ['x', 'y']) {
    const form = new FormData();
    form.append('gui_id', name);
    form.append('title', title);
    items.push((await by.results('POST', '/api/v1/extra/series_guide', form))['item'].itm_idx);
  }
  const { rel_idx: id } = await by.results('POST', '/api/v1/release', { name: `Whole ${name}` });
  const put = (kind: string, of: string | number, values: object) =>
    by.results('PUT', `/api/v1/release/${id}/change`, { kind, id: String(of), values });
  await put('book', bid(1), { title: 'New', lexile: '520L' });
  await put('book', bid(2), { published: false });
  await put('book', bid(3), { published: true });
  await put('collection', name, {
    prices: priced('9'),
    multi_lang_data: { ko: { title: '가', description: '<p>글</p>' } },
    exposed_type: 'lms',
    is_public: 'O',
  });
  await put('contents', name, { add: [content(3)], remove: [content(1)], reason: 'Launch' });
  await put('roadmap', group, { rows: [[bid(2)], [bid(1)]] });
  await put('guide', name, { items: items.toReversed() });
  if (withOrders) {
    await put('advertisement', 'order', { sequence: [cidx] });
    const series = await query<{ ser_idx: number }>('select ser_idx from series order by position');
    await put('series', 'order', { sequence: series.map((one) => one.ser_idx).toReversed() });
  }
  const orders = withOrders
    ? `(select json_agg(title order by position) from series), (select json_agg(cid order by ads_place) from collection where ads_place is not null),`
    : '';
  const state = async () =>
    (
      await query<{ state: unknown }>(`select json_build_array(${orders}
        (select json_agg(json_build_array(title, lexile, published_at is null) order by bid) from book where bid like '${name}B%'),
        (select json_build_array(is_public, exposed_type) from collection where cid = '${name}'),
        (select json_agg(price::text) from collection_price where cidx = ${cidx}),
        (select json_agg(json_build_array(locale, title, description) order by locale)
          from collection_text where cidx = ${cidx} and (title, description) <> ('', '')),
        (select json_agg(content_idx order by content_idx) from collection_content where cidx = ${cidx}),
        (select json_agg(json_build_array(row_no, place, bidx) order by row_no, place) from roadmap_book where grp_idx = ${group}),
        (select json_agg(title order by place) from guide_item where gui_id = '${name}')) as state`)
    )[0]?.state;
  return { id, act: null, state, was: await state() };
}

/**
 * Changes of every kind and scheduled changes of every field, stored by an earlier release: a draft, a scheduled release,
 * and one that was applied; each in a library of its own, named by a letter.
 */
export async function storeEveryKind(by: Client, query: Query) {
  const whole = (name: string, from: number, withOrders: boolean) => storeWhole(by, query, { name, from, withOrders });
  const draft = await whole('k', 800_000, false);
  const applied = await whole('l', 810_000, false);
  const scheduled = await whole('m', 820_000, true);
  await by.results('PUT', `/api/v1/release/${scheduled.id}`, { apply_at: soon() });
  applied.act = (await by.results('POST', `/api/v1/release/${applied.id}/apply`))['act_idx'];
  const became = await applied.state();
  expect(became).not.toEqual(applied.was);

  const image = new Uint8Array(await jpeg(7, { width: 60, height: 80 }));
  const changes = new Map<(typeof targets)[number], number>();
  await by.results('POST', '/api/v1/collection', { cid: 'n', title: 'Fields', prices: priced('1') });
  for (const target of targets) {
    const given = { cid: 'n', target, apply_at: soon() };
    if (!target.endsWith('_img')) {
      const value = target === 'price' ? priced('77') : '<p>Scheduled</p>';
      const body = { ...given, value, ...(target === 'description' && { locale: 'es' }) };
      changes.set(target, (await by.results('POST', '/api/v1/reservation', body))['res_idx']);
      continue;
    }
    const form = new FormData();
    for (const [field, text] of Object.entries(given)) form.append(field, String(text));
    form.append('image', new File([image], `${target}.jpg`));
    changes.set(target, (await by.results('POST', '/api/v1/reservation', form))['res_idx']);
  }
  return { draft, applied, scheduled, became, changes };
}

/** Each is applied, or taken back, by the present release as it was meant. */
export async function proveEveryKind(
  by: Client,
  query: Query,
  { draft, applied, scheduled, became, changes }: Awaited<ReturnType<typeof storeEveryKind>>,
): Promise<void> {
  const read = (id: number) => by.results('GET', `/api/v1/release/${id}`);
  const statusOf = async (table: string, key: string, id: number) =>
    (await query<{ status: string }>(`select status from ${table} where ${key} = ${id}`))[0]?.status;
  const undo = (act: unknown) => by.results('POST', `/api/v1/act/${Number(act)}/undo`);

  // Applied before the upgrade, taken back after it.
  expect(await applied.state()).toEqual(became);
  expect(await undo(applied.act)).toMatchObject({ kept: 0 });
  expect(await applied.state()).toEqual(applied.was);

  // Stored before it, shown, applied and taken back after it.
  expect((await read(draft.id))['changes'].map(({ conflict }: { conflict: unknown }) => conflict)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
  const { act_idx: made } = await by.results('POST', `/api/v1/release/${draft.id}/apply`);
  expect(await draft.state()).not.toEqual(draft.was);
  expect(await undo(made)).toMatchObject({ kept: 0 });
  expect(await draft.state()).toEqual(draft.was);

  // Series that came since keep their places beside those of the release.
  for (const { chg_idx, conflict } of (await read(scheduled.id))['changes'])
    if (conflict) await by.results('PUT', `/api/v1/release/${scheduled.id}/change/${chg_idx}`, { decide: 'anyway' });
  const before = await scheduled.state();
  const { act_idx: whole } = await by.results('POST', `/api/v1/release/${scheduled.id}/apply`);
  expect(await scheduled.state()).not.toEqual(before);
  expect((await by.results('GET', `/api/v1/act/${whole}`))['undo'].first).toEqual([]);
  expect(await undo(whole)).toMatchObject({ kept: 0 });
  expect(await scheduled.state()).toEqual(before);

  await query(`update reservation set apply_at = now() where res_idx in (${[...changes.values()].join()})`);
  for (const [target, id] of changes)
    await expect
      .poll(() => statusOf('reservation', 'res_idx', id), { timeout: 60_000, message: target })
      .toBe('applied');
  const [fields] = await query<object>(`
    select (select price::text from collection_price where cidx = c.cidx) as price,
      (select description from collection_text where cidx = c.cidx and locale = 'es') as description,
      cover_img is not null as cover_img, thumb_img is not null as thumb_img, list_img is not null as list_img
    from collection c where cid = 'n'`);
  expect(fields).toEqual({
    price: '77',
    description: '<p>Scheduled</p>',
    cover_img: true,
    thumb_img: true,
    list_img: true,
  });
}
