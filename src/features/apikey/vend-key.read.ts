import { sql } from 'kysely';
import { type KeyRow, listKeys } from '#kernel/auth/api-keys.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { apikeyMessages } from './apikey.messages.ts';

/** What a key of the scope `vend` sells. */
interface Vend {
  batches: { cg_idx: number; title: string }[];
  quota: number;
  /** How many codes it has sold. */
  drawn: number;
  version: number;
}

/** A key as listed, with what it sells; null for the other scopes. */
export interface ListedKey extends KeyRow {
  vend: Vend | null;
}

/** A key of the scope `vend`. */
export interface SellingKey extends Vend {
  key_idx: number;
  name: string;
}

/** All keys that are not revoked, newest first. */
export async function listAllKeys(ctx: Context): Promise<ListedKey[]> {
  const keys = await listKeys(ctx);
  const { rows } = await sql<Vend & { key_idx: number }>`
    select k.key_idx, k.quota, k.drawn, k.version, (
      select jsonb_agg(jsonb_build_object('cg_idx', b.cg_idx, 'title', b.title) order by w.nth)
      from unnest(k.batches) with ordinality w (cg_idx, nth) join code_batch b on b.cg_idx = w.cg_idx
    ) as batches
    from vend_key k`.execute(ctx.db);
  const sold = new Map(rows.map(({ key_idx, batches, ...vend }) => [key_idx, { ...vend, batches: batches ?? [] }]));
  return keys.map((key) => ({ ...key, vend: sold.get(key.key_idx) ?? null }));
}

/** A key that sells; 404 if it is none. */
export async function readVendKey(ctx: Context, key_idx: number): Promise<SellingKey> {
  const key = (await listAllKeys(ctx)).find((one) => one.key_idx === key_idx);
  if (!key?.vend) throw apikeyMessages.error(404, 'apikey.not_found');
  return { key_idx, name: key.name, ...key.vend };
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

// Files of these had no unused codes.
const withoutUnused = ['active', 'expired', 'canceled', 'invalid', 'activated', 'withdrawn'];

/** The title of the first of these batches of which unused codes have left in a file; undefined if there is none. */
export async function findDeliveredBatch(
  { db, now }: Context,
  batches: readonly number[],
): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select b.title from code_batch b
    where b.cg_idx = any(${batches}::integer[]) and exists (
      select from code_delivery d join code_delivery_lot l using (del_idx)
      where d.cg_idx = b.cg_idx and coalesce(d.filter ->> 'status', '') <> all(${withoutUnused}::text[]) and exists (
        select from code c where c.cg_idx = b.cg_idx and c.lot = l.lot and c.activated_date = 0 and c.is_canceled = 0
          and (c.ends_at = 0 or c.ends_at > ${inSeconds(now)})
      )
    ) order by array_position(${batches}::integer[], b.cg_idx) limit 1`.execute(db);
  return rows[0]?.title;
}
