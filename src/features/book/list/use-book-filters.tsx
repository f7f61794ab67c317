import { useT } from '#ui/interface.tsx';
import { dateFilter, type ListFilter, selectFilter } from '#ui/table/filters.tsx';
import type { BookWords } from '../book.messages.ts';
import type { BookFilter } from './book-filter.rules.ts';
import type { BookFilterChoices } from './book-filters.read.ts';
import { SeriesFilter } from './series-filter.tsx';

/** The filters of a list of books; levels only after a series is chosen. */
export function useBookFilters(filter: BookFilter, choices: BookFilterChoices): ListFilter[] {
  const t = useT<BookWords>();
  const all = t('common.all');
  return [
    selectFilter({
      name: 'status',
      label: t('book.status'),
      value: filter.status,
      all,
      options: [
        { value: 'published', label: t('book.published') },
        { value: 'unpublished', label: t('book.unpublished') },
      ],
    }),
    {
      name: 'series',
      label: t('book.field_series'),
      chosen: filter.series === undefined ? null : (choices.series ?? String(filter.series)),
      field: <SeriesFilter value={filter.series} title={choices.series} />,
    },
    ...(choices.levels.length === 0
      ? []
      : [
          {
            ...selectFilter({
              name: 'level',
              label: t('book.field_level'),
              value: filter.level,
              all,
              options: choices.levels.map(option),
            }),
            within: 'series',
          },
        ]),
    selectFilter({
      name: 'category',
      label: t('book.field_category'),
      value: filter.category,
      all,
      options: choices.categories.map(option),
    }),
    selectFilter({
      name: 'age_group',
      label: t('book.field_age_group'),
      value: filter.age_group,
      all,
      options: choices.age_groups.map(option),
    }),
    selectFilter({
      name: 'language',
      label: t('book.field_language'),
      value: filter.language,
      all,
      options: choices.languages.map(itself),
    }),
    selectFilter({
      name: 'format',
      label: t('book.field_format'),
      value: filter.format,
      all,
      options: choices.formats.map(itself),
    }),
    selectFilter({
      name: 'missing',
      label: t('book.missing'),
      value: filter.missing,
      all: '–',
      options: [
        { value: 'cover', label: t('book.cover') },
        { value: 'audio', label: t('book.field_audio') },
        { value: 'content', label: t('book.content') },
      ],
    }),
    dateFilter({ name: 'added_since', label: t('book.added_since'), value: filter.added_since }),
    dateFilter({ name: 'published_since', label: t('book.published_since'), value: filter.published_since }),
  ];
}

const option = ({ id, title }: { id: number; title: string }) => ({ value: id, label: title });
const itself = (value: string) => ({ value, label: value });
