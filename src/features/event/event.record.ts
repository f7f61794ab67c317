import { sql } from 'kysely';
import { labelsOf } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { ReferenceFinder, References } from '#kernel/records/references.ts';
import type { FieldsBack } from '#kernel/records/undoable.ts';
import { changeEvent, eventExistence, eventKind, pauseEvent, restoredFrom } from './event.service.ts';
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

/** A pause or its end comes back, unless the event was paused or resumed again since. */
const pauseBack: FieldsBack = {
  write: (ctx, id, { paused }) => pauseEvent(ctx, Number(id), { paused: paused === true }),
  refuses: false,
};

/** The fields of the form; a pause is an act of its own. */
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
  existence: eventExistence(references),
  undo: { paused: pauseBack, resumed: pauseBack },
  restore: {
    fields: Object.keys(restored),
    write: (ctx, id, values) => changeEvent(ctx, Number(id), restoredFrom(values)),
  },
  fields: { ...restored, paused: 'event.field_paused' },
});
