import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { listPage } from '#kernel/db/list-page.ts';
import type { Page } from '#kernel/db/paging.ts';
import type { DB } from '#kernel/db/schema.generated.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import { type HistoryEntry, isShown } from '#kernel/records/history.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, startOfDay } from '#kernel/work/days.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import { type AuditFilter, type AuditOrder, systemActor } from './audit.contract.ts';

export type AuditRow = HistoryEntry;

const acts = [
  'audit_idx',
  secondsOf('at').as('at'),
  'actor',
  'approved_by',
  'assistant',
  'key_name',
  'entity',
  'entity_id',
  'action',
  'reason',
  'act_idx',
] as const;
const columns = [...acts, 'before', 'after'] as const;

const conditions: Conditions<AuditFilter, string> = {
  actor: (actor) => (actor === systemActor ? sql`actor is null` : sql`actor = ${actor}`),
  // The id of a record has a meaning of its own with its kind.
  entity: (entity, _, { id }) => (id ? sql`audit_idx in ${rowsOf(entity, id)}` : sql`entity = ${entity}`),
  id: (id, _, { entity }) => (entity ? sql`true` : sql`entity_id = ${id}`),
  action: (action) => sql`action = ${action}`,
  since: (day, timeZone) => sql`at >= ${startOfDay(day, timeZone)}`,
  until: (day, timeZone) => sql`at < ${endOfDay(day, timeZone)}`,
};

/** The rows matching a filter; days are days in the time zone. */
const filtered = (db: Database, filter: AuditFilter, timeZone: string) =>
  db.selectFrom('audit').where(every(conditionsOf(conditions, timeZone, filter)));

/** The rows about one record: acts on it, on its parts, and bulk acts that include it. */
const rowsOf = (entity: string, id: string) => sql<number>`(
  select audit_idx from audit where entity = ${entity} and entity_id = ${id}
  union all select audit_idx from audit where of_entity = ${entity} and of_id = ${id}
  union all select a.audit_idx from act_record r join audit a on a.act_idx = r.act_idx
    where r.entity = ${entity} and r.record_id = ${id})`;

/** One page of the rows. */
export const listAudit = (
  { db, timeZone }: Context,
  filter: AuditFilter,
  { order, page }: PageRequest<AuditOrder['key']>,
): Promise<Page<AuditRow>> => listPage(db, inOrder(filtered(db, filter, timeZone).select(columns), order), page);

/** The newest rows since a time in seconds, without their changes. */
export function newestAudit(db: Database, since: number, limit: number): Promise<AuditRow[]> {
  const unread = sql<null>`null`;
  // The title of a deleted record has to be read from its row.
  const title = sql<{ title: string | null }>`jsonb_build_object('title', before -> 'title')`;
  return db
    .selectFrom('audit')
    .select(acts)
    .select([title.as('before'), unread.as('after')])
    .where('at', '>=', sql<string>`to_timestamp(${since})`)
    .orderBy('audit.at', 'desc')
    .orderBy('audit_idx', 'desc')
    .limit(limit)
    .execute();
}

/** The exact number of rows matching a filter. */
export async function countAudit(db: Database, filter: AuditFilter, timeZone: string): Promise<number> {
  const counted = filtered(db, filter, timeZone).select((row) => row.fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** A batch of the rows after `last` in an order. */
export function auditBatch(
  db: Database,
  filter: AuditFilter,
  { order, timeZone, last, size }: { order: AuditOrder; timeZone: string; last: number | undefined; size: number },
): Promise<AuditRow[]> {
  const follows = order.descending ? '<' : '>';
  return inOrder(filtered(db, filter, timeZone).select(columns), order)
    .$if(last !== undefined, (query) => query.where('audit_idx', follows, last ?? 0))
    .limit(size)
    .execute();
}

function inOrder<O>(query: SelectQueryBuilder<DB, 'audit', O>, { descending }: AuditOrder) {
  return query.orderBy('audit_idx', descending ? 'desc' : 'asc');
}

/** The state of acts: what they were done to, their action, and who undid them. */
export async function findActStates(db: Database, ids: readonly number[]): Promise<Map<number, ActState>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ActState & { act: number }>`
    select a.act_idx as act, a.entity, a.entity_id, a.action, a.before, a.after,
      exists (select from act_record r where r.act_idx = a.act_idx and ${isShown}) as "hasRecords", case when u.audit_idx is not null then
      jsonb_build_object('at', ${secondsOf('u.at')}, 'actor', u.actor) end as undone
    from audit a left join audit u on u.undoes = a.act_idx
    where a.act_idx = any(${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(rows.map(({ act, ...state }) => [act, state]));
}

interface ActState {
  entity: string;
  entity_id: string;
  action: string;
  before: unknown;
  after: unknown;
  hasRecords: boolean;
  undone: { at: number; actor: string | null } | null;
}

/** All distinct values of a column by a loose index scan: the cost depends on the number of values, not of rows. */
export async function valuesInUse(db: Database, column: 'entity' | 'action'): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive step as (
      (select ${name} as value from audit order by ${name} limit 1)
      union all
      select (select ${name} from audit where ${name} > step.value order by ${name} limit 1)
      from step where step.value is not null
    )
    select value from step where value is not null`.execute(db);
  return rows.map((row) => row.value);
}
