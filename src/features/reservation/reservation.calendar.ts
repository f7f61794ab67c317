import { sql } from 'kysely';
import { type CalendarSource, touchOf } from '#kernel/desk/calendar.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { ReservationWords } from './reservation.messages.ts';
import { readReservations, recordsOf } from './reservation.read.ts';
import { hasConflict } from './conflict.rules.ts';
import { collectionField, reservationEntity, reservationHref } from './reservation.rules.ts';

/** Changes that take effect, took effect or failed. */
export const reservationCalendar = ({ changeSets }: Pick<Kernel, 'changeSets'>): CalendarSource => ({
  kind: reservationEntity,
  label: 'reservation.heading',
  drawing: 'edge',
  get follows() {
    return [...changeSets.scheduledEntities, 'collection'];
  },
  create: { label: 'reservation.create', key: 'C', icon: 'schedule', href: '/reservation/create' },
  list: async (ctx, { since, until }, limit) => {
    const t = ctx.translate<ReservationWords>();
    const rows = await readReservations(
      ctx,
      changeSets,
      sql`(
        select res_idx, row_number() over (order by apply_at, res_idx) as nth from reservation
        where apply_at >= to_timestamp(${since}) and apply_at < to_timestamp(${until}) and status <> 'cancelled'
        order by apply_at, res_idx limit ${limit}) page`,
    );
    return rows.map(
      ({ res_idx, cid, title, target, locale, apply_at, status, awaits, version, updated_at, conflicts, ...of }) => {
        const isAhead = status === 'scheduled';
        const isAwaited = isAhead && awaits !== null;
        const hasProblem = status === 'failed' || (isAhead && (isAwaited || hasConflict(conflicts)));
        const what = t(`reservation.target_${target}`);
        const why = isAwaited
          ? ctx.text('common.awaits')
          : isAhead
            ? t('reservation.conflict')
            : t(`reservation.status_${status}`);
        return {
          id: String(res_idx),
          title,
          called: t('reservation.called', { time: zonedTimeText(ctx, apply_at) }),
          description: isAhead ? what : `${what} · ${why}`,
          line: isAhead && !hasProblem ? what : `${what} · ${why}`,
          href: reservationHref(res_idx),
          start: apply_at,
          end: apply_at,
          // The title is that of the collection, so what subscribers are told changes with both.
          changed: Math.max(updated_at, of.collection_changed ?? 0),
          version: version + (of.collection_version ?? versionGone),
          state: hasProblem ? 'problem' : isAhead ? 'ahead' : 'done',
          ...(isAhead && {
            touches: [touchOf('collection', cid, collectionField({ target, locale }))],
            move: { path: `/api/v1/reservation/${res_idx}`, times: { apply_at }, version },
          }),
        };
      },
    );
  },
  sets: async (ctx, entries) => {
    const rows = await readReservations(
      ctx,
      changeSets,
      sql`(select res_idx, res_idx as nth from reservation where res_idx = any(${entries}::integer[])) page`,
    );
    const values = new Map((await recordsOf(ctx, rows)).map(({ res_idx, value }) => [res_idx, value as Json]));
    return rows.map(({ res_idx, cid, ...field }) => ({
      entry: String(res_idx),
      kind: 'collection',
      id: cid,
      base: {},
      fields: { [collectionField(field)]: values.get(res_idx) ?? null },
    }));
  },
});

/** Above the version of any collection: the one that was deleted told its title before. */
const versionGone = 1 << 24;
