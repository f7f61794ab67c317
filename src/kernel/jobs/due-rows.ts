import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** The row that schedules an act. */
export interface DueRow {
  kind: string;
  key: string;
}

/** The maximum number of acts per transaction, and the fraction of all due acts it takes: 1,000 go in batches of 50. */
const batchSize = 50;
const shares = 16;

// An act whose failure cannot be recorded either must not block the others. Milliseconds.
const postponeMs = 60_000;

/**
 * Two instances never wait for each other: each skips rows locked by another. Batches are small when few acts are due,
 * because a slow act delays those behind it, and large when many are due, because a commit costs more than most acts.
 */
export async function lockBatch(ctx: Context, kinds: string[]): Promise<DueRow[]> {
  const due = sql`due where at <= ${ctx.now.toISOString()} and kind = any(${kinds})`;
  const { rows } = await sql<DueRow>`
    select kind, key from ${due} order by at
    limit (select greatest(1, count(*) / ${sql.lit(shares)}) from (select from ${due} limit ${sql.lit(batchSize * shares)}) waiting)
    for update skip locked`.execute(ctx.db);
  return rows;
}

/** Takes this row if it is still due: an earlier act may have cancelled it. */
export async function take(ctx: Context, { kind, key }: DueRow): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('due')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('at', '<=', ctx.now.toISOString())
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

/** Moves an act to a later time, so that those behind it are done first. */
export async function postpone(ctx: Context, { kind, key }: DueRow): Promise<void> {
  const at = new Date(ctx.now.getTime() + postponeMs).toISOString();
  await ctx.db.updateTable('due').set({ at }).where('kind', '=', kind).where('key', '=', key).execute();
}
