import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { type ListFilter, selectFilter } from '#ui/table/filters.tsx';
import type { EventWords } from '../event.messages.ts';
import { eventStatuses } from '../event.rules.ts';
import type { EventFilter } from './event-filter.rules.ts';

/** The choices of the event filters that are not fixed. */
export interface EventChoices {
  groups: readonly string[];
  /** The collection of the current filter. */
  collection: Choice | null;
}

/** The filters of the list of events. */
export function useEventFilters(filter: EventFilter, { groups, collection }: EventChoices): ListFilter[] {
  const t = useT<EventWords>();
  const all = t('common.all');
  const ofCollection = collection && { value: Number(collection.value), label: collection.label };
  return [
    selectFilter({
      name: 'status',
      label: t('event.field_status'),
      value: filter.status,
      all,
      options: eventStatuses.map((value) => ({ value, label: t(`event.status_${value}`) })),
    }),
    selectFilter({
      name: 'group',
      label: t('event.field_group'),
      value: filter.group,
      all,
      options: groups.map((value) => ({ value, label: value })),
    }),
    selectFilter({
      name: 'places',
      label: t('event.places'),
      value: filter.places,
      all,
      options: [
        { value: 'free', label: t('event.places_free') },
        { value: 'full', label: t('event.places_full') },
      ],
    }),
    selectFilter({
      name: 'ends',
      label: t('event.ends'),
      value: filter.ends,
      all,
      options: [{ value: 'soon', label: t('event.ends_soon') }],
    }),
    // Shown if a link from a collection has set it.
    ...(ofCollection
      ? [selectFilter({ name: 'cidx', label: t('event.collection'), value: filter.cidx, all, options: [ofCollection] })]
      : []),
  ];
}
