import type { Insertable } from 'kysely';
import { updateBatch } from '#features/batch/batch.store.ts';
import { addLot, issueCodes } from '#features/batch/issue/issue.store.ts';
import { findQuantity } from '#features/batch/quantity/quantity.read.ts';
import type { DB } from '#kernel/db/schema.generated.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { Office } from '#test/app.ts';

/** Common steps of code tests. */
export function codeDesk(office: () => Office) {
  const idOf = async (url: string, body: object, name: string): Promise<number> =>
    (await office().admin.post(url, body)).json.results[name];
  return {
    addCollection: (cid: string) => idOf('/api/v1/collection', { cid, title: `Title of ${cid}` }, 'cidx'),
    addCustomer: (cust_id: string) => idOf('/api/v1/customer', { cust_id, name: `Name of ${cust_id}` }, 'cust_idx'),
    /** Adds a batch without codes. */
    addBatch: async (
      of: { cust_idx: number; cidx: number } & Partial<Insertable<DB['code_batch']>>,
    ): Promise<number> => {
      const at = office().clock.now().toISOString();
      const { cg_idx } = await office()
        .db.insertInto('code_batch')
        .values({
          title: 'Batch',
          count: 1,
          price: '9.90',
          currency: 'USD',
          status: 'issued',
          created_at: at,
          updated_at: at,
          ...of,
        })
        .returning('cg_idx')
        .executeTakeFirstOrThrow();
      return cg_idx;
    },
    /** Issues codes into a batch as a lot, without a job; its quantity becomes what they add up to. */
    issue: (
      cg_idx: number,
      count: number,
      over: Partial<Parameters<typeof issueCodes>[1]> = {},
      options: Parameters<typeof issueCodes>[3] = {},
    ) =>
      office().app.work.write(systemCaller('test'), async (ctx) => {
        const lot = await addLot(ctx, { cg_idx, issued: count, count });
        const terms = { issued_at: inSeconds(ctx.now), valid_from: 0, valid_until: 0, length: 30, ...over };
        await issueCodes(ctx.db, { cg_idx, lot, ...terms }, count, options);
        await updateBatch(ctx, cg_idx, { count: await findQuantity(ctx, cg_idx) });
      }),
  };
}
