import type { Context } from '#kernel/work/context.ts';

/** Stores what a new key of the scope `vend` sells: from which batches, in this order, and how many codes in all. */
export async function insertVendKey(
  { db }: Context,
  values: { key_idx: number; batches: number[]; quota: number },
): Promise<void> {
  await db.insertInto('vend_key').values(values).execute();
}
