import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { itself, searchBox, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import type { ListFilters } from '#ui/table/filters.tsx';
import type { EventWords } from '../event.messages.ts';
import { eventStatuses } from '../event.rules.ts';
import type { EventFilter } from '../event-filter.contract.ts';

/** The choices of the event filters that are not fixed. */
export interface EventChoices {
  groups: readonly string[];
  /** The collection of the current filter. */
  collection: Choice | null;
}

/** The search and filters of the list of events. */
export function useEventFilters(filter: EventFilter, { groups, collection }: EventChoices): ListFilters {
  const t = useT<EventWords>();
  return useFilters(filter, {
    search_val: searchBox(t('event.search_hint')),
    status: selectField(
      t('event.field_status'),
      eventStatuses.map((value) => ({ value, label: t(`event.status_${value}`) })),
    ),
    group: selectField(t('event.field_group'), groups.map(itself)),
    places: selectField(t('event.places'), [
      { value: 'free', label: t('event.places_free') },
      { value: 'full', label: t('event.places_full') },
    ]),
    ends: selectField(t('event.ends'), [{ value: 'soon', label: t('event.ends_soon') }]),
    // Shown if a link from a collection has set it.
    cidx:
      collection && selectField(t('event.collection'), [{ value: Number(collection.value), label: collection.label }]),
  });
}
