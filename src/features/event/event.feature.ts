import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { eventMessages } from './event.messages.ts';
import { registerEventReferences } from './event.references.ts';
import { eventCalls, eventListPage } from './event.routes.ts';
import { eventSample } from './event.sample.ts';
import { changeEvent, eventKind, restoredFrom } from './event.service.ts';
import { eventTasks } from './event-home.read.ts';
import { pauseUndo } from './event-undo.service.ts';
import { findEventsByText, running } from './list/event-list.read.ts';
import { eventPages } from './record/event-pages.routes.ts';

/** Events ("promotion coupons"): one code that many learners redeem for a time. */
export const event: Feature = {
  name: 'event',
  messages: eventMessages,
  menu: [{ key: 'event.heading', href: '/event', order: 60, group: 'codes', icon: 'event', count: running }],
  constraints: {
    event__cidx_fkey: { status: 422, key: 'event.collection_gone', field: 'cid' },
  },
  register(kernel) {
    eventCalls(kernel);
    eventListPage(kernel);
    eventPages(kernel);
    registerEventReferences(kernel.references);
    kernel.samples.add(eventSample(kernel.references));
    kernel.home.addTasks(eventTasks);
    kernel.palette.add({ kind: 'event.kind', icon: 'event', find: findEventsByText });
    kernel.palette.addAct({ key: 'event.create', icon: 'add', href: '/event/create' });
    for (const action of ['event.paused', 'event.resumed']) kernel.undos.add(action, pauseUndo);
    kernel.recordLinks.add({
      entity: eventKind,
      label: 'event.kind',
      href: (id) => `/event/${id}`,
      titles: titlesIn('event', { key: 'event_idx', title: 'name' }),
      title: 'name',
      refs: { cid: () => 'collection' },
      restore: { fields: restored, write: (ctx, id, values) => changeEvent(ctx, Number(id), restoredFrom(values)) },
      fields: {
        name: 'event.field_name',
        cid: 'event.collection',
        code: 'event.field_code',
        from: 'event.field_from',
        until: 'event.field_until',
        length: 'event.field_length',
        participant_limit: 'event.field_participant_limit',
        forced_expire: 'event.field_forced_expire',
        forced_expired_date: 'event.field_forced_expired_date',
        paused: 'event.field_paused',
        group: 'event.field_group',
      },
    });
  },
};

/** The fields of the form; a pause is undone as an act. */
const restored = [
  'name',
  'cid',
  'code',
  'from',
  'until',
  'length',
  'participant_limit',
  'forced_expire',
  'forced_expired_date',
  'group',
];
