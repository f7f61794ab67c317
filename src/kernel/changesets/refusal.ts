import { sql } from 'kysely';
import { sqlState } from '../db/failures.ts';
import { AppError } from '../messages/errors.ts';
import type { Context } from '../work/context.ts';

/**
 * Does something within a savepoint. Answers why a rule or a constraint refused it, and then nothing of it is left, neither
 * rows nor entries of the trail; undefined if it was done. Any other error is thrown.
 */
export async function refusalOf(ctx: Context, act: (trial: Context) => Promise<unknown>): Promise<unknown> {
  const notes: (() => void)[] = [];
  const trial: Context = {
    ...ctx,
    audit: (entry) => notes.push(() => ctx.audit(entry)),
    changed: (kind, id) => notes.push(() => ctx.changed(kind, id)),
  };
  await sql`savepoint trial`.execute(ctx.db);
  try {
    await act(trial);
  } catch (error) {
    // SQLSTATE 23: a constraint.
    if (!(error instanceof AppError) && !sqlState(error).startsWith('23')) throw error;
    await sql`rollback to savepoint trial`.execute(ctx.db);
    await release(ctx);
    return error;
  }
  await release(ctx);
  for (const note of notes) note();
  return undefined;
}

// Those of thousands of records would else stand within each other until the transaction ends.
const release = ({ db }: Context) => sql`release savepoint trial`.execute(db);
