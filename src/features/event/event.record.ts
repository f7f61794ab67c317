import { labelsOf } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { References } from '#kernel/records/references.ts';
import { eventReferences } from './event.references.ts';
import { changeEvent, eventKind, existenceUndo, restoredFrom } from './event.service.ts';
import { eventFields } from './event-fields.rules.ts';
import { pauseUndo } from './event-undo.service.ts';
import { findEventsByText } from './list/event-list.read.ts';

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
