import { deleteEventCode, insertEventCode } from '#features/code/code.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  lockRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { mapFields } from '#kernel/records/record-fields.rules.ts';
import { type References, requireUnused } from '#kernel/records/references.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EventBody, EventRecord, NewEvent } from './event.contract.ts';
import { eventMessages } from './event.messages.ts';
import { forcedDefault, statusOf } from './event.rules.ts';
import {
  deleteEvent,
  type EventValues,
  findCollectionKey,
  findDeletedCode,
  findEvent,
  insertDeletedEvent,
  insertEvent,
  lockEvent,
  storePause,
  updateEvent,
} from './event.store.ts';
import { eventFields, eventTimes } from './event-fields.rules.ts';

/** The kind under which other features register references to events, and the entity of audit rows. */
export const eventKind = 'event';

const isTime = (name: string): boolean => eventTimes.some((time) => time === name);

/** A time in seconds as the audit trail shows it to people. */
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Earlier values from the audit trail, as a body of the call that changes an event. */
export const restoredFrom = (values: Readonly<Record<string, unknown>>): EventBody =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) =>
      isTime(name) ? [name, typeof value === 'string' ? Date.parse(value) / 1000 : 0] : [name, value],
    ),
  );

const kind: RecordKind<number, EventRecord> = {
  entity: eventKind,
  missing: () => eventMessages.error(404, 'event.not_found'),
  find: (ctx, id) => findEvent(ctx.db, id),
  lock: (ctx, id) => lockEvent(ctx.db, id),
  id: ({ event_idx }) => event_idx,
  audited: (event) => ({
    ...mapFields(eventFields, (field, name) => {
      const { [name]: value } = event;
      if (!isTime(name)) return value;
      return value === 0 && !field.required ? null : timeOf(Number(value));
    }),
    cid: event.cid,
    paused: event.paused,
  }),
};

export const getEvent = (ctx: Context, id: number): Promise<EventRecord> => getRecord(ctx, kind, id);

/** An event with its current state. */
export const withStatus = (ctx: Context, event: EventRecord) => ({
  ...event,
  status: statusOf(event, inSeconds(ctx.now)),
});

/** Adds an event and claims its code; a unique constraint refuses an existing code of any kind. */
export async function createEvent(ctx: Context, { cid, ...body }: NewEvent): Promise<number> {
  const cidx = await getCollectionKey(ctx, cid);
  const values = { ...body, cidx, paused: false, forced_expired_date: forcedEnd(ctx, body) };
  requireTimes(values);
  await insertEventCode(ctx.db, values.code, inSeconds(ctx.now));
  return (await recordCreated(ctx, kind, await insertEvent(ctx, values))).event_idx;
}

/** Writes what differs. The code and the collection are fixed once somebody has joined. */
export async function changeEvent(
  ctx: Context,
  id: number,
  { version, cid, ...body }: EventBody,
): Promise<EventRecord> {
  const cidx = cid === undefined ? undefined : await getCollectionKey(ctx, cid);
  return changeRecord(ctx, kind, id, {
    version,
    values: (before) => {
      const changed = { ...before, ...given(body) };
      const values = { ...body, cidx, forced_expired_date: forcedEnd(ctx, changed) };
      requireTimes({ ...changed, ...given(values) });
      requireJoinable(before, values);
      return values;
    },
    write: async (differing, { code }) => {
      const { code: next } = differing;
      if (next !== undefined) await insertEventCode(ctx.db, next, inSeconds(ctx.now));
      await updateEvent(ctx, id, differing);
      if (next !== undefined) await deleteEventCode(ctx.db, code);
    },
  });
}

/** Pauses or resumes an event; `act` is null if it was in that state already. */
export async function pauseEvent(
  ctx: Context,
  id: number,
  { paused, version }: { paused: boolean; version?: number | undefined },
): Promise<{ version: number; act: number | null }> {
  // Locked first: the numbers of acts on one event are in the order in which they were done.
  await lockRecord(ctx, kind, id);
  const act = await beginAct(ctx);
  let isChanged = false;
  const after = await changeRecord(ctx, kind, id, {
    version,
    values: { paused },
    action: paused ? 'event.paused' : 'event.resumed',
    act,
    write: async (values) => {
      isChanged = true;
      await updateEvent(ctx, id, values);
      await storePause(ctx.db, { act, id, paused });
    },
  });
  return { version: after.version, act: isChanged ? act : null };
}

/** Deletes an event that nobody has joined, and frees its code. */
export async function removeEvent(ctx: Context, references: References, id: number): Promise<void> {
  const act = await beginAct(ctx);
  const remove = async (event: EventRecord) => {
    await requireUnused(ctx, references, eventKind, id, 'event.has_participants');
    await deleteEvent(ctx.db, { act, id, before: kind.audited(event) });
    await deleteEventCode(ctx.db, event.code);
  };
  await removeRecord(ctx, kind, id, remove, { act });
}

/** How adding an event, and deleting one, is undone. Its code may be somebody else's by now, which the database refuses. */
export const eventExistence = (references: References): Removal & Insertion => ({
  remove: (ctx, id) => removeEvent(ctx, references, Number(id)),
  insert: async (ctx, id, of) => {
    const code = await findDeletedCode(ctx.db, of);
    if (code !== undefined) await insertEventCode(ctx.db, code, inSeconds(ctx.now));
    await insertDeletedEvent(ctx.db, of);
    await recordCreated(ctx, kind, Number(id));
  },
});

async function getCollectionKey(ctx: Context, cid: string): Promise<number> {
  const cidx = await findCollectionKey(ctx.db, cid);
  if (cidx === undefined) throw eventMessages.errorWith(422, 'event.collection_gone', { field: 'cid' });
  return cidx;
}

/** The end of a forced expiry: 0 without one, a week after the event if none is given. */
function forcedEnd(
  { timeZone }: Context,
  event: Pick<EventValues, 'forced_expire' | 'forced_expired_date' | 'until'>,
): number {
  if (!event.forced_expire) return 0;
  return event.forced_expired_date === 0 ? forcedDefault(timeZone, event.until) : event.forced_expired_date;
}

function requireTimes({ from, until, forced_expire, forced_expired_date }: EventValues): void {
  if (until <= from) throw eventMessages.errorWith(422, 'event.dates_rule', { field: 'until' });
  if (forced_expire && forced_expired_date < until)
    throw eventMessages.errorWith(422, 'event.forced_rule', { field: 'forced_expired_date' });
}

/** Refuses changes that would affect participants: another code or collection, or a limit below their number. */
function requireJoinable(before: EventRecord, values: Partial<EventValues>): void {
  const { participants: count } = before;
  const { code = before.code, cidx = before.cidx, participant_limit: limit = 0 } = values;
  if (limit > 0 && limit < count)
    throw eventMessages.errorWith(422, 'event.limit_below', { field: 'participant_limit' }, { count });
  if (count === 0) return;
  if (code !== before.code) throw eventMessages.errorWith(409, 'event.code_fixed', { field: 'code' });
  if (cidx !== before.cidx) throw eventMessages.errorWith(409, 'event.collection_fixed', { field: 'cid' });
}

/** The fields that are present. */
const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
