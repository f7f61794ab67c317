import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../work/context.ts';
import { type DayCount, startOfDay } from '../work/days.ts';

interface Acts {
  /** Their names in the audit trail. */
  actions: readonly string[];
  /** The amount of one act, read from its audit row. */
  amount: RawBuilder<number>;
}

/** How often records of a kind were changed on each day from `since` on. The cost grows with the acts since then. */
export async function countChangesByDay({ db, timeZone }: Context, entity: string, since: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select (at at time zone ${sql.lit(timeZone)})::date::text as day, count(*)::float8 as count
    from audit where entity = ${entity} and at >= ${startOfDay(since, timeZone)} group by 1`.execute(db);
  return rows;
}

/** The total amount of acts on each day from `since` on. The cost grows with those acts since then. */
export async function sumActsByDay(
  { db, timeZone }: Context,
  { actions, amount }: Acts,
  since: string,
): Promise<DayCount[]> {
  const start = startOfDay(since, timeZone);
  // The first audit row of that day, so that the index on actions is read only from there.
  const first = sql`(select audit_idx from audit where at >= ${start} order by at limit 1)`;
  const { rows } = await sql<DayCount>`
    select (at at time zone ${sql.lit(timeZone)})::date::text as day, sum(${amount})::float8 as count
    from audit where action = any(${actions}::text[]) and audit_idx >= ${first} and at >= ${start} group by 1`.execute(
    db,
  );
  return rows;
}
