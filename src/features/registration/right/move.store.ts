import { type RawBuilder, sql } from 'kysely';
import { storeEffects } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOf, statusAt, withCode } from '../registration-rows.read.ts';
import type { ConcernedRegistration, PlacedRegistration, Placement } from './move.rules.ts';
import type { Returning } from './move-back.rules.ts';

const concernedColumns = (now: number) => sql`
  r.reg_idx, r.learner_id, r.cidx, r.event_idx, ${endOf} as ends, ${statusAt(now)} = 'active' as active, r.shown_in,
  r.placeless`;

/** Which registrations move: some of a learner's, or all; what they keep moves with them. */
export interface Movable {
  from: string;
  to: string;
  ids: readonly number[] | null;
}

const moving = ({ from, ids }: Movable): RawBuilder<unknown> => sql`
  select m.reg_idx, m.cidx, m.event_idx from registration m where m.learner_id = ${from}
    and ${ids === null ? sql`true` : sql`((m.reg_idx = any(${ids}::bigint[]) and m.shown_in is null) or m.shown_in = any(${ids}::bigint[]))`}`;

/** The events of what would move. */
export async function listEventsOf({ db }: Context, movable: Movable): Promise<number[]> {
  const { rows } = await sql<{ event_idx: number }>`
    select distinct event_idx from (${moving(movable)}) moving where event_idx is not null order by 1`.execute(db);
  return rows.map(({ event_idx }) => event_idx);
}

type Concerned = ConcernedRegistration & { moves: boolean };

/**
 * What would move, and what both learners have of these collections and events; of events only these: who joins another
 * one now came later.
 */
export async function readConcerned(ctx: Context, movable: Movable, events: readonly number[]): Promise<Concerned[]> {
  const { from, to } = movable;
  const { rows } = await sql<Concerned>`
    with moving as materialized (
      select * from (${moving(movable)}) m where m.event_idx is null or m.event_idx = any(${events}::integer[]))
    select ${concernedColumns(inSeconds(ctx.now))}, r.reg_idx in (select reg_idx from moving) as moves
    from ${withCode} where r.learner_id in (${from}, ${to})
      and (r.event_idx is null or r.event_idx = any(${events}::integer[]) or r.learner_id = ${to})
      and (r.cidx in (select cidx from moving) or r.event_idx in (select event_idx from moving))
    order by r.reg_idx`.execute(ctx.db);
  return rows;
}

/** Locks those registrations until the transaction ends. */
export async function lockConcerned(ctx: Context, movable: Movable): Promise<void> {
  const { from, to } = movable;
  await sql`
    select from registration r where r.learner_id in (${from}, ${to}) and exists (
      select from (${moving(movable)}) m where m.cidx = r.cidx or m.event_idx = r.event_idx)
    order by r.reg_idx for no key update`.execute(ctx.db);
}

/** The state in which an act leaves a registration, and what the undo compares. */
export const placement = sql`jsonb_build_object(
  'learner_id', registration.learner_id, 'shown_in', registration.shown_in, 'placeless', registration.placeless)`;

/** Stores what becomes of registrations, and the effect of the act on each. */
export async function writePlaced(ctx: Context, act: number, placed: readonly PlacedRegistration[]): Promise<void> {
  const of = <T>(value: (one: PlacedRegistration) => T) => placed.map(value);
  const ids = sql`${of(({ row }) => row.reg_idx)}::bigint[]`;
  // For a moment nobody has the place: two who exchange it would meet in the unique index.
  await sql`
    update registration set placeless = true where reg_idx = any(${ids}) and event_idx is not null and not placeless`.execute(
    ctx.db,
  );
  const json = (value: Placement) => JSON.stringify({ learner_id: value.learner_id, shown_in: value.shown_in });
  const state = ({ is: { learner_id, shown_in, placeless }, row }: PlacedRegistration) =>
    JSON.stringify({ learner_id, shown_in, placeless, former: placementOf(row) });
  await sql`
    with given as (
      select * from unnest(${ids}, ${of(({ is }) => is.learner_id)}::text[], ${of(({ is }) => is.shown_in)}::bigint[],
        ${of(({ is }) => is.placeless)}::boolean[], ${of(({ row }) => json(row))}::text[],
        ${of(({ is }) => json(is))}::text[], ${of(state)}::text[])
        g (reg_idx, learner_id, shown_in, placeless, was, becomes, undo)
    ),
    done as (
      update registration r set learner_id = g.learner_id, shown_in = g.shown_in, placeless = g.placeless
      from given g where r.reg_idx = g.reg_idx returning r.reg_idx
    )
    ${storeEffects(act, 'registration', {
      from: sql`done join given g using (reg_idx)`,
      id: sql`reg_idx::text`,
      before: sql`g.was::jsonb`,
      after: sql`g.becomes::jsonb`,
      undo: sql`g.undo::jsonb`,
    })}`.execute(ctx.db);
}

const placementOf = ({ learner_id, shown_in, placeless }: Placement): Placement => ({
  learner_id,
  shown_in,
  placeless,
});

/**
 * Registrations that are as an act left them, with what they were, and those that their coming back concerns: what they were
 * kept in, what is kept in them, and what their learners have of the same events.
 */
export async function readReturning(ctx: Context, untouched: RawBuilder<unknown>): Promise<Returning[]> {
  const { rows } = await sql<ConcernedRegistration & { former: Placement | null }>`
    with back as materialized (
      select u.record_id::bigint as reg_idx, u.undo -> 'former' as former from (${untouched}) u
    ),
    people as (
      select distinct r.event_idx, person from back join registration r using (reg_idx),
        lateral (values (r.learner_id), (back.former ->> 'learner_id')) people (person) where r.event_idx is not null
    ),
    concerned as (
      select reg_idx from back
      union select (former ->> 'shown_in')::bigint from back
      union select r.reg_idx from back join registration r on r.shown_in = back.reg_idx
      union select r.reg_idx from people join registration r on r.event_idx = people.event_idx and r.learner_id = person
    )
    select ${concernedColumns(inSeconds(ctx.now))}, back.former
    from ${withCode} left join back on back.reg_idx = r.reg_idx
    where r.reg_idx in (select reg_idx from concerned) order by r.reg_idx`.execute(ctx.db);
  return rows.map(({ former, ...row }) => ({ row, former }));
}

/** What an act moved. */
interface Moved {
  events: number[];
  count: number;
  /** Whose it was before. */
  learners: string[];
}

/** The events of what an act moved, how many registrations it changed and whose they were. */
export async function readMoved({ db }: Context, act: number): Promise<Moved> {
  const { rows } = await sql<Moved>`
    select coalesce(array_agg(distinct r.event_idx order by r.event_idx) filter (where r.event_idx is not null), '{}') as events,
      coalesce(array_agg(distinct d.undo #>> '{former,learner_id}') filter (where d.undo is not null), '{}') as learners,
      count(*) as count
    from act_record d left join registration r on r.reg_idx = d.record_id::bigint
    where d.act_idx = ${act}::bigint and d.entity = 'registration'`.execute(db);
  return rows[0] ?? { events: [], count: 0, learners: [] };
}
