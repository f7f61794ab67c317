import { useCallback } from 'react';
import type { BookWords } from '#features/book/book-words.public.ts';
import { client } from '#client/api.ts';
import { epubStates } from '#features/content/epub-state.public.tsx';
import { readinessStates, requirementKeys, requirements } from '#features/readiness/readiness-rules.public.tsx';
import { useT } from '#ui/interface.tsx';
import type { ListQuery } from '#ui/page/list-url.ts';
import { itself, searchBox, selectField, sinceField, useFilters } from '#ui/table/filter-controls.tsx';
import type { ListFilters } from '#ui/table/filters.tsx';
import type { BookFilter } from '../find/book-filter.contract.ts';
import type { BookFilterChoices } from '../find/book-filters.read.ts';
import type { choiceCountsApi } from '../find/choice-counts.contract.ts';
import { SeriesFilter } from './series-filter.tsx';

/** The search and filters of a list of books; levels only after a series is chosen. */
export function useBookFilters(search: string, filter: BookFilter, choices: BookFilterChoices): ListFilters {
  const t = useT<BookWords>();
  const shown = useFilters(filter, {
    search_val: searchBox(search),
    status: selectField(t('book.status'), [
      { value: 'published', label: t('book.published') },
      { value: 'unpublished', label: t('book.unpublished') },
    ]),
    series: ({ name, value }) => ({
      name,
      label: t('book.field_series'),
      chosen: value === undefined ? null : (choices.series ?? String(value)),
      field: <SeriesFilter value={value} title={choices.series} />,
    }),
    level:
      choices.levels.length === 0
        ? null
        : selectField(t('book.field_level'), choices.levels.map(option), { within: 'series' }),
    category: selectField(t('book.field_category'), choices.categories.map(option)),
    age_group: selectField(t('book.field_age_group'), choices.age_groups.map(option)),
    language: selectField(t('book.field_language'), choices.languages),
    format: selectField(t('book.field_format'), choices.formats.map(itself)),
    missing: selectField<NonNullable<BookFilter['missing']>>(
      t('book.missing'),
      requirementKeys.map((key) => ({ value: key, label: t(requirements[key].label) })),
      { none: '–' },
    ),
    readiness: selectField(
      t('book.readiness'),
      readinessStates.map((state) => ({ value: state, label: t(`book.readiness_${state}`) })),
    ),
    isbn: filter.isbn ? selectField('ISBN', [{ value: 'shared', label: t('book.isbn_shared') }]) : null,
    epub_check: selectField(
      t('book.field_epub_check'),
      epubStates.map((value) => ({ value, label: t(`book.epub.${value}`) })),
    ),
    added_since: sinceField(t('book.added_since')),
    published_since: sinceField(t('book.published_since')),
    act: null,
  });
  // It has no field of its own, but narrows the list.
  const { act } = filter;
  const count = useCallback(
    async (chosen: ListQuery) => (await call('GET /api/v1/book/choice/count', { query: { ...chosen, act } })).results,
    [act],
  );
  return { ...shown, count };
}

const call = client<typeof choiceCountsApi>();

const option = ({ id, title }: { id: number; title: string }) => ({ value: id, label: title });
