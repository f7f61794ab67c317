import { sql } from 'kysely';
import { sqlState } from '#kernel/db/failures.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Context } from '#kernel/work/context.ts';
import type { LeftReason } from './fault.rules.ts';

type Make<Item> = (ctx: Context, items: readonly Item[]) => Promise<void>;

/** Why a record is left that could not be changed; throws what is no refusal. */
export function isRefused(error: unknown): LeftReason {
  // A value that another record has: unique and exclusion constraints.
  if (['23505', '23P01'].includes(sqlState(error))) return 'taken';
  if (error instanceof AppError || sqlState(error).startsWith('23')) return 'refused';
  throw error;
}

/** Does something with all items at once, or if that is refused, with each alone; returns the refusals. */
export async function applyEach<Item>(ctx: Context, items: readonly Item[], make: Make<Item>): Promise<unknown[]> {
  if (items.length === 0 || (await attempt(ctx, items, make)) === undefined) return [];
  const refused: unknown[] = [];
  for (const item of items) {
    const error = await attempt(ctx, [item], make);
    if (error !== undefined) refused.push(error);
  }
  return refused;
}

/** Answers the refusal, of which nothing is left. */
async function attempt<Item>(ctx: Context, items: readonly Item[], make: Make<Item>): Promise<unknown> {
  const notes: (() => void)[] = [];
  const trial: Context = {
    ...ctx,
    audit: (entry) => notes.push(() => ctx.audit(entry)),
    changed: (kind, id) => notes.push(() => ctx.changed(kind, id)),
  };
  await sql`savepoint fixing`.execute(ctx.db);
  try {
    await make(trial, items);
  } catch (error) {
    isRefused(error);
    await sql`rollback to savepoint fixing`.execute(ctx.db);
    await done(ctx);
    return error;
  }
  await done(ctx);
  for (const note of notes) note();
  return undefined;
}

// Those of thousands of records would else stand within each other until the transaction ends.
const done = ({ db }: Context) => sql`release savepoint fixing`.execute(db);
