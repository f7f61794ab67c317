import { sql } from 'kysely';
import { codeDesk } from '#features/code/code.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Office } from '#test/app.ts';

/** A shop that draws codes of one batch for its orders, and what staff see of it. */
export function shopDesk(office: () => Office) {
  const desk = codeDesk(office);
  let round = 0;
  let customer = 0;
  let key = '';
  const keyed = () => ({ authorization: `Bearer ${key}` });
  const draw = async (order: string) =>
    (await office().stranger.post('/partner/v1/orders', { order }, keyed())).json.results;
  return {
    /** Begins anew: another customer with a batch of this many codes, of which the shop sells one for each order. */
    sell: async (count: number, orders: readonly string[]): Promise<{ cust_idx: number; cg_idx: number }> => {
      round++;
      office().clock.set(`2026-03-02T03:00:0${round}Z`);
      // The statement books by the clock of the database.
      const at = inSeconds(office().clock.now());
      await sql`create or replace function code_now() returns bigint language sql volatile as ${sql.lit(`select ${at}::bigint`)}`.execute(
        office().db,
      );
      const cust_idx = await desk.addCustomer(`SHOP-${round}`);
      const cidx = await desk.addCollection(`shop-${round}`);
      const cg_idx = await desk.addBatch({ cust_idx, cidx, title: 'Online shop' });
      await desk.issue(cg_idx, count);
      const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: 100 };
      key = (await office().admin.post('/api/v1/api_key', sells)).json.results.key;
      for (const order of orders) await draw(order);
      customer = cust_idx;
      return { cust_idx, cg_idx };
    },
    keyed,
    draw,
    read: async (order: string) => (await office().stranger.get(`/partner/v1/orders/${order}`, keyed())).json.results,
    redeem: (code: string) => office().admin.post('/api/v1/code/redeem', { code, learner_id: `of ${code}` }),
    listed: async () => (await office().admin.get(`/api/v1/order?cust_idx=${customer}`)).json.results,
    statement: async () => (await office().admin.get(`/api/v1/customer/${customer}/statement`)).json.results,
  };
}
