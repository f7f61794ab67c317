import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '../db/seconds.ts';
import { commonMessages } from '../messages/common.messages.ts';
import type { Context } from '../work/context.ts';
import { nextAct } from '../work/recorded.ts';

/*
 * An act on many records, such as an import, has one audit row. Its effect on each record is stored beside it and is
 * part of that record's history.
 */

/** Starts an act on many records: returns its number, for {@link storeEffects} and for the `act` of its audit row. */
export async function beginAct(ctx: Context): Promise<number> {
  return ctx.act ?? nextAct(ctx.db);
}

/** Where a statement returns its effect on records, one row each: `id` as text, the other columns as jsonb. */
interface Done {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** Absent if the act created the records. */
  before?: RawBuilder<unknown>;
  /** Absent if the act removed them. */
  after?: RawBuilder<unknown>;
  /** What undoing the act needs, see `undo.ts`. */
  undo?: RawBuilder<unknown>;
}

/**
 * The end of a statement that writes records: stores its effect on each in the database, without passing it through
 * this process.
 */
export const storeEffects = (act: number, entity: string, done: Done): RawBuilder<unknown> => {
  const { from, id, before = sql`null::jsonb`, after = sql`null::jsonb`, undo = sql`null::jsonb` } = done;
  return sql`
    insert into act_record (act_idx, entity, record_id, before, after, undo)
    select ${act}::bigint, ${sql.lit(entity)}, ${id}, ${before}, ${after}, ${undo} from ${from}`;
};

/** The acts of one name that were done to single records of a kind: yields `act_idx`. */
export const actsOn = ({ entity, ids, action }: { entity: string; ids: RawBuilder<unknown>; action: string }) => sql`
  select a.act_idx from audit a
  where a.entity = ${sql.lit(entity)} and a.entity_id in (${ids}) and a.action = ${sql.lit(action)}`;

/** The ids of the records of a kind that an act touched: yields `record_id`. */
export const idsOfAct = (act: number, entity: string): RawBuilder<unknown> => sql`
  select record_id from act_record where act_idx = ${act}::bigint and entity = ${entity}`;

/** An act, and whether it was undone. Times in seconds. */
export interface Act {
  act_idx: number;
  at: number;
  actor: string | null;
  entity: string;
  entity_id: string;
  action: string;
  before: unknown;
  after: unknown;
  /** Who undid it, and when. */
  undone: { at: number; actor: string | null } | null;
}

/** The act with this number, as its first row says; of an undo, the row that says what it undoes. 404 if there is none. */
export async function getAct(ctx: Context, act: number): Promise<Act> {
  const { rows } = await sql<Act>`
    select a.act_idx, ${secondsOf('a.at')} as at, a.actor, a.entity, a.entity_id, a.action, a.before, a.after,
      (select jsonb_build_object('at', ${secondsOf('u.at')}, 'actor', u.actor)
       from audit u where u.undoes = a.act_idx) as undone
    from audit a where a.act_idx = ${act}::bigint 
    order by a.undoes is null and a.undoes_some is null, a.audit_idx limit 1`.execute(ctx.db);
  if (!rows[0]) throw commonMessages.error(404, 'error.not_found');
  return rows[0];
}

/** The last act of this name since a time whose values contain these, unless it was undone as a whole; with these values. */
export async function findLastAct(
  { db }: Context,
  { action, like, since }: { action: string; like: object; since: Date },
): Promise<Pick<Act, 'act_idx' | 'at' | 'actor' | 'after'> | undefined> {
  const { rows } = await sql<Pick<Act, 'act_idx' | 'at' | 'actor' | 'after'>>`
    select a.act_idx, ${secondsOf('a.at')} as at, a.actor, a.after from audit a
    where a.at > ${since.toISOString()}::timestamptz and a.action = ${action} and a.after @> ${JSON.stringify(like)}::jsonb
      and not exists (select from audit u where u.undoes = a.act_idx)
    order by a.audit_idx desc limit 1`.execute(db);
  return rows[0];
}

/** Which of these acts were undone, by whom and when (seconds). */
export async function findUndone(
  ctx: Context,
  acts: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<Act['undone']>>> {
  const { rows } = await sql<{ act: number } & NonNullable<Act['undone']>>`
    select undoes as act, ${secondsOf('at')} as at, actor from audit where undoes = any(${acts}::bigint[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ act, at, actor }) => [act, { at, actor }]));
}

/** A record that was deleted, and the act that can be undone for it. Times in seconds. */
interface Deletion {
  entity: string;
  id: string;
  at: number;
  actor: string | null;
  act_idx: number | null;
}

// A list on a screen is hardly older.
const recentHours = 12;
const mostDeletions = 500;

/** The records that were deleted lately, one by one or by acts on many, the last ones first. */
export async function listDeletions({ db, now }: Context): Promise<Deletion[]> {
  const since = new Date(now.getTime() - recentHours * 3_600_000).toISOString();
  const { rows } = await sql<Deletion>`
    with lately as (
      select * from audit where at >= ${since} and undoes is null order by at desc limit ${sql.lit(20 * mostDeletions)}
    )
    select * from (
      select entity, entity_id as id, ${secondsOf('at')} as at, actor, act_idx, audit_idx from lately
      where action like '%.deleted' and entity not like '%_act'
      union all
      select r.entity, r.record_id, ${secondsOf('a.at')}, a.actor, a.act_idx, a.audit_idx
      from lately a join act_record r on r.act_idx = a.act_idx
      where a.action like '%.deleted' and a.entity like '%_act' and r.after is null
    ) deletions order by audit_idx desc limit ${mostDeletions}`.execute(db);
  return rows;
}
