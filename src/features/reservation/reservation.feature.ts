import { priceLabels } from '#features/collection/collection.public.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { versionEntity } from '#kernel/records/versions.ts';
import { countOverdue } from './apply/due.store.ts';
import { applyReservations } from './apply/reservation-queue.service.ts';
import { reservationCalendar } from './calendar/calendar.routes.ts';
import { cancelUndo } from './cancel/cancel-undo.service.ts';
import { forgetImagesNightly } from './forget-images.service.ts';
import { reservationForm } from './form/form.routes.ts';
import { reservationListRoutes } from './list/reservation-list.routes.ts';
import { scheduledPart, scheduledRoutes } from './record/scheduled.routes.ts';
import { appliedFigure, countScheduled, reservationTasks } from './reservation.home.ts';
import { reservationMessages } from './reservation.messages.ts';
import { findReservationsByText, reservationTitles } from './reservation.palette.ts';
import { waitingReservations } from './reservation.references.ts';
import { reservationRoutes } from './reservation.routes.ts';
import { reservationEntity, reservationHref } from './reservation.rules.ts';
import { reservationSample } from './reservation.sample.ts';

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
      words: 'reservation.words',
      count: { kinds: [reservationEntity], count: countScheduled },
    },
  ],
  constraints: {
    reservation__cidx_fkey: { status: 409, key: 'reservation.collection_gone', field: 'cid' },
  },
  gauges: [
    { name: 'due_acts_overdue', help: 'Scheduled changes not applied seconds after their time', count: countOverdue },
  ],
  register(kernel) {
    reservationListRoutes(kernel);
    reservationCalendar(kernel);
    reservationRoutes(kernel);
    reservationForm(kernel);
    scheduledRoutes(kernel);
    forgetImagesNightly(kernel);
    applyReservations(kernel);
    for (const verb of ['reservation.cancelled', 'reservation_act.cancelled']) kernel.undos.add(verb, cancelUndo);
    kernel.references.add(waitingReservations);
    kernel.recordParts.add(scheduledPart);
    kernel.home.addTasks(reservationTasks(kernel.counts));
    kernel.home.addFigure(appliedFigure);
    kernel.samples.add(reservationSample);
    kernel.palette.add({ kind: 'reservation.kind', icon: 'schedule', find: findReservationsByText });
    kernel.palette.addAct({
      key: 'reservation.create',
      icon: 'add',
      href: '/reservation/create',
      words: 'reservation.words',
    });
    kernel.recordLinks.add({
      entity: reservationEntity,
      label: 'reservation.kind',
      href: reservationHref,
      titles: reservationTitles,
      title: 'cid',
      actions: {
        'reservation.updated': 'reservation.did_update',
        'reservation.applied': 'reservation.did_apply',
        'reservation.failed': 'reservation.did_fail',
        'reservation.cancelled': 'reservation.did_cancel',
      },
      fields: {
        cid: 'reservation.field_cid',
        target: 'reservation.field_target',
        locale: 'reservation.field_locale',
        value: 'reservation.field_value',
        ...priceLabels,
        image: 'reservation.field_image',
        apply_at: 'reservation.field_apply_at',
        based_on: 'reservation.field_based_on',
        anyway: 'reservation.field_anyway',
        follows: 'reservation.field_follows',
        status: 'reservation.field_status',
        problem: 'reservation.field_problem',
        applied_version: 'reservation.field_applied_version',
      },
      refs: { based_on: () => versionEntity, applied_version: () => versionEntity },
      values: {
        status: {
          scheduled: 'reservation.status_scheduled',
          applied: 'reservation.status_applied',
          failed: 'reservation.status_failed',
          cancelled: 'reservation.status_cancelled',
        },
        target: {
          description: 'reservation.target_description',
          price: 'reservation.target_price',
          cover_img: 'reservation.target_cover_img',
          thumb_img: 'reservation.target_thumb_img',
          list_img: 'reservation.target_list_img',
        },
        problem: {
          'reservation.edited': 'reservation.did_edit',
          'reservation.collection_gone': 'reservation.collection_gone',
          'reservation.value_invalid': 'reservation.value_invalid',
        },
      },
    });
    kernel.recordLinks.add({
      entity: `${reservationEntity}_act`,
      label: 'reservation.act_kind',
      fields: { count: 'reservation.field_count' },
    });
  },
};
