import { sql } from 'kysely';
import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { addReservation } from './reservation.service.ts';

const day = 86_400;

/** Two changes for the sample library: a price for the weekend, and a description in Korean. */
export const reservationSample: SamplePart = {
  load: async (ctx) => {
    const cids = await findCollections(ctx);
    const [first, second] = cids;
    const inDays = (days: number) => (Math.floor(ctx.now.getTime() / 1000 / day) + days) * day;
    if (first !== undefined) {
      const value = [{ currency: 'KRW', price: '12000', discounted_price: '8400', subscription_period: 30 }];
      await addReservation(ctx, { cid: first, target: 'price', apply_at: inDays(2) }, { value });
    }
    if (second !== undefined) {
      const value = '<p>다리와 벌, 화산, 그리고 새로운 이야기.</p>';
      const given = { cid: second, target: 'description', locale: 'ko', apply_at: inDays(5) } as const;
      await addReservation(ctx, given, { value });
    }
  },
  // Removes those created together with the sample collections.
  remove: async (ctx) => {
    await sql`
      delete from reservation r using collection c
      where c.cidx = r.cidx and c.created_at = r.created_at and c.cid = any(${await findCollections(ctx)}::text[])`.execute(
      ctx.db,
    );
  },
};

async function findCollections({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ cid: string }>`
    select cid from collection where cid ~ '^sample-(first-steps|how-it-works)(-\\d+)?$' order by cid`.execute(db);
  return rows.map((row) => row.cid);
}
