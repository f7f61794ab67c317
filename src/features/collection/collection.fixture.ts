import type { Office } from '#test/app.ts';

/** Common steps of collection tests, through HTTP. */
export function collectionDesk(office: () => Office) {
  const admin = () => office().admin;
  const idOf = async (url: string, body: object, name: string): Promise<number> =>
    (await admin().post(url, body)).json.results[name];
  return {
    addSeries: (title: string) => idOf('/api/v1/series', { title }, 'ser_idx'),
    addLevel: (ser_idx: number, title: string) => idOf('/api/v1/level', { ser_idx, title }, 'lev_idx'),
    addCustomer: (cust_id: string) => idOf('/api/v1/customer', { cust_id, name: cust_id, memo: '' }, 'cust_idx'),
    /** Adds books b1 to bn of a level; returns their keys in order. */
    addBooks: async (ser_idx: number, lev_idx: number, count: number, over: object = {}): Promise<number[]> => {
      const at = new Date(0).toISOString();
      const rows = Array.from({ length: count }, (_, n) => {
        const bid = `b${lev_idx}-${n + 1}`;
        return {
          bid,
          title: `Book ${bid}`,
          format: 'SPINDLE',
          ser_idx,
          lev_idx,
          isbn_print: `${bid}p`,
          isbn_spindle: `${bid}s`,
          created_at: at,
          updated_at: at,
          ...over,
        };
      });
      const made = await office().db.insertInto('book').values(rows).returning('bidx').execute();
      return made.map((row) => row.bidx);
    },
    /** Adds a collection with this cid and an English title. */
    add: async (cid: string, over: object = {}) =>
      (await admin().post('/api/v1/collection', { cid, title: `Title of ${cid}`, ...over })).json.results,
    get: async (cid: string, language = 'en') =>
      (await admin().get(`/api/v5/collection/${cid}?language=${language}`)).json.results.collection,
    put: (cid: string, content_type: string, content_idx: number, reason = 'because') =>
      admin().put(`/api/v1/collection/${cid}`, { content_type, content_idx, reason }),
    take: (cid: string, content_type: string, content_idx: number, reason = 'because') =>
      admin().put(`/api/v1/collection/${cid}/content/${content_type}/${content_idx}`, { reason }),
    contents: async (cid: string) => (await admin().get(`/api/v5/collection/${cid}/contents`)).json,
    versions: async (cid: string) => (await admin().get(`/api/v5/collection/${cid}/version`)).json.results,
    version: async (cid: string, verIdx: number, to?: number) =>
      (await admin().get(`/api/v5/collection/${cid}/version/${verIdx}${to ? `?to=${to}` : ''}`)).json.results,
    restore: (cid: string, verIdx: number, body: object = {}) =>
      admin().post(`/api/v5/collection/${cid}/version/${verIdx}/restore`, body),
    lock: (cidx: number, lock: boolean) => admin().put('/api/v5/collection/lock', { cidx, lock }),
    trail: (cid: string) =>
      office()
        .db.selectFrom('audit')
        .select(['action', 'before', 'after', 'reason'])
        .where('entity', '=', 'collection')
        .where('entity_id', '=', cid)
        .orderBy('audit_idx')
        .execute(),
    /** The props that the view of a page was rendered with. */
    propsOf: async (path: string) => {
      const { body } = await admin().get(path);
      const json = /<main[^>]*>.*?<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1];
      return JSON.parse(json ?? '{}');
    },
    clear: async (): Promise<void> => {
      for (const table of [
        'collection',
        'collection_cid',
        'version',
        'versioned',
        'book',
        'series',
        'customer',
        'audit',
        'change',
      ] as const)
        await office().db.deleteFrom(table).execute();
    },
  };
}
