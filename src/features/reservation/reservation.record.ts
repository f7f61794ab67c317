import { priceItem, priceLabels } from '#features/collection/collection.public.ts';
import { creationUndo } from '#kernel/records/existence-undo.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { versionEntity } from '#kernel/records/versions.ts';
import { cancelOne } from './cancel/cancel-reservations.service.ts';
import { cancelUndo } from './cancel/cancel-undo.service.ts';
import { scheduledPart } from './record/scheduled.routes.ts';
import { findReservationsByText, reservationTitles } from './reservation.palette.ts';
import { waitingReservations } from './reservation.references.ts';
import { reservationEntity, reservationHref } from './reservation.rules.ts';
import { editUndo } from './reservation.service.ts';

export const reservationRecord: RecordDeclaration = {
  kind: reservationEntity,
  label: 'reservation.kind',
  href: reservationHref,
  titles: reservationTitles,
  title: 'cid',
  find: { icon: 'schedule', by: findReservationsByText },
  acts: [{ key: 'reservation.create', icon: 'add', href: '/reservation/create', words: 'reservation.words' }],
  references: [waitingReservations],
  parts: [scheduledPart],
  undo: {
    created: creationUndo((ctx, id) => cancelOne(ctx, Number(id), undefined)),
    updated: editUndo,
    cancelled: cancelUndo,
  },
  actions: {
    updated: 'reservation.did_update',
    applied: 'reservation.did_apply',
    failed: 'reservation.did_fail',
    cancelled: 'reservation.did_cancel',
  },
  items: { value: priceItem },
  rich: ['value'],
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
};

/** What was done to many reservations at once. */
export const reservationActRecord: RecordDeclaration = {
  kind: `${reservationEntity}_act`,
  label: 'reservation.act_kind',
  undo: { cancelled: cancelUndo },
  fields: { count: 'reservation.field_count' },
};
