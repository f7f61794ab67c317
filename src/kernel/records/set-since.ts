import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { secondsOf } from '../db/seconds.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { timeText } from '../messages/time-text.ts';
import type { Context } from '../work/context.ts';
import { isUndoneAlone, isUndoRow } from './undo.ts';

/*
 * What was set since an act, judged by later acts and never by values: a value can come back. A later act on one record or on
 * many counts, unless it was undone; an undo does not count either, so that acts can be undone one after the other, the last
 * one first.
 */

/** A part of a record, as acts set it. */
export interface PartOfRecord {
  /** What the caller calls it. */
  name: string;
  /** The field in the trail, and for a part of its value, the path in it. Without it, anything done to the record counts. */
  path?: readonly string[];
  /** Only acts whose new values contain these. */
  like?: object | undefined;
  /** Only acts that set one of these items of the list at the path. */
  among?: readonly unknown[] | undefined;
}

/** Who changed something last, when (seconds), and to what. */
export interface LaterChange {
  actor: string | null;
  at: number;
  value: unknown;
}

interface Query {
  entity: string;
  ids: readonly string[];
  act: number;
  parts: readonly PartOfRecord[];
}

type Sides = Record<'before' | 'after', RawBuilder<unknown>>;

/** The condition that an act with these values set a part `w`, or if it is an undo, gave it back. */
const sets = ({ before, after }: Sides) => sql`(w.path is null or (${after} ? w.path[1]
  and (cardinality(w.path) = 1 or coalesce(${before} #>> w.path, '') <> coalesce(${after} #>> w.path, ''))
  and (w."like" is null or ${after} @> w."like")))`;

/** The condition that an act set one of the items that a part is about. */
const setsItem = ({ after }: Sides) => sql`(w.among is null
  or exists (select from jsonb_array_elements(${after} #> w.path) one where w.among @> one.value))`;

const sidesOf = (row: RawBuilder<unknown>): Sides => ({
  before: sql`${row}.before`,
  after: sql`coalesce(${row}.after, '{}')`,
});

/** The last change of each of these parts of records after an act, by record and name; what is not set since is missing. */
export async function findSetSince(
  db: Database,
  { entity, ids, act, parts }: Query,
): Promise<ReadonlyMap<string, ReadonlyMap<string, LaterChange>>> {
  if (ids.length === 0 || parts.length === 0) return new Map();
  const [a, u, o] = [sql`a`, sql`u`, sql`o`];
  const isRecord = (row: RawBuilder<unknown>) => sql`${row}.entity = ${entity} and ${row}.entity_id = given.id`;
  const isEffect = (row: RawBuilder<unknown>) => sql`${row}.entity = ${entity} and ${row}.record_id = given.id`;
  const wanted = parts.map(({ name, path, like, among }) => ({ name, path, like, among }));
  const { rows } = await sql<{ id: string; name: string } & LaterChange>`
    with made as (select max(audit_idx) as audit_idx from audit where act_idx = ${act}::bigint)
    select distinct on (given.id, w.name) given.id, w.name, a.actor, ${secondsOf('a.at')} as at,
      case when cardinality(w.path) = 1 then a.after -> w.path[1] end as value
    from made cross join unnest(${ids}::text[]) as given (id)
    cross join lateral (
      select a.audit_idx, a.act_idx, a.actor, a.at, coalesce(a.after, '{}') as after, a.before, a.undoes, a.undoes_some, a.part_of
      from audit a where ${isRecord(a)} and a.audit_idx > made.audit_idx
      union all
      select a.audit_idx, a.act_idx, a.actor, a.at, coalesce(r.after, '{}'), r.before, a.undoes, a.undoes_some, a.part_of
      from act_record r join audit a on a.act_idx = r.act_idx where ${isEffect(sql`r`)} and a.audit_idx > made.audit_idx
    ) a
    cross join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (name text, path text[], "like" jsonb, among jsonb)
    where not ${isUndoRow(a)} and a.act_idx is distinct from ${act}::bigint and a.part_of is distinct from ${act}::bigint
      and ${sets(sidesOf(a))} and ${setsItem(sidesOf(a))}
      and not exists (
        select from audit u where u.undoes = a.act_idx and (
          (${isRecord(u)} and ${sets(sidesOf(u))})
          or exists (select from act_record r where ${isEffect(sql`r`)} and r.act_idx = u.act_idx)))
      and not ${isUndoneAlone(sql`${entity}::text`, sql`given.id`, sql`a.act_idx`)}
      and not exists (
        select from audit u join audit o on o.part_of = u.act_idx
        where u.undoes = a.part_of and ${isRecord(o)} and ${sets(sidesOf(o))})
    order by given.id, w.name, a.audit_idx desc`.execute(db);
  const byRecord = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byRecord].map(([id, some]) => [id, new Map(some.map(({ name, ...last }) => [name, last]))]));
}

/** The last change of a part of one record after an act; of the record, without a part. */
export async function findLaterChange(
  db: Database,
  { entity, id, act, ...part }: { entity: string; id: string | number; act: number } & Omit<PartOfRecord, 'name'>,
): Promise<LaterChange | undefined> {
  const parts = [{ name: 'it', ...part }];
  return (await findSetSince(db, { entity, ids: [String(id)], act, parts })).get(String(id))?.get('it');
}

/** The refusal to undo what was changed since, naming who did it and when. */
export function changedSince(ctx: Context, { actor, at }: LaterChange) {
  const name = actor ?? ctx.text('actor.system');
  return commonMessages.error(409, 'undo.changed_since', { name, time: timeText(ctx, at) });
}
