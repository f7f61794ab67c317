import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Context } from '../work/context.ts';

/**
 * A kind of record whose acts can be undone. An act stores in `undo` the state in which it left a record. If the
 * current state differs, or `setAgain` holds, the record was changed since, and undo skips it.
 */
export interface UndoableKind {
  entity: string;
  table: string;
  /** The column that identifies a record in acts, and the key by which all transactions lock the rows in order. */
  id: string;
  key: string;
  /** The state of a row as a jsonb object; stored in `undo` with anything else that undoing needs. */
  state: RawBuilder<unknown>;
  /** Where an act stores the state in which it left a record: what the trail says may be all of it. `undo` by default. */
  left?: 'undo' | 'after';
  /**
   * Whether something later set what the act `d` had set, for a state that may come back: a book published, unpublished
   * and published again. A state with `byActs` needs no such condition.
   */
  setAgain?: RawBuilder<boolean>;
  /**
   * Parts of the state that are judged by what was done since: a revision, which every change increments, or what the undo of
   * something earlier gives back. Each may differ where its condition holds: what was done since the act `d` and could have
   * changed that part is undone.
   */
  byActs?: Readonly<Record<string, RawBuilder<boolean>>>;
  /** Its acts are undone only as a whole, never for some of their records. */
  whole?: true;
}

/** What is undone of an act: its records with these ids; without ids, all that were not taken back one by one before. */
export interface ActPart {
  of: number;
  only?: readonly string[] | undefined;
}

/**
 * A query for what was done to one record, a row each: `audit_idx, at, actor, action, act_idx, before, after`, whether it
 * undid something (`is_undo`), and whether it was undone.
 */
export const actsOfRecord = ({
  entity,
  id,
}: {
  entity: string;
  id: string | number | RawBuilder<string>;
}): RawBuilder<unknown> => sql`
  select a.audit_idx, a.at, a.actor, a.action, a.act_idx, a.before, a.after, a.undoes is not null as is_undo,
    ${undoOf(sql`a.act_idx`)} is not null as undone
  from audit a where a.entity = ${entity} and a.entity_id = ${typeof id === 'object' ? id : String(id)}`;

/**
 * A query for what an action did to parts of a record, a row each: `at, actor, act_idx, reason`, the `id` of the part, and
 * if it was undone, when, by whom and with what outcome: `undone_at, undone_by, undone`.
 */
export const actsOnParts = (
  of: { entity: string; id: string | number | RawBuilder<string> },
  action: string,
): RawBuilder<unknown> => sql`
  select a.at, a.actor, a.act_idx, a.reason, a.entity_id as id, u.at as undone_at, u.actor as undone_by, u.after as undone
  from audit a left join audit u on u.undoes = a.act_idx
  where a.of_entity = ${of.entity} and a.of_id = ${typeof of.id === 'object' ? of.id : String(of.id)} and a.action = ${action}`;

/**
 * A query for what larger acts did to parts of a record, of which the trail of that record has a row for each act: `at, actor,
 * act_idx, reason`, what that row says (`after`), and if the act was undone, when, by whom and by which: `undone_at, undone_by, undo_act`.
 */
export const sharesOfActs = (
  { entity, id }: { entity: string; id: string | number | RawBuilder<string> },
  action: string,
): RawBuilder<unknown> => sql`
  select a.at, a.actor, a.part_of as act_idx, a.reason, a.after, u.at as undone_at, u.actor as undone_by, u.act_idx as undo_act
  from audit a left join audit u on u.undoes = a.part_of
  where a.entity = ${entity} and a.entity_id = ${typeof id === 'object' ? id : String(id)} and a.action = ${action}`;

/** The condition that a row of the trail (`a`) is an undo, or part of one. */
export const isUndoRow = (a: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${a}.undoes is not null or ${a}.undoes_some is not null
  or exists (select from audit whole where whole.act_idx = ${a}.part_of and whole.undoes is not null))`;

/** The act that undid an act; null if none did. */
export const undoOf = (act: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`
  (select u.act_idx from audit u where u.undoes = ${act})`;

/** The condition that an act was undone for one of its records alone. */
export const isUndoneAlone = (entity: RawBuilder<unknown>, id: RawBuilder<unknown>, act: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from audit taking join act_record taken on taken.act_idx = taking.act_idx
    where taking.undoes_some = ${act} and taken.entity = ${entity} and taken.record_id = ${id})`;

const idOf = ({ table, id }: UndoableKind) => sql`${sql.ref(`${table}.${id}`)}::text`;

/** The condition that an effect `d` is one of those undone. */
const isOfPart = ({ of, only }: ActPart, { entity, whole }: UndoableKind) => sql`
  d.act_idx = ${of}::bigint and d.entity = ${entity}
  ${only ? sql`and d.record_id = any(${only}::text[])` : sql``}
  ${whole ? sql`` : sql`and not ${isUndoneAlone(sql`${entity}::text`, sql`d.record_id`, sql`${of}::bigint`)}`}`;

/** The current records of an act, joined to what it did to them (`d`). */
const records = (part: ActPart, kind: UndoableKind) => sql`
  act_record d join ${sql.table(kind.table)} on ${idOf(kind)} = d.record_id and ${isOfPart(part, kind)}`;

/** The condition that a record of an act is as the act left it. */
const isAsLeft = ({ state, left = 'undo', setAgain = sql<boolean>`false`, byActs }: UndoableKind) => {
  const was = sql.ref(`d.${left}`);
  const isSame = sql<boolean>`(${was} @> ${state} and not ${setAgain})`;
  if (byActs === undefined) return isSame;
  const parts = Object.entries(byActs).map(([part, undone]) => {
    const name = sql.lit(part);
    return sql`case when ${was} -> ${name} is not distinct from ${state} -> ${name} then true else ${undone} end`;
  });
  // In this order: asking what was done since costs more, and is seldom needed.
  return sql<boolean>`case when ${isSame} then true
    when not ${was} @> (${state} - ${sql.val(Object.keys(byActs))}::text[]) then false
    else ${sql.join(parts, sql` and `)} end`;
};

/** What an act or an undo did to a record, as jsonb. */
export type Sides = Record<'before' | 'after', RawBuilder<unknown>>;

/** Those of a row of the trail, or of an effect on one record of many. */
export const sidesOf = (row: RawBuilder<unknown>): Sides => ({
  before: sql`${row}.before`,
  after: sql`coalesce(${row}.after, '{}')`,
});

const keysOf = (value: RawBuilder<unknown>) => sql`jsonb_object_keys(
  case when jsonb_typeof(${value}) = 'object' then ${value} else '{}' end)`;

/** The condition that the trail of an undo has fields of its act; some undos write others, and take back the whole. */
const isOfSameFields = (act: Sides, undo: Sides) => sql`exists (
  select from (select ${keysOf(act.before)} union select ${keysOf(act.after)}) k (key)
  where ${undo.before} ? k.key or ${undo.after} ? k.key)`;

/** A value of the recursion below, to compare: within a field, a text that is empty is none, as of a language that has others. */
const compared = (value: string) => sql`(
  case when depth > 1 then coalesce(nullif(${sql.ref(value)}, '""'), 'null') else ${sql.ref(value)} end)`;

const without = (value: RawBuilder<unknown>, field?: string) =>
  field === undefined ? value : sql`${value} - ${sql.lit(field)}`;

/**
 * The condition that an undo gave back whatever an act had set of a record: each field, and of an object each value in it.
 * What others had set by then it kept: there the act stands, and counts again once that is undone as well. `apartFrom` is a
 * field that does not matter.
 */
export const gaveAllBack = (act: Sides, undo: Sides, apartFrom?: string) => sql`(${undo.after} @> '{"kept": 0}'
  or (not ${undo.after} ? 'kept' and not (${isOfSameFields(act, undo)} and exists (
  with recursive part (depth, was, became, found, given) as (
    select 0, ${without(act.before, apartFrom)}, ${without(act.after, apartFrom)}, ${undo.before}, ${undo.after}
    union all
    select p.depth + 1, p.was -> k.key, p.became -> k.key, p.found -> k.key, p.given -> k.key
    from part p cross join lateral (select ${keysOf(sql`p.was`)} union select ${keysOf(sql`p.became`)}) k (key)
    where (p.was -> k.key) is distinct from (p.became -> k.key)
      and jsonb_typeof(coalesce(p.found, '{}')) = 'object' and jsonb_typeof(p.given) = 'object'
  )
  select from part where ${compared('was')} is distinct from ${compared('became')} and found is not distinct from given))))`;

/** The condition that an undo of an act on many gave back whatever it had set of one record; of one created or deleted, the whole. */
export const gaveEffectBack = (effect: Sides, back: RawBuilder<unknown>, apartFrom?: string) => sql`(
  ${effect.before} is null or ${effect.after} is null or ${back}.after is null
  or ${gaveAllBack(effect, sidesOf(back), apartFrom)})`;

/** The ids of the records of a kind that an act touched, without those it was undone for alone: yields `record_id`. */
export const standingIdsOfAct = (act: RawBuilder<unknown>, entity: string): RawBuilder<unknown> => sql`
  select d.record_id from act_record d
  where d.act_idx = ${act} and d.entity = ${sql.lit(entity)}
    and not ${isUndoneAlone(sql.lit(entity), sql`d.record_id`, sql`d.act_idx`)}`;

/** Locks the rows, so that the result stays true until the transaction ends. */
const locked = ({ table, key }: UndoableKind) => sql`
  order by ${sql.ref(`${table}.${key}`)} for no key update of ${sql.table(table)}`;

/** What an act did to the records that are unchanged since: yields `record_id, before, after, undo`. */
export const untouchedRecords = (part: ActPart, kind: UndoableKind): RawBuilder<unknown> => sql`
  select d.record_id, d.before, d.after, d.undo from ${records(part, kind)} where ${isAsLeft(kind)}`;

/** Locks every record of an act, so that the result stays true until the transaction ends. */
export async function lockRecords(db: Database, part: ActPart, kind: UndoableKind): Promise<void> {
  await sql`select from ${records(part, kind)} ${locked(kind)}`.execute(db);
}

/** The records that undo must skip, with the names of the changed parts of their state. */
export async function listTouched(
  db: Database,
  part: ActPart,
  kind: UndoableKind,
): Promise<{ id: string; differs: string[] }[]> {
  const { rows } = await sql<{ id: string; differs: string[] }>`
    select d.record_id as id, array(
      select now.key from jsonb_each(${kind.state}) now where d.undo -> now.key is distinct from now.value) as differs
    from ${records(part, kind)} where not ${isAsLeft(kind)} order by d.record_id`.execute(db);
  return rows;
}

/** Counts the records of an act that are as it left them, changed or deleted since; `first` lists changed ones. */
export async function summarizeAct(
  db: Database,
  part: ActPart,
  kind: UndoableKind,
  limit: number,
): Promise<{ same: number; changed: number; gone: number; first: { id: string; differs: string[] }[] }> {
  const { rows } = await sql<Awaited<ReturnType<typeof summarizeAct>>>`
    with seen as (
      select d.record_id as id, ${sql.ref(`${kind.table}.${kind.key}`)} is null as gone,
        coalesce(${isAsLeft(kind)}, false) as same, ${sql.ref(`d.${kind.left ?? 'undo'}`)} as had, ${kind.state} as state
      from act_record d left join ${sql.table(kind.table)} on ${idOf(kind)} = d.record_id
      where ${isOfPart(part, kind)}
    )
    select count(*) filter (where same and not gone) as same, count(*) filter (where not same and not gone) as changed,
      count(*) filter (where gone) as gone,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'differs', array(
         select now.key from jsonb_each(state) now where had -> now.key is distinct from now.value)) order by id), '[]')
       from (select * from seen where not same and not gone order by id limit ${limit}) changed) as first
    from seen`.execute(db);
  return rows[0] ?? { same: 0, changed: 0, gone: 0, first: [] };
}

/** How many records of an act still exist and meet a condition on their row and on what the act did to them (`d`). */
export async function countRecords(
  db: Database,
  part: ActPart,
  kind: UndoableKind,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${records(part, kind)} where ${condition}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Records created by an act and unchanged since. */
export async function listUntouchedMade(db: Database, part: ActPart, kind: UndoableKind): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select record_id as id from (${untouchedRecords(part, kind)}) d where before is null order by record_id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Changes some records as part of a finished act. If such a record was otherwise unchanged, the change becomes part of
 * the act, whose undo reverses it too.
 */
export async function asPartOfAct<T>(
  { db }: Context,
  act: number,
  kind: UndoableKind,
  ids: readonly string[],
  more: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ id: string }>`
    select d.record_id as id from ${records({ of: act, only: ids }, kind)}
    where ${isAsLeft(kind)} ${locked(kind)}`.execute(db);
  const result = await more();
  await sql`
    update act_record set undo = d.undo || ${kind.state} from ${records({ of: act, only: rows.map(({ id }) => id) }, kind)}
    where act_record.act_idx = d.act_idx and act_record.entity = d.entity and act_record.record_id = d.record_id`.execute(
    db,
  );
  return result;
}
