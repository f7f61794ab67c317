import type { RecordDeclaration } from '#kernel/records/records.ts';
import { eventReferences } from './event.references.ts';
import { changeEvent, eventKind, restoredFrom } from './event.service.ts';
import { pauseUndo } from './event-undo.service.ts';
import { findEventsByText } from './list/event-list.read.ts';

/** The fields of the form; a pause is undone as an act. */
const restored = {
  name: 'event.field_name',
  cid: 'event.collection',
  code: 'event.field_code',
  from: 'event.field_from',
  until: 'event.field_until',
  length: 'event.field_length',
  participant_limit: 'event.field_participant_limit',
  forced_expire: 'event.field_forced_expire',
  forced_expired_date: 'event.field_forced_expired_date',
  group: 'event.field_group',
};

export const eventRecord: RecordDeclaration = {
  kind: eventKind,
  label: 'event.kind',
  href: (id) => `/event/${id}`,
  titles: { table: 'event', key: 'event_idx', title: 'name' },
  find: { icon: 'event', by: findEventsByText },
  acts: [{ key: 'event.create', icon: 'add', href: '/event/create' }],
  references: eventReferences,
  refs: { cid: () => 'collection' },
  undo: { paused: pauseUndo, resumed: pauseUndo },
  restore: {
    fields: Object.keys(restored),
    write: (ctx, id, values) => changeEvent(ctx, Number(id), restoredFrom(values)),
  },
  fields: { ...restored, paused: 'event.field_paused' },
};
