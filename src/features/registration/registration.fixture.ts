import { codeDesk } from '#features/code/code.fixture.ts';
import type { EventBody } from '#features/event/event.contract.ts';
import { eventBody } from '#features/event/event.factory.ts';
import type { Answer, Office, Person } from '#test/app.ts';

/** Common steps of redemption tests. */
export function redeemDesk(office: () => Office) {
  const codes = codeDesk(office);
  return {
    ...codes,
    /** Issues codes of a batch with a new customer and a new collection. */
    issueCodes: async (count: number, over: Parameters<typeof codes.issue>[2] = {}): Promise<string[]> => {
      const [{ n }] = (await office()
        .db.selectFrom('code_batch')
        .select((row) => row.fn.countAll<number>().as('n'))
        .execute()) as [{ n: number }];
      const cust_idx = await codes.addCustomer(`CUST-${n}`);
      const cidx = await codes.addCollection(`of-${n}`);
      const cg_idx = await codes.addBatch({ cust_idx, cidx, title: `Batch ${n}` });
      await codes.issue(cg_idx, count, over);
      const rows = await office().db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx).execute();
      return rows.map(({ code }) => code);
    },
    addEvent: async (n: number, over: EventBody = {}): Promise<number> =>
      (await office().admin.post('/api/v1/event', eventBody(n, over))).json.results.event_idx,
    redeem: (
      code: string,
      learner_id: string,
      { by = office().admin, headers = {} }: { by?: Person; headers?: Record<string, string> } = {},
    ): Promise<Answer> => by.post('/api/v1/code/redeem', { code, learner_id }, headers),
    lookUp: (code: string, headers = {}): Promise<Answer> =>
      office().admin.get(`/api/v1/code/redeem?${new URLSearchParams({ code })}`, headers),
    clear: async (): Promise<void> => {
      for (const table of [
        'registration',
        'event',
        'code',
        'code_batch',
        'collection',
        'collection_cid',
        'customer',
        'login_failure',
        'idempotency',
        'audit',
        'change',
      ] as const)
        await office().db.deleteFrom(table).execute();
    },
  };
}
