import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { approvalMessages } from './approval.messages.ts';

/** How many proposals of an assistant may wait at a time. */
export const mostOpen = 10;

/** How many proposals of a key wait. */
export async function countOpen({ db }: Context, keyIdx: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from approval where key_idx = ${keyIdx} and status = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Refuses another proposal while too many of the same assistant wait. */
export async function requireRoom(ctx: Context, keyIdx: number): Promise<void> {
  if ((await countOpen(ctx, keyIdx)) >= mostOpen)
    throw approvalMessages.error(409, 'approval.too_many_open', { most: mostOpen });
}
