import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { JobProblem } from '../jobs/durable-job.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import { actorName } from '../work/actor.ts';
import type { Context } from '../work/context.ts';

/** The milliseconds until the next scheduled set of a table is due that awaits no approval, below 0 if one is; null if there is none. */
export async function findMillisecondsToNext(ctx: Context, table: string): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from apply_at - ${ctx.now.toISOString()}::timestamptz)::float8 * 1000 as ms
    from ${sql.table(table)} where status = 'scheduled' and awaits is null order by apply_at limit 1`.execute(ctx.db);
  return rows[0]?.ms ?? null;
}

/** Marks a scheduled set as failed, and says why; false if somebody has changed it meanwhile. */
export async function failScheduled(
  ctx: Context,
  { table, key, id, version }: { table: string; key: string; id: number; version: number },
  problem: JobProblem,
): Promise<boolean> {
  const at = ctx.now.toISOString();
  const { rows } = await sql`
    update ${sql.table(table)} set status = 'failed', problem = ${JSON.stringify(problem)}::jsonb,
      ended_at = to_timestamp(${inSeconds(ctx.now)}), updated_at = ${at}, updated_by = ${actorName(ctx.actor)},
      version = version + 1
    where ${sql.ref(key)} = ${id} and status = 'scheduled' and version = ${version} returning 1`.execute(ctx.db);
  return rows.length > 0;
}

// How late a set may be before it counts as overdue. Seconds.
const overdueAfter = 5;

/** How many scheduled sets of a table should have been applied by now. */
export async function countOverdue(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)}
    where status = 'scheduled' and awaits is null and apply_at < now() - make_interval(secs => ${overdueAfter})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
