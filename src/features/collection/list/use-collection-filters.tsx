import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { type ListFilter, selectFilter, textFilter } from '#ui/table/filters.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { exposedTypes } from '../collection.rules.ts';
import type { CollectionFilter } from './collection-filter.rules.ts';
import type { CollectionFilterChoices } from './collection-list.read.ts';

/** The filters of the list of collections. */
export function useCollectionFilters(filter: CollectionFilter, choices: CollectionFilterChoices): ListFilter[] {
  const t = useT<CollectionWords>();
  const all = t('common.all');
  const yesNo = [
    { value: 'on', label: t('common.yes') },
    { value: 'off', label: t('common.no') },
  ];
  const languages = locales.map((locale: Locale) => ({ value: locale, label: localeNames[locale] }));
  return [
    selectFilter({
      name: 'is_public',
      label: t('collection.field_is_public'),
      value: filter.is_public,
      all,
      options: [
        { value: 'O', label: t('collection.public') },
        { value: 'X', label: t('collection.private') },
      ],
    }),
    selectFilter({
      name: 'exposed_type',
      label: t('collection.field_exposed_type'),
      value: filter.exposed_type,
      all,
      options: exposedTypes.map((type) => ({ value: type, label: t(`collection.exposed_${type}`) })),
    }),
    selectFilter({
      name: 'owner',
      label: t('collection.field_owned_by'),
      value: filter.owner,
      all,
      options: choices.owners,
    }),
    selectFilter({
      name: 'age_group',
      label: t('collection.field_grp_idx'),
      value: filter.age_group,
      all,
      options: choices.age_groups,
    }),
    selectFilter({ name: 'lock', label: t('collection.field_lock'), value: filter.lock, all, options: yesNo }),
    selectFilter({ name: 'ads', label: t('collection.field_ads_on'), value: filter.ads, all, options: yesNo }),
    selectFilter({
      name: 'missing',
      label: t('collection.missing_language'),
      value: filter.missing,
      all: '–',
      options: languages,
    }),
    textFilter({ name: 'book', label: t('collection.filter_book'), value: filter.book }),
  ];
}
