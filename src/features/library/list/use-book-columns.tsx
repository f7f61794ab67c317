import { client } from '#client/api.ts';
import { withPageLanguage } from '#client/language.ts';
import { goTo } from '#client/office-path.ts';
import { findBookField, PublishedBadge, startFields } from '#features/book/book-parts.public.tsx';
import type { bookApi } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { EpubStateBadge } from '#features/content/epub-state.public.tsx';
import { Cover } from '#ui/cover.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import type { CellEdit, Column } from '#ui/table/column.ts';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { PickButton } from '#ui/table/pick-button.tsx';
import { type EditedRows, useEditedRows } from '#ui/table/use-edited-rows.ts';
import type { BookListRow } from './book-list.read.ts';
import { type ListColumn, listColumns } from './book-list-columns.rules.ts';

const call = client<typeof bookApi>();

type Editable = 'title' | 'title_en' | 'author';

/** The columns that a list of books offers, and its rows including in-place edits. */
export function useBookColumns(
  loaded: readonly BookListRow[],
  offered: readonly ListColumn[] = listColumns,
): { rows: BookListRow[]; edited: EditedRows<BookListRow>; columns: Column<BookListRow>[] } {
  const t = useT<BookWords>();
  const format = useFormat();
  const { rows, edited, edit: change } = useEditedRows(loaded, ({ bid }) => bid);
  const edit = (field: Editable): CellEdit<BookListRow> => ({
    field,
    max: findBookField(field)?.max ?? 500,
    failed: t('book.edit_failed'),
    text: (row) => row[field] ?? '',
    save: async (row, text, over = row.version) => {
      const body = { [field]: text, version: over };
      const { results } = await call('PUT /api/v1/book/:bid', { params: { bid: row.bid }, body });
      change(row, { [field]: text, version: results.version });
      return results.act_idx;
    },
    toStage: ({ bid, title: name, version }, text) => ({
      kind: 'book',
      id: bid,
      title: name,
      values: { [field]: text },
      version,
    }),
    // A list knows too little of a book to create it: the form of a new one has what is known here.
    again: {
      create: async (row, text) => {
        const known = startFields.flatMap((name) => (row[name] ? [[name, row[name]]] : []));
        const start = new URLSearchParams({ ...Object.fromEntries(known), [field]: text });
        return () => goTo(withPageLanguage(`/book/create?${start}`));
      },
      lost: () => t('book.again_form'),
    },
    take: (row, text, version) => change(row, { [field]: text, version }),
  });
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? null : format.number(value);
  const date = (seconds: number | undefined) => (seconds === undefined ? null : format.date(seconds));
  const names = {
    words: t('book.words_added'),
    published: t('book.status'),
    created: t('book.field_created_at'),
    updated: t('book.updated'),
    updated_by: t('book.updated_by'),
  };
  const isNamed = (key: ListColumn): key is keyof typeof names => key in names;
  const special: Partial<Record<ListColumn, Partial<Column<BookListRow>>>> = {
    title_en: { edit: edit('title_en') },
    author: { sortable: true, edit: edit('author') },
    series: { sortable: true, aside: false },
    level: { sortable: true, aside: false },
    format: { sortable: true, align: 'nowrap' },
    isbn_print: { sortable: true, align: 'nowrap' },
    isbn_spindle: { sortable: true, align: 'nowrap' },
    released_date: { align: 'nowrap' },
    word_count: { align: 'number', render: (row) => number(row.word_count) },
    page_count: { align: 'number', render: (row) => number(row.page_count) },
    words: { align: 'number', render: (row) => number(row.words) },
    epub_check: {
      align: 'nowrap',
      render: (row) => <EpubStateBadge state={row.epub_check ?? 'none'} />,
    },
    published: {
      sortable: true,
      align: 'nowrap',
      aside: false,
      render: (row) => <PublishedBadge published={row.published ?? false} />,
    },
    created: { sortable: true, align: 'number', render: (row) => date(row.created) },
    updated: { sortable: true, align: 'number', render: (row) => date(row.updated) },
  };
  const title: Column<BookListRow> = {
    key: 'title',
    label: t('book.field_title'),
    sortable: true,
    align: 'lead',
    fixed: true,
    edit: edit('title'),
    render: ({ bid, title: text, cover }) => (
      <LeadCell
        href={`/book/${bid}`}
        title={text}
        id={bid}
        picture={<Cover id={bid} title={text} source={cover} size="row" />}
        act={<PickButton picked={{ kind: 'book', selection: { ids: [bid] }, title: text }} name={text} />}
      />
    ),
  };
  const others = offered.map(
    (key): Column<BookListRow> => ({
      key,
      label: isNamed(key) ? names[key] : t(`book.field_${key}`),
      align: 'cut',
      aside: true,
      render: (row) => row[key],
      ...special[key],
    }),
  );
  return { rows, edited, columns: [title, ...others] };
}
