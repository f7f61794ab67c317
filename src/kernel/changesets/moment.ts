import { sql } from 'kysely';
import { problemOf } from '../jobs/durable-job.ts';
import type { Context } from '../work/context.ts';
import { type ComingQueries, type ComingSet, listComingValues, type RecordsOfKind } from './coming.ts';
import type { DueSets } from './due-sets.ts';
import { takenBack } from './plan.ts';

/** A moment to come, in seconds, and the records that are looked at. */
export interface Moment {
  apply_at: number;
  of: readonly RecordsOfKind[];
  /** Whether other records are seen in them, so that what changes these counts too. */
  isDeep: boolean;
}

/** What was applied by a moment, and what could not be, in the order of its times. */
export interface Then {
  applied: ComingSet[];
  left: ComingSet[];
}

type Applying = Pick<DueSets<never>, 'source' | 'reaching' | 'applyOne'>;

// A look at what comes does not wait longer for those who are changing the same records. Milliseconds.
const lockWaitMs = 1000;

/**
 * Reads what will be at a moment to come: applies what is scheduled until then, of all features in one order, reads, and
 * takes it back. What would fail changes nothing. Needs a transaction.
 */
export async function atMoment<T>(
  ctx: Context,
  { sets, coming }: { sets: readonly Applying[]; coming: ComingQueries },
  moment: Moment,
  read: (ctx: Context, then: Then) => Promise<T>,
): Promise<T> {
  await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(ctx.db);
  const due = await listDue(ctx, { sets, coming }, moment);
  return takenBack(ctx, async (quiet) => {
    const then: Then = { applied: [], left: [] };
    // In turn: each starts from what those before it have left.
    for (const one of due) {
      const applying = sets.find(({ source }) => source === one.source);
      const isApplied = applying !== undefined && (await applied(quiet, () => applying.applyOne(quiet, one.set)));
      then[isApplied ? 'applied' : 'left'].push(one);
    }
    return read(quiet, then);
  });
}

/** What is due by a moment and counts for it, in the order in which it is applied. */
async function listDue(
  ctx: Context,
  { sets, coming }: { sets: readonly Applying[]; coming: ComingQueries },
  { apply_at, of, isDeep }: Moment,
): Promise<ComingSet[]> {
  const own = await listComingValues(ctx, coming, of, { apply_at });
  const reaching = isDeep ? await Promise.all(sets.map((one) => one.reaching(ctx, apply_at))) : [];
  const all = [...own, ...reaching.flat()].map(({ source, set, title, apply_at: at }) => ({
    source,
    set,
    title,
    apply_at: at,
  }));
  const rankOf = ({ source }: ComingSet) => sets.findIndex((one) => one.source === source);
  return [...new Map(all.map((one) => [`${one.source} ${one.set}`, one])).values()].toSorted(
    (a, b) => a.apply_at - b.apply_at || rankOf(a) - rankOf(b) || a.set - b.set,
  );
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
