import { sql } from 'kysely';
import type { Context } from './context.ts';

/** One act in the history of a record. */
export interface HistoryEntry {
  /** The audit row of the act; histories are sorted and paged by it. */
  audit_idx: number;
  /** Seconds. */
  at: number;
  /** The staff ID; null for the product itself. */
  actor: string | null;
  action: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

interface Wanted {
  entity: string;
  id: string;
  /** Only acts with this name on the record itself. */
  action?: string | undefined;
  /** Only entries with an `audit_idx` below. */
  before?: number | undefined;
  limit: number;
}

/** The history of a record, newest first: acts on itself, on its parts, and bulk acts that affected it. */
export async function listHistory(ctx: Context, wanted: Wanted): Promise<HistoryEntry[]> {
  const { entity, id, action, before, limit } = wanted;
  const newest = sql`${before === undefined ? sql`` : sql`and a.audit_idx < ${before}`} order by a.audit_idx desc limit ${limit}`;
  const { rows } = await sql<HistoryEntry>`
    select audit_idx, extract(epoch from at)::bigint as at, actor, action, before, after, reason from (
      (select a.audit_idx, a.at, a.actor, a.before, a.after, a.reason,
         case a.entity when ${entity} then a.action else ${entity} || '.' || split_part(a.action, '.', 2) end as action
       from audit a
       where a.entity = any(${[entity, ...ctx.histories.partsOf(entity)]}) and a.entity_id = ${id}
         and ${action === undefined ? sql`true` : sql`a.action = ${action}`} ${newest})
      union all
      (select a.audit_idx, a.at, a.actor, r.before, r.after, a.reason, ${entity} || '.' || ${verb} as action
       from act_record r join audit a on a.act_idx = r.act_idx
       where r.entity = ${entity} and r.record_id = ${id} and ${action === undefined} ${newest})
    ) entries order by audit_idx desc limit ${limit}`.execute(ctx.db);
  return rows;
}

// An act with its own verb, `book_act.published`, passes it on to each record; for other acts, the effect on the record
// decides the verb.
const verb = sql`case
  when a.entity like '%\\_act' then split_part(a.action, '.', 2)
  when r.before is null then 'created'
  when r.after is null then 'deleted'
  when a.action like '%.undone' then 'restored'
  else 'updated' end`;
