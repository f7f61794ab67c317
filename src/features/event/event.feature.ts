import type { Feature } from '#kernel/mount/feature.ts';
import { eventCalendar } from './event.calendar.ts';
import { eventChanges } from './event.changes.ts';
import { eventMessages } from './event.messages.ts';
import { eventRecord } from './event.record.ts';
import { eventCalls, eventListPage } from './event.routes.ts';
import { eventSample } from './event.sample.ts';
import { eventTasks } from './event-home.read.ts';
import { running } from './list/event-list.read.ts';
import { eventPages } from './record/event-pages.routes.ts';

/** Events ("promotion coupons"): one code that many learners redeem for a time. */
export const event: Feature = {
  name: 'event',
  messages: eventMessages,
  menu: [
    { key: 'event.heading', href: '/event', order: 60, group: 'codes', icon: 'event', letter: 'e', count: running },
  ],
  constraints: {
    event__cidx_fkey: { status: 422, key: 'event.collection_gone', field: 'cid' },
  },
  exported: { tables: ['event'] },
  register(kernel) {
    eventCalls(kernel);
    eventListPage(kernel);
    eventPages(kernel);
    kernel.changeSets.define(eventChanges);
    kernel.records.define(eventRecord(kernel.references));
    kernel.calendar.add(eventCalendar);
    kernel.samples.add(eventSample(kernel.references));
    kernel.home.addTasks(eventTasks);
  },
};
