import type { ImportWords, ShownBook } from '#features/import/import-pages.public.ts';
import type { BookFilter } from '#features/import/import-rules.public.ts';
import { bookFilters, longestImport } from '#features/import/import-rules.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { type Status, StatusMark } from '#ui/page/status-mark.tsx';
import { Pager } from '#ui/table/pager.tsx';
import table from '#ui/table/table.module.css';
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
        <div className={table.wrap} role="region" aria-label={t('import.books')} tabIndex={0}>
          <table className={`${table.table} ${table.list} ${styles.books}`}>
            <thead>
              <tr>
                <th scope="col">{t('import.book')}</th>
                <th scope="col">{t('import.data')}</th>
                <th scope="col">{t('import.cover')}</th>
                <th scope="col">{t('import.previews')}</th>
                <th scope="col">{t('import.step_audio')}</th>
              </tr>
            </thead>
            <tbody>
              {books.map((book) => (
                <BookRow key={book.bid} book={book} />
              ))}
            </tbody>
          </table>
        </div>
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
    <td data-label={what}>
      <span className={styles.status}>
        <StatusMark status={status} label={`${what}: ${t(`import.status_of_${status}`)}`} />
        {count}
      </span>
    </td>
  );
  return (
    <tr>
      <th scope="row" className={table.lead}>
        <a href={`/book/${book.bid}`}>{book.title}</a> <small>{book.bid}</small>
        {book.problems.map(({ name, message }) => (
          <em key={name}>
            {name}: {message}
          </em>
        ))}
      </th>
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
