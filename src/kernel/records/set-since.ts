import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { secondsOf } from '../db/seconds.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { timeText } from '../messages/time-text.ts';
import type { Context } from '../work/context.ts';
import { gaveAllBack, gaveEffectBack, isUndoneAlone, isUndoRow, type Sides, sidesOf, undoOf } from './undo.ts';
import type { Versioned } from './versions.ts';

/*
 * What was set since an act, judged by later acts and never by values: a value can come back. A later act on one record or on
 * many counts, unless it was undone; an undo does not count either, so that acts can be undone one after the other, the last
 * one first. A deletion sets everything: what has the same id afterwards is another record.
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

/** The condition that an act with these values set a part `w`, or if it is an undo, gave some of it back. */
const sets = ({ before, after }: Sides) => sql`(w.path is null or (${after} ? w.path[1]
  and (cardinality(w.path) = 1 or coalesce(${before} #>> w.path, '') <> coalesce(${after} #>> w.path, ''))
  and (w."like" is null or ${after} @> w."like")))`;

/** The condition that an act set one of the items that a part is about. */
const setsItem = ({ after }: Sides) => sql`(w.among is null
  or exists (select from jsonb_array_elements(${after} #> w.path) one where w.among @> one.value))`;

/** The condition that an undo found all as it was before the act: others had left no more to give back, as in an order of few. */
const foundNothing = (u: RawBuilder<unknown>) => sql`coalesce(${u}.after, '{}') = '{}'`;

interface RecordRef {
  entity: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

const isAbout = (row: RawBuilder<unknown>, { entity, id }: RecordRef) =>
  sql`${row}.entity = ${entity} and ${row}.entity_id = ${id}`;
const isEffectOn = (row: RawBuilder<unknown>, { entity, id }: RecordRef) =>
  sql`${row}.entity = ${entity} and ${row}.record_id = ${id}`;

/** The condition that an act deleted a record with what contains it, and stored it for its undo: it made no version of it. */
const storedIn = (a: RawBuilder<unknown>, record: RecordRef) => sql`exists (
  select from act_record r
  where ${isEffectOn(sql`r`, record)} and r.act_idx = ${a}.act_idx
    and r.before is not null and r.after is null and r.undo is not null and not r.undo ? 'ver_idx')`;

/** How the rows of an undo tell that it took back what an act on a record had set: in the trail, and among its effects. */
interface TakenBack {
  inTrail: (undo: Sides) => RawBuilder<unknown>;
  asEffect?: (back: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** The condition that a row of the trail `a` is no undo, and was not undone for a record in what it had set. */
const isStanding = (record: RecordRef, { inTrail, asEffect = () => sql`true` }: TakenBack) => sql<boolean>`(
  not ${isUndoRow(sql`a`)}
  and not exists (
    select from audit u where u.undoes = a.act_idx and (
      (${isAbout(sql`u`, record)} and (${inTrail(sidesOf(sql`u`))} or ${foundNothing(sql`u`)}))
      or exists (
        select from act_record back
        where ${isEffectOn(sql`back`, record)} and back.act_idx = u.act_idx and ${asEffect(sql`back`)})
      or ${storedIn(sql`a`, record)}))
  and not ${isUndoneAlone(record.entity, record.id, sql`a.act_idx`)}
  and not exists (
    select from audit u join audit o on o.part_of = u.act_idx
    where u.undoes = a.part_of and ${isAbout(sql`o`, record)} and ${inTrail(sidesOf(sql`o`))}))`;

/** A record of an act, for statements over the records of an act. */
interface SinceAct {
  entity: string;
  id: RawBuilder<unknown>;
  act: RawBuilder<unknown>;
}

/** The condition that a later act on many set a field of a record, to whatever value. */
export const isSetSince = (of: SinceAct & { field: string }) => {
  const record = { entity: sql.lit(of.entity), id: of.id };
  const has = ({ after }: Sides) => sql`${after} ? ${sql.lit(of.field)}`;
  return sql<boolean>`exists (
    select from act_record n join audit a on a.act_idx = n.act_idx
    where ${isEffectOn(sql`n`, record)} and n.act_idx > ${of.act} and n.after ? ${sql.lit(of.field)}
      and ${isStanding(record, { inTrail: has })})`;
};

/**
 * The condition that something was done to a record or to its parts after an act, and that none of it stands. Acts that set
 * only the field `apartFrom` do not count, and of others that field does not.
 */
export const isAllUndoneSince = ({ entity, id, act, apartFrom }: SinceAct & { apartFrom?: string }) => {
  const record = { entity: sql.lit(entity), id };
  const own = { before: sql`a.before`, after: sql`a.after` };
  const stands = isStanding(record, {
    inTrail: (undo) => gaveAllBack(own, undo, apartFrom),
    asEffect: (back) => gaveEffectBack(own, back, apartFrom),
  });
  const counts =
    apartFrom === undefined
      ? sql`true`
      : sql`(a.after is null or not a.after ? ${sql.lit(apartFrom)} or a.after - ${sql.lit(apartFrom)} <> '{}')`;
  // What was done to a part is about the part, and its undo gives it back or says why not; that of a larger act may keep it.
  const partStands = sql`(not ${isUndoRow(sql`a`)} and ${undoOf(sql`a.act_idx`)} is null and not exists (
    select from audit u where u.undoes = a.part_of and (
      u.after @> '{"kept": 0}' or not coalesce(u.after, '{}') ? 'kept'
      or exists (select from audit o where o.part_of = u.act_idx and o.entity = a.entity and o.entity_id = a.entity_id))))`;
  const isOfRecord = (row: RawBuilder<unknown>) => sql`${row}.of_entity = ${record.entity} and ${row}.of_id = ${id}`;
  const columns = (row: RawBuilder<unknown>) =>
    sql.join(
      ['audit_idx', 'act_idx', 'part_of', 'undoes', 'undoes_some', 'entity', 'entity_id'].map(
        (name) => sql`${row}.${sql.ref(name)}`,
      ),
    );
  return sql<boolean>`coalesce((
    select bool_and(not case when a.is_part then ${partStands} else ${stands} end)
    from (
      select ${columns(sql`o`)}, false as is_part, o.before, o.after from audit o where ${isAbout(sql`o`, record)}
      union all
      select ${columns(sql`o`)}, false, r.before, r.after
      from act_record r join audit o on o.act_idx = r.act_idx where ${isEffectOn(sql`r`, record)}
      union all
      select ${columns(sql`o`)}, true, null, null from audit o where ${isOfRecord(sql`o`)}
      union all
      select ${columns(sql`u`)}, true, null, null
      from audit done join audit u on u.undoes = done.act_idx where ${isOfRecord(sql`done`)}
    ) a
    where a.act_idx is distinct from ${act} and ${counts}
      and a.audit_idx > (select max(made.audit_idx) from audit made where made.act_idx = ${act})), false)`;
};

/** The last change of each of these parts of records after an act, by record and name; what is not set since is missing. */
export async function findSetSince(
  db: Database,
  { entity, ids, act, parts }: Query,
): Promise<ReadonlyMap<string, ReadonlyMap<string, LaterChange>>> {
  if (ids.length === 0 || parts.length === 0) return new Map();
  const [a, r] = [sql`a`, sql`r`];
  const record = { entity: sql`${entity}::text`, id: sql`given.id` };
  const wanted = parts.map(({ name, path, like, among }) => ({ name, path, like, among }));
  // The last one only: a trail may be long, and its values large.
  const lastOf = (row: RawBuilder<unknown>, rows: RawBuilder<unknown>, isDeletion: RawBuilder<unknown>) => {
    const sides = sidesOf(row);
    const own = { before: sql`${row}.before`, after: sql`${row}.after` };
    return sql`(
    select a.audit_idx, a.actor, a.at, case when cardinality(w.path) = 1 then ${sides.after} -> w.path[1] end as value
    from ${rows} and a.audit_idx > made.audit_idx
      and a.act_idx is distinct from ${act}::bigint and a.part_of is distinct from ${act}::bigint
      and (${isDeletion} or (${sets(sides)} and ${setsItem(sides)}))
      and ${isStanding(record, {
        inTrail: (undo) =>
          sql`(${isDeletion} or (${sets(undo)} and (w.path is not null or ${gaveAllBack(sides, undo)})))`,
        asEffect: (back) => sql`(w.path is not null or ${gaveEffectBack(own, back)})`,
      })}
    order by a.audit_idx desc limit 1)`;
  };
  const { rows } = await sql<{ id: string; name: string } & LaterChange>`
    with made as (select max(audit_idx) as audit_idx from audit where act_idx = ${act}::bigint)
    select given.id, w.name, last.actor, ${secondsOf('last.at')} as at, last.value
    from made cross join unnest(${ids}::text[]) as given (id)
    cross join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (name text, path text[], "like" jsonb, among jsonb)
    cross join lateral (
      select * from (
        ${lastOf(a, sql`audit a where ${isAbout(a, record)}`, sql`a.action like '%.deleted'`)}
        union all
        ${lastOf(
          r,
          sql`act_record r join audit a on a.act_idx = r.act_idx where ${isEffectOn(r, record)}`,
          sql`(r.before is not null and r.after is null and a.action like '%.deleted')`,
        )}) of_each
      order by audit_idx desc limit 1) last`.execute(db);
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

/** The items that a version changed, for a growing part of it: yields their `key`. */
const itemsOf = (version: RawBuilder<unknown>, part: string) => sql`
  select e.change -> 'path' ->> 1 as key from jsonb_array_elements(${version}.changes) e (change)
  where e.change -> 'path' ->> 0 = ${part}`;

/**
 * The items of a growing part of a record, such as the contents of a collection, that were changed after a version, by their
 * keys. Its acts say only which versions they made, and of an act that was undone, what its undo did not give back counts. A
 * version without an act, as those of earlier releases, always counts.
 */
export async function findItemsSetSince(
  db: Database,
  { entity, id }: Versioned,
  part: string,
  verIdx: number,
): Promise<Set<string>> {
  const record = { entity: sql`${entity}::text`, id: sql`${String(id)}::text` };
  const madeBy = (effect: RawBuilder<unknown>) => sql`(${effect}.undo ->> 'ver_idx')::integer`;
  const { rows } = await sql<{ key: string }>`
    with acts as materialized (
      select ${madeBy(sql`r`)} as ver_idx,
        ${isStanding(record, { inTrail: () => sql`false` })} as stands, (
          select ${madeBy(sql`back`)} from act_record back
          where ${isEffectOn(sql`back`, record)} and back.act_idx = ${undoOf(sql`a.act_idx`)}) as undone_by
      from act_record r join audit a on a.act_idx = r.act_idx
      where ${isEffectOn(sql`r`, record)} and r.undo ? 'ver_idx'
    ),
    changed as materialized (
      select v.ver_idx, item.key from version v cross join lateral (${itemsOf(sql`v`, part)}) item
      where v.entity = ${entity} and v.entity_id = ${String(id)} and v.ver_idx > ${verIdx} and v.summary ? ${part}
    )
    select distinct c.key from changed c left join acts using (ver_idx)
    where acts.ver_idx is null or acts.stands or (acts.undone_by is not null and not exists (
      select from changed o where o.ver_idx = acts.undone_by and o.key = c.key))`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The refusal to undo what was changed since, naming who did it and when. */
export function changedSince(ctx: Context, { actor, at }: LaterChange) {
  const name = actor ?? ctx.text('actor.system');
  return commonMessages.error(409, 'undo.changed_since', { name, time: timeText(ctx, at) });
}
