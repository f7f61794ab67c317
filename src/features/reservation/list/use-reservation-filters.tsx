import { useT } from '#ui/interface.tsx';
import { dateFilter, type ListFilter, selectFilter, textFilter } from '#ui/table/filters.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { statuses, targets } from '../reservation.rules.ts';
import type { ReservationFilter } from './reservation-filter.rules.ts';

/** The filters of the list of reservations. */
export function useReservationFilters(filter: ReservationFilter): ListFilter[] {
  const t = useT<ReservationWords>();
  const all = t('common.all');
  return [
    selectFilter({
      name: 'status',
      label: t('reservation.field_status'),
      value: filter.status,
      all,
      options: statuses.map((status) => ({ value: status, label: t(`reservation.status_${status}`) })),
    }),
    selectFilter({
      name: 'target',
      label: t('reservation.field_target'),
      value: filter.target,
      all,
      options: targets.map((target) => ({ value: target, label: t(`reservation.target_${target}`) })),
    }),
    selectFilter({
      name: 'conflicts',
      label: t('reservation.filter_conflicts'),
      value: filter.conflicts,
      all: '–',
      options: [{ value: 'on', label: t('common.yes') }],
    }),
    textFilter({ name: 'cid', label: t('reservation.field_cid'), value: filter.cid }),
    dateFilter({ name: 'since', label: t('reservation.filter_since'), value: filter.since }),
    dateFilter({ name: 'until', label: t('reservation.filter_until'), value: filter.until }),
  ];
}
