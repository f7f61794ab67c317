import { sql } from 'kysely';
import { type KeyRow, listKeys } from '#kernel/auth/api-keys.ts';
import type { Context } from '#kernel/work/context.ts';

/** What a key of the scope `vend` sells. */
interface Vend {
  batches: { cg_idx: number; title: string }[];
  quota: number;
  /** How many codes it has sold. */
  drawn: number;
}

/** A key as listed, with what it sells; null for the other scopes. */
export interface ListedKey extends KeyRow {
  vend: Vend | null;
}

/** All keys that are not revoked, newest first. */
export async function listAllKeys(ctx: Context): Promise<ListedKey[]> {
  const keys = await listKeys(ctx);
  const { rows } = await sql<Vend & { key_idx: number }>`
    select k.key_idx, k.quota, k.drawn, (
      select jsonb_agg(jsonb_build_object('cg_idx', b.cg_idx, 'title', b.title) order by w.nth)
      from unnest(k.batches) with ordinality w (cg_idx, nth) join code_batch b on b.cg_idx = w.cg_idx
    ) as batches
    from vend_key k`.execute(ctx.db);
  const sold = new Map(rows.map(({ key_idx, batches, ...vend }) => [key_idx, { ...vend, batches: batches ?? [] }]));
  return keys.map((key) => ({ ...key, vend: sold.get(key.key_idx) ?? null }));
}

/** The customers of these batches, and how many of the batches there are. */
export async function findBatchOwners(
  { db }: Context,
  batches: readonly number[],
): Promise<{ found: number; customers: number }> {
  const { rows } = await sql<{ found: number; customers: number }>`
    select count(*)::integer as found, count(distinct cust_idx)::integer as customers
    from code_batch where cg_idx = any(${batches}::integer[])`.execute(db);
  return rows[0] ?? { found: 0, customers: 0 };
}
