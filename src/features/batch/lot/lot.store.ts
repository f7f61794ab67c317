import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** To whom a lot was delivered, and when. */
export interface LotDelivery {
  cg_idx: number;
  lot: number;
  /** Empty if nobody has said so. */
  handed_to: string;
  /** 'YYYY-MM-DD', or empty. */
  handed_on: string;
  version: number;
}

/** A lot within its batch. */
export type LotKey = Pick<LotDelivery, 'cg_idx' | 'lot'>;

const record = ({ db }: Pick<Context, 'db'>, { cg_idx, lot }: LotKey) =>
  db
    .selectFrom('code_lot')
    .select(['cg_idx', 'lot', 'handed_to', 'version'])
    .select(sql<string>`coalesce(handed_on::text, '')`.as('handed_on'))
    .where('cg_idx', '=', cg_idx)
    .where('lot', '=', lot);

export const findLotDelivery = (ctx: Context, key: LotKey): Promise<LotDelivery | undefined> =>
  record(ctx, key).executeTakeFirst();

/** Locks a lot until the transaction ends. */
export const lockLotDelivery = (ctx: Context, key: LotKey): Promise<LotDelivery | undefined> =>
  record(ctx, key).forUpdate().executeTakeFirst();

export async function updateLotDelivery(
  ctx: Context,
  { cg_idx, lot }: LotKey,
  { handed_to, handed_on }: Partial<Pick<LotDelivery, 'handed_to' | 'handed_on'>>,
): Promise<void> {
  await ctx.db
    .updateTable('code_lot')
    .set({
      ...(handed_to !== undefined && { handed_to }),
      ...(handed_on !== undefined && { handed_on: handed_on === '' ? null : handed_on }),
    })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('cg_idx', '=', cg_idx)
    .where('lot', '=', lot)
    .execute();
}
