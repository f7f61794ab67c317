import { expect } from 'vitest';
import type { Answer, Office, Person } from '#test/app.ts';
import { must } from '#test/must.ts';

type Rules = Partial<
  Record<'release' | 'codes_above' | 'records_above' | 'prices' | 'delete_collection' | 'proposals', boolean | number>
>;

const off = {
  release: false,
  codes_above: null,
  records_above: null,
  prices: false,
  delete_collection: false,
  proposals: false,
};

/** A price of one currency, for thirty days. */
export const wonPrice = (amount: string) => [{ currency: 'KRW', price: amount, subscription_period: 30 }];

/** What tests of plans do with the product's own calls. */
export function approvalDesk(of: () => Office) {
  const read = async (idx: number) => must(await of().admin.get(`/api/v1/approval/${idx}`));
  return {
    /** Sets the rules as if nobody had been asked: what a test begins with. */
    rules: async (value: Rules) => {
      const stored = JSON.stringify({ ...off, ...value });
      await of()
        .db.insertInto('setting')
        .values({ key: 'second_person', value: stored })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
        .execute();
    },
    /** The number of the plan that an act was stored as. */
    planned: async (answer: Promise<Answer>): Promise<number> => {
      const { status, json } = await answer;
      expect(status).toBe(202);
      return json.results.approval;
    },
    read,
    meaningOf: async (idx: number) => (await read(idx)).plan.meaning,
    approve: (by: Person, idx: number, body: object = {}) => by.post(`/api/v1/approval/${idx}/approve`, body),
    addCollection: async (cid: string, title: string, more: object = {}) =>
      must(await of().admin.post('/api/v1/collection', { cid, title, prices: wonPrice('9900'), ...more })),
    save: (by: Person, cid: string, amount: string) =>
      by.put(`/api/v5/collection/${cid}`, { prices: wonPrice(amount) }),
    priceOf: async (cid: string): Promise<number> => {
      const row = await of()
        .db.selectFrom('collection_price')
        .innerJoin('collection', 'collection.cidx', 'collection_price.cidx')
        .select('price')
        .where('cid', '=', cid)
        .executeTakeFirst();
      return Number(row?.price);
    },
  };
}
