import { useT } from '#ui/interface.tsx';
import { dayField, periodField, searchBox, selectField, textField, useFilters } from '#ui/table/filter-controls.tsx';
import type { ListFilters } from '#ui/table/filters.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { statuses, targets } from '../reservation.rules.ts';
import type { ReservationFilter } from '../reservation-filter.contract.ts';

/** The search and filters of the list of reservations. */
export function useReservationFilters(filter: ReservationFilter): ListFilters {
  const t = useT<ReservationWords>();
  return useFilters(filter, {
    search_val: searchBox(t('reservation.search_hint')),
    status: selectField(
      t('reservation.field_status'),
      statuses.map((value) => ({ value, label: t(`reservation.status_${value}`) })),
    ),
    target: selectField(
      t('reservation.field_target'),
      targets.map((value) => ({ value, label: t(`reservation.target_${value}`) })),
    ),
    conflicts: selectField(t('reservation.filter_conflicts'), [{ value: 'on', label: t('common.yes') }], { none: '–' }),
    cid: textField(t('reservation.field_cid')),
    since: periodField(t('reservation.filter_since')),
    until: dayField(t('reservation.filter_until')),
  });
}
