import type { ImportWords, ShownBook } from '#features/import/import-pages.public.ts';
import type { BookFilter } from '#features/import/import-rules.public.ts';
import { bookFilters, longestImport } from '#features/import/import-rules.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Text } from '#ui/kit/text.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { type Status, StatusMark } from '#ui/page/status-mark.tsx';
import { Pager } from '#ui/table/pager.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { ImportFilters } from '../frame/import-filters.tsx';
import styles from './import-books.module.css';

export interface BooksPage {
  books: ShownBook[];
  total: number;
  filter: BookFilter;
  page: number;
  size: number;
}

/** The books of an import, and whether the data and files of each are present. */
export function ImportBooks({ path, shown }: { path: string; shown: BooksPage }) {
  const t = useT<ImportWords>();
  const { books, total, filter, page, size } = shown;
  return (
    <section>
      <ImportFilters
        path={path}
        current={filter}
        unnamed="all"
        tabs={bookFilters.map((name) => ({ name, label: t(`import.books_${name}`) }))}
      />
      {books.length === 0 ? (
        <EmptyState text={t('import.no_rows')} />
      ) : (
        <TableFrame label={t('import.books')}>
          <Table cards className={styles.books}>
            <thead>
              <tr>
                <ColumnHead>{t('import.book')}</ColumnHead>
                <ColumnHead>{t('import.data')}</ColumnHead>
                <ColumnHead>{t('import.cover')}</ColumnHead>
                <ColumnHead>{t('import.previews')}</ColumnHead>
                <ColumnHead>{t('import.step_audio')}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {books.map((book) => (
                <BookRow key={book.bid} book={book} />
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
      <Pager
        path={path}
        query={{ filter: filter === 'all' ? undefined : filter, page }}
        page={page}
        total={total}
        size={size}
        limit={longestImport}
      />
    </section>
  );
}

function BookRow({ book }: { book: ShownBook }) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const cell = (what: string, status: Status, count?: string) => (
    <Cell label={what}>
      <StatusMark status={status} label={`${what}: ${t(`import.status_of_${status}`)}`} /> {count}
    </Cell>
  );
  return (
    <tr>
      <RowHead>
        <a href={`/book/${book.bid}`}>{book.title}</a> <small>{book.bid}</small>
        {book.problems.map(({ name, message }) => (
          <Text as="div" key={name} tone="problem" breaks>
            {name}: {message}
          </Text>
        ))}
      </RowHead>
      {cell(t('import.data'), book.data)}
      {cell(t('import.cover'), book.cover)}
      {cell(t('import.previews'), book.preview, book.previews > 0 ? format.number(book.previews) : undefined)}
      {cell(
        t('import.step_audio'),
        book.audio,
        book.targeted > 0 ? `${format.number(book.voiced)} / ${format.number(book.targeted)}` : undefined,
      )}
    </tr>
  );
}
