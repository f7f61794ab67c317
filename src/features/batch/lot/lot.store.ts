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

/** To whom a lot was delivered; of codes that an earlier release issued, which have no row, nobody has said so. */
export async function findLotDelivery(ctx: Context, key: LotKey): Promise<LotDelivery | undefined> {
  const found = await record(ctx, key).executeTakeFirst();
  if (found) return found;
  const { rows } = await sql`select from (${issuedWithoutRow(key)}) l`.execute(ctx.db);
  return rows.length > 0 ? { ...key, handed_to: '', handed_on: '', version: 1 } : undefined;
}

/** A query of the row that a lot would have, if its codes were issued by an earlier release, which stored none. */
const issuedWithoutRow = ({ cg_idx, lot }: LotKey) => sql`
  select c.cg_idx, c.lot, count(*)::integer as issued, b.created_at as issued_at, b.created_by as issued_by, count(*)::integer as count
  from code_batch b join code c using (cg_idx)
  where b.cg_idx = ${cg_idx} and b.status = 'issued' and c.lot = ${lot}
    and not exists (select from code_lot l where l.cg_idx = ${cg_idx} and l.lot = ${lot})
  group by c.cg_idx, c.lot, b.created_at, b.created_by`;

/** Stores the row of a lot whose codes an earlier release issued; two at once store it once. */
export async function addMissingLot(ctx: Context, key: LotKey): Promise<void> {
  await sql`
    insert into code_lot (cg_idx, lot, issued, issued_at, issued_by, count) ${issuedWithoutRow(key)}
    on conflict do nothing`.execute(ctx.db);
}

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
