import { portalDesk } from '#features/portal/portal.fixture.ts';
import type { Office } from '#test/app.ts';
import { must } from '#test/must.ts';

const url = '/api/v1/release';

/** The price of a collection in won. */
export const price = (amount: string) => [{ currency: 'KRW', price: amount }];

/** Common steps of release tests, through HTTP. */
export function releaseDesk(office: () => Office) {
  const desk = portalDesk(office);
  const admin = () => office().admin;
  const seconds = () => Math.floor(office().clock.now().getTime() / 1000);
  const put = (relIdx: number, kind: string, id: string | number, values: object, over: object = {}) =>
    admin().put(`${url}/${relIdx}/change`, { kind, id: String(id), values, ...over });
  const releases = {
    ...desk,
    seconds,
    contain: desk.put,
    must,
    /** Adds a release; due in this many seconds, if given. */
    release: async (name = 'Winter', inSeconds?: number): Promise<number> =>
      must(await admin().post(url, { name, ...(inSeconds !== undefined && { apply_at: seconds() + inSeconds }) }))
        .rel_idx,
    put,
    putIn: async (...given: Parameters<typeof put>): Promise<number> => must(await put(...given)).chg_idx,
    read: async (relIdx: number) => must(await admin().get(`${url}/${relIdx}`)),
    conflict: async (relIdx: number) => must(await admin().get(`${url}/${relIdx}`)).changes[0].conflict,
    apply: (relIdx: number) => admin().post(`${url}/${relIdx}/apply`),
    decide: (relIdx: number, chgIdx: number, decide: string) =>
      admin().put(`${url}/${relIdx}/change/${chgIdx}`, { decide }),
    undo: (act: number) => admin().post(`/api/v1/act/${act}/undo`),
    book: async (bid: string) => (await admin().get(`/api/v1/book?bid=${bid}`)).json.results[0],
    /** All that the portal says, but for the times of changes. */
    portal: async (): Promise<string> => {
      const said = [];
      for (const list of ['books', 'series', 'collections', 'advertised', 'roadmaps', 'series_guides']) {
        const { body, json } = await desk.request(list);
        said.push(body);
        for (const row of json.results) {
          const id = { books: row.bid, collections: row.cid, roadmaps: row.grp_idx, series_guides: row.gui_id }[list];
          if (id !== undefined) said.push((await desk.request(`${list}/${id}`)).body);
        }
      }
      return said.join('\n').replaceAll(/"updated_at":\d+/g, '');
    },
    clear: async (): Promise<void> => {
      for (const table of [
        'release',
        'reservation',
        'event',
        'guide_item',
        'guide',
        'roadmap_book',
        'roadmap',
        'act_record',
      ] as const)
        await office().db.deleteFrom(table).execute();
      await desk.clear();
      await office().db.deleteFrom('age_group').execute();
    },
  };
  /** A small library that readers see: two series, five books, three collections, a roadmap and a guide. */
  const library = async () => {
    const first = await releases.addSeries('First');
    const second = await releases.addSeries('Second');
    const level = await releases.addLevel(first, 'One');
    const books = await releases.addBooks(first, level, 5);
    const bids = books.map((_, n) => `b${level}-${n + 1}`);
    await releases.publish(...bids.slice(0, 3));
    const a = await releases.add('a', { is_public: 'O', prices: price('9900') });
    const b = await releases.add('b', { is_public: 'O' });
    const c = await releases.add('c');
    for (const book of books.slice(0, 2)) await releases.contain('a', 'book', book);
    await releases.advertise(a.cidx, true);
    await releases.advertise(b.cidx, true);
    const group = await releases.addGroup('5 to 6');
    for (const [row, bid] of bids.slice(0, 3).entries())
      await admin().put('/api/v1/roadmap', { target_group: group, target_row: row, bids: [bid] });
    const items = [await releases.guides.add('x'), await releases.guides.add('y')].map(({ itm_idx }) => itm_idx);
    return { first, second, level, books, bids, a, b, c, group, items };
  };
  return { ...releases, library };
}
