import { countOverdue } from '#kernel/changesets/due.store.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { reservationSets } from './apply/reservation-queue.service.ts';
import { reservationListRoutes } from './list/reservation-list.routes.ts';
import { scheduledRoutes } from './record/scheduled.routes.ts';
import { judgedReservations } from './reservation.approval.ts';
import { reservationCalendar } from './reservation.calendar.ts';
import { scheduleIdle } from './reservation.faults.ts';
import { appliedFigure, countScheduled, reservationTasks } from './reservation.home.ts';
import { reservationMessages } from './reservation.messages.ts';
import { ownReservations, reservationActRecord, reservationRecord } from './reservation.record.ts';
import { reservationRoutes } from './reservation.routes.ts';
import { reservationEntity } from './reservation.rules.ts';
import { reservationSample } from './reservation.sample.ts';
import { findAwaitedImages } from './reservation.store.ts';
import { reservationPages } from './reservation-pages.routes.ts';

/** Reservations: changes of collections, applied automatically at a given time. */
export const reservation: Feature = {
  name: 'reservation',
  messages: reservationMessages,
  menu: [
    {
      key: 'reservation.heading',
      href: '/reservation',
      order: 45,
      group: 'sales',
      icon: 'schedule',
      letter: 'n',
      words: 'reservation.words',
      count: { kinds: [reservationEntity], count: countScheduled },
    },
  ],
  constraints: {
    reservation__cidx_fkey: { status: 409, key: 'reservation.collection_gone', field: 'cid' },
  },
  gauges: [
    {
      name: 'due_acts_overdue',
      help: 'Scheduled changes not applied seconds after their time',
      count: (db) => countOverdue(db, reservationEntity),
    },
  ],
  exported: { tables: ['reservation'] },
  register(kernel) {
    reservationListRoutes(kernel);
    reservationRoutes(kernel);
    reservationPages(kernel);
    scheduledRoutes(kernel);
    kernel.files.awaitedBy(findAwaitedImages);
    kernel.changeSets.schedule(reservationSets(kernel.changeSets));
    kernel.records.define(reservationRecord(kernel), reservationActRecord);
    kernel.belongings.add(ownReservations);
    kernel.approvals.addSets(judgedReservations);
    kernel.home.addTasks(reservationTasks(kernel));
    kernel.home.addFigure(appliedFigure);
    kernel.samples.add(reservationSample);
    kernel.faults.add(scheduleIdle(kernel.changeSets));
    kernel.calendar.add(reservationCalendar(kernel));
  },
};
