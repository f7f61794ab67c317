import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { secondsOf } from '../db/seconds.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { timeText } from '../messages/time-text.ts';
import type { Context } from '../work/context.ts';
import { type ActUndo, type Foreseen, idInAct, namedKept, recordOfAct } from './act-undo.ts';
import type { Act } from './acts.ts';
import type { LastTouch } from './last-touch.ts';

/*
 * An act on many records can be undone for some of them: its row in the trail says so in `undoes_some`, and what it stores
 * beside it are the records it took back. The rest can be undone later, one by one or together.
 */

/** A record of an act that was undone alone: by whom, and when (seconds). */
export interface UndoneRecord extends LastTouch {
  act: number;
  entity: string;
  id: string;
}

/** Which of these records of acts were undone alone. */
export async function findUndoneRecords(
  db: Database,
  records: readonly { act: number; entity: string; id: string }[],
): Promise<UndoneRecord[]> {
  if (records.length === 0) return [];
  const column = (name: 'entity' | 'id') => records.map((one) => one[name]);
  const { rows } = await sql<UndoneRecord>`
    select given.act, given.entity, given.id, u.actor, ${secondsOf('u.at')} as at
    from unnest(${records.map(({ act }) => act)}::bigint[], ${column('entity')}::text[], ${column('id')}::text[])
      as given (act, entity, id)
    join act_record r on r.entity = given.entity and r.record_id = given.id and r.act_idx > given.act
    join audit u on u.act_idx = r.act_idx and u.undoes_some = given.act`.execute(db);
  return rows;
}

/** Who undid an act for one of its records alone, and when, as jsonb; null if nobody did. */
export const undoneAlone = (entity: RawBuilder<unknown>, id: RawBuilder<unknown>, act: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('at', ${secondsOf('taking.at')}, 'actor', taking.actor)
  from audit taking join act_record taken on taken.act_idx = taking.act_idx
  where taking.undoes_some = ${act} and taken.entity = ${entity} and taken.record_id = ${id})`;

/** Who undid a record of an act last, alone; undefined if every undo of it was of the whole. */
export async function findLastAlone(db: Database, act: number): Promise<LastTouch | undefined> {
  const { rows } = await sql<LastTouch>`
    select actor, ${secondsOf('at')} as at from audit where undoes_some = ${act}::bigint
    order by audit_idx desc limit 1`.execute(db);
  return rows[0];
}

/** Some records of an act that are to be undone, and those of them that already were. */
export interface ChosenRecords {
  only: string[];
  already: UndoneRecord[];
}

/**
 * What these ids of an act's records mean for its undo. Nothing if they are all it did, as for an act on one record. Throws
 * if the act can be undone only as a whole, or did nothing to one of them.
 */
export async function chooseRecords(
  ctx: Context,
  { act_idx: act, entity: subject, entity_id: own }: Act,
  how: ActUndo,
  ids: readonly string[],
): Promise<ChosenRecords | undefined> {
  if (how.byRecord === undefined) throw commonMessages.error(409, 'undo.only_whole');
  const chosen = ids.map((id) => recordOfAct(how, id));
  const isOne = subject === how.byRecord;
  const foreign = isOne
    ? chosen.find(({ entity, id }) => entity !== subject || id !== own)
    : await findForeign(ctx.db, act, chosen);
  if (foreign) throw commonMessages.errorWith(422, 'undo.not_of_act', { field: 'ids' }, { id: foreign.id });
  if (isOne) return undefined;
  const already = await findUndoneRecords(
    ctx.db,
    chosen.map((one) => ({ act, ...one })),
  );
  const done = new Set(already.map((one) => idInAct(how, one)));
  const wanted = new Set(chosen.map((one) => idInAct(how, one)));
  return { only: [...wanted].filter((id) => !done.has(id)), already };
}

/** The first of these records that an act did nothing to. */
async function findForeign(
  db: Database,
  act: number,
  chosen: readonly { entity: string; id: string }[],
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${chosen.map(({ entity }) => entity)}::text[], ${chosen.map(({ id }) => id)}::text[])
      as given (entity, id)
    where not exists (
      select from act_record d where d.entity = given.entity and d.record_id = given.id and d.act_idx = ${act}::bigint)
    limit 1`.execute(db);
  return rows[0];
}

/** What is foreseen for some records, with those that were undone before. */
export function withAlready(foreseen: Foreseen, { already }: ChosenRecords): Foreseen {
  const kept = already.map(({ entity, id, actor, at }) => ({
    entity,
    id,
    reason: 'undo.kept_undone',
    touch: { actor, at },
  }));
  return {
    ...foreseen,
    kept: foreseen.kept + kept.length,
    first: [...foreseen.first, ...kept].slice(0, namedKept),
  };
}

/** The refusal to undo what somebody has undone. */
export function alreadyUndone(ctx: Context, { actor, at }: LastTouch) {
  const name = actor ?? ctx.text('actor.system');
  return commonMessages.error(409, 'undo.already', { name, time: timeText(ctx, at) });
}
