import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { secondsOf } from '../db/seconds.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { timeText } from '../messages/time-text.ts';
import type { Context } from '../work/context.ts';
import { isUndoneAlone, isUndoRow, undoOf } from './undo.ts';

/** What an act did to one record, of which something is looked for in later acts. */
interface LaterChangeQuery {
  entity: string;
  id: string | number;
  act: number;
  /** Only acts that set this field; without it, any act. */
  field?: string;
  /** Only acts whose values meet this condition, for a field that is set in parts. */
  where?: (after: RawBuilder<unknown>, before: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/** Who changed a record, when (seconds), and to what. */
export interface LaterChange {
  actor: string | null;
  at: number;
  value: unknown;
}

/**
 * The last change of a record, or of one of its fields, after an act, by an act on this record alone or on many. What was
 * undone does not count, nor does an undo: acts can be undone one after the other, the last one first.
 */
export async function findLaterChange(
  db: Database,
  { entity, id, act, field, where = () => sql<boolean>`true` }: LaterChangeQuery,
): Promise<LaterChange | undefined> {
  const has = (side: RawBuilder<unknown>) => (field === undefined ? sql`true` : sql`${side} ? ${field}::text`);
  const isRecord = (table: RawBuilder<unknown>) =>
    sql`${table}.entity = ${entity} and ${table}.entity_id = ${String(id)}`;
  const isPart = (table: RawBuilder<unknown>) =>
    sql`${table}.entity = ${entity} and ${table}.record_id = ${String(id)}`;
  const { rows } = await sql<LaterChange>`
    select a.actor, ${secondsOf('a.at')} as at, a.after -> ${field ?? ''}::text as value from (
      select a.audit_idx, a.act_idx, a.actor, a.at, coalesce(a.after, '{}') as after, a.before, a.undoes, a.undoes_some, a.part_of
      from audit a
      where ${isRecord(sql`a`)}
      union all
      select a.audit_idx, a.act_idx, a.actor, a.at, coalesce(r.after, '{}'), r.before, a.undoes, a.undoes_some, a.part_of
      from act_record r join audit a on a.act_idx = r.act_idx where ${isPart(sql`r`)}
    ) a
    where not ${isUndoRow(sql`a`)} and a.act_idx is distinct from ${act}::bigint
      and a.audit_idx > (select max(d.audit_idx) from audit d where d.act_idx = ${act}::bigint)
      and ${has(sql`a.after`)} and ${where(sql`a.after`, sql`a.before`)}
      and not exists (
        select from audit u where u.undoes = a.act_idx and (
          (${isRecord(sql`u`)} and ${has(sql`coalesce(u.after, '{}')`)})
          or exists (select from act_record r where ${isPart(sql`r`)} and r.act_idx = u.act_idx)))
      and not ${isUndoneAlone(sql`${entity}::text`, sql`${String(id)}::text`, sql`a.act_idx`)}
      and not exists (
        select from audit u join audit o on o.part_of = u.act_idx
        where u.undoes = a.part_of and ${isRecord(sql`o`)} and ${has(sql`coalesce(o.after, '{}')`)})
    order by a.audit_idx desc limit 1`.execute(db);
  return rows[0];
}

/**
 * The fields of records that somebody set after an act, to whatever value, by record. What is part of the act does not
 * count, nor do undos and what was undone.
 */
export async function findFieldsSetSince(
  db: Database,
  { entity, ids, act }: { entity: string; ids: readonly string[]; act: number },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const later = sql`a.audit_idx > (select min(o.audit_idx) from audit o where o.act_idx = ${act}::bigint)
    and a.part_of is distinct from ${act}::bigint and not ${isUndoRow(sql`a`)}
    and ${undoOf(sql`a.act_idx`)} is null and ${undoOf(sql`a.part_of`)} is null`;
  const { rows } = await sql<{ id: string; fields: string[] }>`
    select d.id, array_agg(distinct f.name) as fields from (
      select a.entity_id as id, a.after from audit a
      where a.entity = ${entity} and a.entity_id = any(${ids}::text[]) and ${later}
      union all
      select r.record_id, r.after from act_record r join audit a on a.act_idx = r.act_idx
      where r.entity = ${entity} and r.record_id = any(${ids}::text[]) and ${later}
        and not ${isUndoneAlone(sql`r.entity`, sql`r.record_id`, sql`a.act_idx`)}
    ) d, jsonb_object_keys(d.after) as f (name)
    where jsonb_typeof(d.after) = 'object' group by d.id`.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, new Set(fields)]));
}

/** The refusal to undo what was changed since, naming who did it and when. */
export function changedSince(ctx: Context, { actor, at }: LaterChange) {
  const name = actor ?? ctx.text('actor.system');
  return commonMessages.error(409, 'undo.changed_since', { name, time: timeText(ctx, at) });
}
