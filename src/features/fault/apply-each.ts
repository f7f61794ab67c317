import { refusalOf } from '#kernel/changesets/refusal.ts';
import { sqlState } from '#kernel/db/failures.ts';
import type { Context } from '#kernel/work/context.ts';
import type { LeftReason } from './fault.rules.ts';

type Make<Item> = (ctx: Context, items: readonly Item[]) => Promise<void>;

/** Why a record is left whose change was refused. */
export const leftBy = (refusal: unknown): LeftReason =>
  // A value that another record has: unique and exclusion constraints.
  ['23505', '23P01'].includes(sqlState(refusal)) ? 'taken' : 'refused';

/** Does something with all items at once, or if that is refused, with each alone; returns the refusals. */
export async function applyEach<Item>(ctx: Context, items: readonly Item[], make: Make<Item>): Promise<unknown[]> {
  const refused = (some: readonly Item[]) => refusalOf(ctx, (trial) => make(trial, some));
  if (items.length === 0 || (await refused(items)) === undefined) return [];
  const all: unknown[] = [];
  for (const item of items) {
    const refusal = await refused([item]);
    if (refusal !== undefined) all.push(refusal);
  }
  return all;
}
