import { sql } from 'kysely';
import { problemOf } from '../jobs/durable-job.ts';
import type { Context } from '../work/context.ts';
import { type ComingQueries, type ComingValue, listComingValues, type RecordsOfKind } from './coming.ts';
import type { DueSets } from './due-sets.ts';
import { takenBack } from './plan.ts';

/** What a moment to come is made of: its time in seconds, and the records that are looked at. */
export interface Moment {
  apply_at: number;
  of: readonly RecordsOfKind[];
}

/** A scheduled set whose time has come by a moment, and what it changes in the records that matter for it. */
export type SetThen = Pick<ComingValue, 'source' | 'set' | 'title'> & { records: Pick<ComingValue, 'kind' | 'id'>[] };

/** What was applied by a moment, and what could not be, in the order of its times. */
export interface Then {
  applied: SetThen[];
  left: SetThen[];
}

type Applying = Pick<DueSets<never>, 'source' | 'reach' | 'applyOne'>;

// A look at what comes does not wait longer for those who are changing the same records. Milliseconds.
const lockWaitMs = 1000;

/**
 * Reads what will be at a moment to come: applies what is scheduled until then, of all features in one order, reads, and
 * takes it back. What would fail changes nothing. Needs a transaction.
 */
export async function atMoment<T>(
  ctx: Context,
  { sets, coming }: { sets: readonly Applying[]; coming: ComingQueries },
  { apply_at, of }: Moment,
  read: (ctx: Context, then: Then) => Promise<T>,
): Promise<T> {
  await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(ctx.db);
  const reached = await Promise.all(sets.map((one) => one.reach(ctx, apply_at)));
  const values = await listComingValues(ctx, coming, [...of, ...reached.flat()], { apply_at });
  const due = Map.groupBy(values, ({ source, set }) => `${source} ${set}`);
  return takenBack(ctx, async (quiet) => {
    const then: Then = { applied: [], left: [] };
    // In turn: each starts from what those before it have left.
    for (const [first, ...others] of due.values()) {
      if (!first) continue;
      const { source, set, title } = first;
      const records = [first, ...others].map(({ kind, id }) => ({ kind, id }));
      const applying = sets.find((one) => one.source === source);
      const isApplied = applying !== undefined && (await applied(quiet, () => applying.applyOne(quiet, set)));
      then[isApplied ? 'applied' : 'left'].push({ source, set, title, records });
    }
    return read(quiet, then);
  });
}

/** Whether a set was applied; if not, nothing of it is left. */
async function applied(ctx: Context, apply: () => Promise<boolean>): Promise<boolean> {
  await sql`savepoint coming`.execute(ctx.db);
  try {
    if (await apply()) return true;
  } catch (error) {
    if (!problemOf(error)) throw error;
  }
  await sql`rollback to savepoint coming`.execute(ctx.db);
  return false;
}
