import { sql } from 'kysely';
import type { StaffActor } from '../work/actor.ts';
import type { Context } from '../work/context.ts';

/**
 * When a user was last here before this session, in seconds; null if there is no record. For sessions that are still
 * open this is exact. For ended ones the audit trail has the log-in, the log-out and every act.
 */
export async function findLastVisit(ctx: Context, { sessionId, staffId }: StaffActor): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select extract(epoch from greatest(
      (select max(least(o.seen_at, s.created_at)) from session o
       where o.staff_idx = s.staff_idx and o.created_at < s.created_at),
      (select at from audit where entity = 'session' and entity_id = ${staffId} and at < s.created_at
       order by audit_idx desc limit 1),
      (select at from audit where actor = ${staffId} and at < s.created_at order by audit_idx desc limit 1)
    ))::float8 as at
    from session s where s.session_id = ${sessionId}`.execute(ctx.db);
  return rows[0]?.at ?? null;
}
