import { collectionDesk } from '#features/collection/collection.fixture.ts';
import type { Answer, Office } from '#test/app.ts';

const url = '/api/v1/reservation';

/** Common steps of reservation tests, through HTTP. */
export function reservationDesk(office: () => Office) {
  const desk = collectionDesk(office);
  const admin = () => office().admin;
  const seconds = () => Math.floor(office().clock.now().getTime() / 1000);
  const get = async (resIdx: number) => (await admin().get(`${url}/${resIdx}`)).json.results;
  return {
    ...desk,
    seconds,
    price: (price: string, over: object = {}) => [{ currency: 'KRW', price, ...over }],
    /** Schedules a change of a collection in this many seconds; of its prices, by default. */
    request: (cid: string, inSeconds: number, over: object = {}): Promise<Answer> =>
      admin().post(url, { cid, target: 'price', value: [], apply_at: seconds() + inSeconds, ...over }),
    schedule: async (cid: string, inSeconds: number, over: object = {}): Promise<number> => {
      const body = { cid, target: 'price', value: [], apply_at: seconds() + inSeconds, ...over };
      const { status, json } = await admin().post(url, body);
      if (status !== 200) throw new Error(JSON.stringify(json));
      return json.results.res_idx;
    },
    reservation: get,
    change: (resIdx: number, body: object) => admin().put(`${url}/${resIdx}`, body),
    cancel: (resIdx: number, body?: object) => admin().delete(`${url}/${resIdx}`, body),
    statusOf: async (resIdx: number): Promise<string> => (await get(resIdx)).status,
    pricesOf: async (cid: string): Promise<string[]> =>
      (await desk.get(cid)).prices.map(({ price }: { price: string }) => price),
    reservationTrail: (resIdx: number) =>
      office()
        .db.selectFrom('audit')
        .select(['action', 'actor', 'before', 'after', 'of_entity', 'of_id'])
        .where('entity', '=', 'reservation')
        .where('entity_id', '=', String(resIdx))
        .orderBy('audit_idx')
        .execute(),
    clear: async (): Promise<void> => {
      await office().db.deleteFrom('reservation').execute();
      await desk.clear();
    },
  };
}
