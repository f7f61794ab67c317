import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';
import { type DayCount, startOfDay } from './db/days.ts';

interface Acts {
  /** Their names in the audit trail. */
  actions: readonly string[];
  /** What one came to, read from its audit row. */
  amount: RawBuilder<number>;
}

/** How often records of a kind were changed on each day from `since` on. The cost is that of all acts since then. */
export async function countChangesByDay({ db, timeZone }: Context, entity: string, since: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select (at at time zone ${sql.lit(timeZone)})::date::text as day, count(*)::float8 as count
    from audit where entity = ${entity} and at >= ${startOfDay(since, timeZone)} group by 1`.execute(db);
  return rows;
}

/** What acts came to on each day from `since` on. The cost is that of the acts since then. */
export async function sumActsByDay(
  { db, timeZone }: Context,
  { actions, amount }: Acts,
  since: string,
): Promise<DayCount[]> {
  const start = startOfDay(since, timeZone);
  // Where that day starts in the trail, so that the index of actions is read from there on.
  const first = sql`(select audit_idx from audit where at >= ${start} order by at limit 1)`;
  const { rows } = await sql<DayCount>`
    select (at at time zone ${sql.lit(timeZone)})::date::text as day, sum(${amount})::float8 as count
    from audit where action = any(${actions}::text[]) and audit_idx >= ${first} and at >= ${start} group by 1`.execute(
    db,
  );
  return rows;
}
