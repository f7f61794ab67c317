import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { deleteRestorable, insertDeleted } from '#kernel/records/restorable-rows.ts';

interface ParticipantKey {
  event_idx: number;
  reg_idx: number;
}

const restorable = {
  entity: 'registration',
  table: 'registration',
  key: 'reg_idx',
  columns: ['reg_idx', 'registered_at', 'expires_at', 'cidx', 'event_idx', 'learner_id', 'code', 'placeless'],
} as const;

/** A participant of an event, with the collection that the learner got. */
export async function findParticipant(
  db: Database,
  { event_idx, reg_idx }: ParticipantKey,
): Promise<{ learner_id: string; cid: string } | undefined> {
  const { rows } = await sql<{ learner_id: string; cid: string }>`
    select r.learner_id, c.cid from registration r join collection c using (cidx)
    where r.reg_idx = ${reg_idx} and r.event_idx = ${event_idx} and not r.placeless`.execute(db);
  return rows[0];
}

/** Deletes a registration as part of an act that keeps it; `before` is what the trail shows. */
export const deleteParticipant = (
  db: Database,
  { act, before }: { act: number; before: { event_idx: number; learner_id: string; cid: string } },
): Promise<void> =>
  deleteRestorable(
    db,
    act,
    { ...restorable, audited: sql`${JSON.stringify(before)}::jsonb` },
    // With what a merge of two learners who had both joined left beside it.
    sql`event_idx = ${before.event_idx} and learner_id = ${before.learner_id}`,
  );

/** The event, the collection and the learner of a registration that was deleted. */
interface Removed {
  event_idx: number;
  cidx: number;
  learner_id: string;
}

/** Those of the registration that an act deleted. */
export async function findRemoved(db: Database, act: number): Promise<Removed> {
  const { rows } = await sql<Removed>`
    select (undo ->> 'event_idx')::integer as event_idx, (undo ->> 'cidx')::integer as cidx, undo ->> 'learner_id' as learner_id
    from act_record where act_idx = ${act}::bigint and entity = ${restorable.entity}`.execute(db);
  const [removed] = rows;
  if (!removed) throw new Error(`findRemoved: act ${act} has no row of registration in act_record`);
  return removed;
}

/** Keeps a collection from being deleted until the transaction ends; false if there is none. */
export async function lockCollection(db: Database, cidx: number): Promise<boolean> {
  const { rows } = await sql`select from collection where cidx = ${cidx} for key share`.execute(db);
  return rows.length > 0;
}

/** Inserts the registration that an act deleted; returns its collection. */
export async function insertRemoved(db: Database, { of, ...key }: ParticipantKey & { of: number }) {
  await insertDeleted(db, of, restorable);
  // What it was kept in may be gone since, or another learner's.
  await sql`
    with keeping as (
      select d.record_id::bigint as reg_idx, k.reg_idx as keeper, k.learner_id
      from act_record d join registration k on k.reg_idx = (d.undo ->> 'shown_in')::bigint and k.shown_in is null
      where d.act_idx = ${of}::bigint and d.entity = ${restorable.entity} order by k.reg_idx for no key update of k
    )
    update registration r set shown_in = keeper from keeping
    where r.reg_idx = keeping.reg_idx and r.learner_id = keeping.learner_id`.execute(db);
  const participant = await findParticipant(db, key);
  if (!participant) throw new Error(`insertRemoved: registration ${key.reg_idx} of act ${of} was not inserted`);
  return participant;
}
