import { sql } from 'kysely';
import type { ActUndo } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import { labelsOf } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { ReferenceFinder, References } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import { changeEvent, eventKind, existenceUndo, restoredFrom } from './event.service.ts';
import { findEvent, isPausedSince, lockEvent, storePause, updateEvent } from './event.store.ts';
import { eventFields } from './event-fields.rules.ts';
import { findEventsByText } from './list/event-list.read.ts';

// How many events a refusal or a panel lists by name.
const named = 3;

/** The events for a collection. */
const eventReferences: readonly ReferenceFinder[] = [
  {
    of: 'collection',
    reason: 'event.keeps_collection',
    find: async (ctx, ids) => {
      const { rows } = await sql<{ event_idx: number; name: string; count: number }>`
        select event_idx, name, count(*) over () as count from event
        where cidx = any(${ids.map(Number)}::integer[]) order by event_idx limit ${sql.lit(named)}`.execute(ctx.db);
      const first = rows.map(({ event_idx, name }) => ({
        label: name,
        kind: 'event.kind',
        href: `/event/${event_idx}`,
      }));
      return { count: rows[0]?.count ?? 0, first };
    },
    all: (_ctx, cidx) => `/event?cidx=${cidx}`,
    referenced: async (ctx, ids) => {
      const { rows } = await sql<{ id: string }>`
        select distinct cidx::text as id from event where cidx = any(${ids}::integer[])`.execute(ctx.db);
      return rows.map(({ id }) => id);
    },
  },
];

const { name, ...others } = labelsOf(eventFields);

/** The fields of the form; a pause is undone as an act. */
const restored = { name, cid: 'event.collection', ...others };

export const eventRecord = (references: References): RecordDeclaration => ({
  kind: eventKind,
  label: 'event.kind',
  href: (id) => `/event/${id}`,
  titles: { table: 'event', key: 'event_idx', title: 'name' },
  find: { icon: 'event', by: findEventsByText },
  acts: [{ key: 'event.create', icon: 'add', href: '/event/create' }],
  references: eventReferences,
  refs: { cid: () => 'collection' },
  undo: { ...existenceUndo(references), paused: pauseUndo, resumed: pauseUndo },
  restore: {
    fields: Object.keys(restored),
    write: (ctx, id, values) => changeEvent(ctx, Number(id), restoredFrom(values)),
  },
  fields: { ...restored, paused: 'event.field_paused' },
});

/** Undoes pausing or resuming an event, unless it was paused or resumed again since. */
const pauseUndo: ActUndo = {
  foresee: async (ctx, act) => {
    const { event, id, isAsLeft } = await findPaused(ctx, act, findEvent);
    const first = event && !isAsLeft ? [{ entity: eventKind, id: String(id), reason: 'undo.kept_edited' }] : [];
    return { back: isAsLeft ? 1 : 0, kept: first.length, first };
  },
  undo: async (ctx, { of, act }) => {
    const { event, id, isAsLeft, paused } = await findPaused(ctx, of, lockEvent);
    if (!isAsLeft) return { back: 0, kept: event ? 1 : 0 };
    await updateEvent(ctx, id, { paused: !paused });
    await storePause(ctx.db, { act, id, paused: !paused });
    ctx.changed(eventKind, id);
    return { back: 1, kept: 0, outcome: { paused: !paused } };
  },
};

/** The event that an act paused or resumed, and whether it is still as the act left it. */
async function findPaused(ctx: Context, act: number, find: typeof findEvent) {
  const { entity_id, action } = await getAct(ctx, act);
  const id = Number(entity_id);
  const paused = action === 'event.paused';
  const event = await find(ctx.db, id);
  const isAsLeft = event?.paused === paused && !(await isPausedSince(ctx.db, id, act));
  return { id, paused, event, isAsLeft };
}
