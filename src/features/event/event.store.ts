import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EventRecord } from './event.contract.ts';
import { type EventColumns, eventFields } from './event-fields.rules.ts';

/** The columns of an {@link EventRecord}, from events `e`, their collections `c` and English texts `t`. */
export const eventColumns = sql`
  e.event_idx, ${sql.join(namesOf(eventFields).map((name) => sql.ref(`e.${name}`)))},
  e.cidx, c.cid, coalesce(t.title, c.cid) as collection, e.participants, e.paused,
  ${secondsOf('e.created_at')} as created_at, ${secondsOf('e.updated_at')} as updated_at,
  e.updated_by, e.version`;

export const eventTables = sql`
  event e join collection c using (cidx) left join collection_text t on t.cidx = c.cidx and t.locale = 'en'`;

async function selectEvent(db: Database, condition: RawBuilder<unknown>): Promise<EventRecord | undefined> {
  const [found] = await executeGeneric(
    db,
    sql<EventRecord>`select ${eventColumns} from ${eventTables} where ${condition}`,
  );
  return found;
}

/** Locks the event that meets a condition until the transaction ends. */
async function lockWhere(db: Database, condition: RawBuilder<unknown>): Promise<EventRecord | undefined> {
  // The joined rows are read once the lock is held; read in the same statement, they could predate it.
  await executeGeneric(db, sql`select from event e where ${condition} for no key update`);
  return selectEvent(db, condition);
}

const hasId = (id: number) => sql`e.event_idx = ${id}`;
const hasCode = (code: string) => sql`e.code = ${code}`;

export const findEvent = (db: Database, id: number): Promise<EventRecord | undefined> => selectEvent(db, hasId(id));

/** Locks an event until the transaction ends. */
export const lockEvent = (db: Database, id: number): Promise<EventRecord | undefined> => lockWhere(db, hasId(id));

const haveIds = (ids: readonly number[]) => sql`e.event_idx = any(${ids}::integer[])`;

export async function findEvents(db: Database, ids: readonly number[]): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`
    select ${eventColumns} from ${eventTables} where ${haveIds(ids)} order by e.event_idx`.execute(db);
  return rows;
}

/** Locks events until the transaction ends. */
export async function lockEvents(db: Database, ids: readonly number[]): Promise<EventRecord[]> {
  await sql`select from event e where ${haveIds(ids)} order by e.event_idx for no key update`.execute(db);
  return findEvents(db, ids);
}

/** The event that has this code. */
export const findEventOfCode = (db: Database, code: string): Promise<EventRecord | undefined> =>
  selectEvent(db, hasCode(code));

/** Locks the event with this code until the transaction ends. */
export const lockEventOfCode = (db: Database, code: string): Promise<EventRecord | undefined> =>
  lockWhere(db, hasCode(code));

/** Takes a place for one more participant; false if the event is full. */
export async function addParticipant(db: Database, id: number): Promise<boolean> {
  const taken = sql`
    update event set participants = participants + 1
    where event_idx = ${id} and (participant_limit = 0 or participants < participant_limit)
    returning participants`;
  return (await executeGeneric(db, taken)).length > 0;
}

/** Frees the place of a participant who was taken out. */
export async function freePlace(db: Database, id: number): Promise<void> {
  await sql`update event set participants = participants - 1 where event_idx = ${id}`.execute(db);
}

/** Takes or frees places of events; answers the events that have no room for that, and changes none of these. */
export async function shiftPlaces(db: Database, places: ReadonlyMap<number, number>): Promise<number[]> {
  const { rows } = await sql<{ event_idx: number }>`
    update event e set participants = e.participants + shift.places
    from unnest(${[...places.keys()]}::integer[], ${[...places.values()]}::integer[]) shift (event_idx, places)
    where e.event_idx = shift.event_idx
      and (shift.places < 0 or e.participant_limit = 0 or e.participants + shift.places <= e.participant_limit)
    returning e.event_idx`.execute(db);
  const shifted = new Set(rows.map(({ event_idx }) => event_idx));
  return [...places.keys()].filter((event) => !shifted.has(event));
}

/** The stored fields of an event that its form and its pause change. */
export type EventValues = EventColumns & Pick<EventRecord, 'cidx' | 'paused'>;

export async function insertEvent(ctx: Context, values: EventValues): Promise<number> {
  const now = ctx.now.toISOString();
  const { event_idx } = await ctx.db
    .insertInto('event')
    .values({ ...values, created_at: now, updated_at: now, updated_by: actorName(ctx.actor) })
    .returning('event_idx')
    .executeTakeFirstOrThrow();
  return event_idx;
}

export async function updateEvent(ctx: Context, id: number, values: Partial<EventValues>): Promise<void> {
  await ctx.db
    .updateTable('event')
    .set({ ...values, updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('event_idx', '=', id)
    .execute();
}

/** Stores that an act paused or resumed an event, for its undo. */
export async function storePause(
  db: Database,
  { act, id, paused }: { act: number; id: number; paused: boolean },
): Promise<void> {
  const is = (value: boolean) => sql`jsonb_build_object('paused', ${value}::boolean)`;
  const done = {
    from: sql`(values (${String(id)}::text)) done (id)`,
    id: sql`id`,
    before: is(!paused),
    after: is(paused),
  };
  await sql`${storeEffects(act, 'event', done)}`.execute(db);
}

const restorable: Omit<RestorableTable, 'audited'> = {
  entity: 'event',
  table: 'event',
  key: 'event_idx',
  columns: [
    'event_idx',
    'cidx',
    ...namesOf(eventFields),
    'paused',
    'created_at',
    'updated_at',
    'updated_by',
    'version',
  ],
};

/** Deletes an event as part of an act that keeps it; `before` is what the trail shows. */
export const deleteEvent = (db: Database, { act, id, before }: { act: number; id: number; before: object }) =>
  deleteRestorable(db, act, { ...restorable, audited: sql`${JSON.stringify(before)}::jsonb` }, sql`event_idx = ${id}`);

/** Inserts the event that an act deleted. */
export const insertDeletedEvent = (db: Database, act: number): Promise<void> => insertDeleted(db, act, restorable);

/** The code of the event that an act deleted. */
export async function findDeletedCode(db: Database, act: number): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select undo ->> 'code' as code from act_record where act_idx = ${act}::bigint and entity = 'event'`.execute(db);
  return rows[0]?.code;
}

/** The key of a collection by its cid. */
export async function findCollectionKey(db: Database, cid: string): Promise<number | undefined> {
  const row = await db.selectFrom('collection').select('cidx').where('cid', '=', cid).executeTakeFirst();
  return row?.cidx;
}

/** The groups in use, by name. */
export async function listGroups(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('group')
    .distinct()
    .where('group', '<>', '')
    .orderBy('group')
    .execute();
  return rows.map(({ group }) => group);
}
