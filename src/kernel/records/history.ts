import { sql } from 'kysely';
import { secondsOf } from '../db/seconds.ts';
import type { Context } from '../work/context.ts';

/** One act in the history of a record. */
export interface HistoryEntry {
  /** The audit row of the act; histories are sorted and paged by it. */
  audit_idx: number;
  /** Seconds. */
  at: number;
  /** The staff ID; null for the product itself. */
  actor: string | null;
  /** Who approved what the actor had planned. */
  approved_by?: string | null;
  /** The assistant of the actor that had proposed it. */
  assistant?: string | null;
  /** The API key with which a program called for the actor. */
  key_name?: string | null;
  /** The record that was changed: the one asked for, or a part of it, such as a word of a book. */
  entity: string;
  entity_id: string;
  action: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  /** The number of the act, if it touched many records. */
  act_idx: number | null;
}

interface Wanted {
  entity: string;
  id: string;
  /** Only acts with this name on the record itself. */
  action?: string | undefined;
  /** Excludes acts on its parts. */
  own?: boolean;
  /** Only entries with an `audit_idx` below. */
  before?: number | undefined;
  /** Only the entry of this audit row. */
  audit?: number;
  limit: number;
}

/** The history of a record, newest first: acts on itself, on its parts, and bulk acts that affected it. */
export async function listHistory(ctx: Context, wanted: Wanted): Promise<HistoryEntry[]> {
  const { entity, id, action, own, before, audit, limit } = wanted;
  const newest = sql`
    ${before === undefined ? sql`` : sql`and a.audit_idx < ${before}`}
    ${audit === undefined ? sql`` : sql`and a.audit_idx = ${audit}`}
    order by a.audit_idx desc limit ${limit}`;
  const row = sql`a.audit_idx, a.at, a.actor, a.approved_by, a.assistant, a.key_name, a.entity, a.entity_id, a.action, a.before, a.after, a.reason,
    a.act_idx`;
  const parts = sql`
    union all (select ${row} from audit a where a.of_entity = ${entity} and a.of_id = ${id} ${newest})`;
  const { rows } = await sql<HistoryEntry>`
    select audit_idx, ${secondsOf('at')} as at, actor, approved_by, assistant, key_name, entity, entity_id, action, before, after, reason,
      act_idx
    from (
      (select ${row} from audit a
       where a.entity = ${entity} and a.entity_id = ${id} and ${action === undefined ? sql`true` : sql`a.action = ${action}`}
         and (${action !== undefined} or not exists (
           select from act_record r where r.entity = ${entity} and r.record_id = ${id} and r.act_idx = a.act_idx and ${isShown}))
       ${newest})
      ${own || action !== undefined ? sql`` : parts}
      union all
      (select a.audit_idx, a.at, a.actor, a.approved_by, a.assistant, a.key_name, r.entity, r.record_id, ${doneTo} as action, r.before, r.after, a.reason, a.act_idx
       from act_record r join audit a on a.act_idx = r.act_idx
       where r.entity = ${entity} and r.record_id = ${id} and ${isShown} and ${action === undefined} ${newest})
    ) entries order by audit_idx desc limit ${limit}`.execute(ctx.db);
  return rows;
}

/** What an act did to its records, ordered by kind and id; only those after `after`. */
export async function listActRecords(
  ctx: Context,
  act: number,
  { after, limit }: { after?: { entity: string; id: string } | undefined; limit: number },
): Promise<HistoryEntry[]> {
  const follows = after ? sql`and (r.entity, r.record_id) > (${after.entity}, ${after.id})` : sql``;
  const { rows } = await sql<HistoryEntry>`
    select a.audit_idx, ${secondsOf('a.at')} as at, a.actor, r.entity, r.record_id as entity_id,
      ${doneTo} as action, r.before, r.after, a.reason, a.act_idx
    from act_record r join audit a on a.act_idx = r.act_idx
    where r.act_idx = ${act}::bigint and ${isShown} ${follows}
    order by r.entity, r.record_id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** The condition that an effect `r` is what a history shows, not only what an undo needs. */
export const isShown = sql<boolean>`(r.before is not null or r.after is not null)`;

/**
 * What the act `a` did to the record `r`, as an action. An act with its own verb, `book_act.published`, passes it on to
 * each record; for other acts, the effect on the record decides.
 */
const doneTo = sql<string>`case when a.entity = r.entity then a.action else r.entity || '.' || case
  when a.entity like '%\\_act' then split_part(a.action, '.', 2)
  when r.before is null then 'created'
  when r.after is null then 'deleted'
  when a.action like '%.undone' then 'restored'
  else 'updated' end end`;
