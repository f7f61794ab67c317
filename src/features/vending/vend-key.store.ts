import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** What a key of the scope `vend` sells: from which batches, in this order, and how many codes in all. */
export interface VendTerms {
  batches: number[];
  quota: number;
}

/** Stores what a new key sells. */
export async function insertVendKey({ db }: Context, values: VendTerms & { key_idx: number }): Promise<void> {
  await db.insertInto('vend_key').values(values).execute();
}

/** What a key sells, and how many codes it has drawn, locked until the transaction ends; undefined if it sells nothing. */
export async function lockVendKey(
  { db }: Context,
  key_idx: number,
): Promise<(VendTerms & { drawn: number; version: number }) | undefined> {
  return db
    .selectFrom('vend_key')
    .select(['batches', 'quota', 'drawn', 'version'])
    .where('key_idx', '=', key_idx)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores what a key sells from now on; returns its version. */
export async function updateVendKey(
  { db }: Context,
  { key_idx, batches, quota }: VendTerms & { key_idx: number },
): Promise<number> {
  const { version } = await db
    .updateTable('vend_key')
    .set({ batches, quota, version: sql<number>`version + 1` })
    .where('key_idx', '=', key_idx)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
