import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { searchBox, selectField, textField, useFilters } from '#ui/table/filter-controls.tsx';
import type { ListFilters } from '#ui/table/filters.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { exposedTypes } from '../collection.rules.ts';
import type { CollectionFilter } from './collection-filter.contract.ts';
import type { CollectionFilterChoices } from './collection-list.read.ts';

/** The search and filters of the list of collections. */
export function useCollectionFilters(filter: CollectionFilter, choices: CollectionFilterChoices): ListFilters {
  const t = useT<CollectionWords>();
  const yesNo = [
    { value: 'on' as const, label: t('common.yes') },
    { value: 'off' as const, label: t('common.no') },
  ];
  const languages = locales.map((value: Locale) => ({ value, label: localeNames[value] }));
  return useFilters(filter, {
    search_val: searchBox(t('collection.search_hint')),
    is_public: selectField(t('collection.field_is_public'), [
      { value: 'O', label: t('collection.public') },
      { value: 'X', label: t('collection.private') },
    ]),
    exposed_type: selectField(
      t('collection.field_exposed_type'),
      exposedTypes.map((value) => ({ value, label: t(`collection.exposed_${value}`) })),
    ),
    owner: selectField(t('collection.field_owned_by'), choices.owners),
    age_group: selectField(t('collection.field_grp_idx'), choices.age_groups),
    lock: selectField(t('collection.field_lock'), yesNo),
    ads: selectField(t('collection.field_ads_on'), yesNo),
    missing: selectField(t('collection.missing_language'), languages, { none: '–' }),
    book: textField(t('collection.filter_book')),
  });
}
