import { useFormat, useT } from '#ui/interface.tsx';
import { RecordFields } from '#ui/page/record-fields.tsx';
import type { BookHint, BookRecord } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import type { BookFieldName } from './book-columns.rules.ts';
import styles from './book-detail.module.css';
import { bookGroups } from './book-groups.rules.ts';
import { type BookHead, BookPage } from './book-page.tsx';

interface BookDetailProps {
  head: BookHead;
  /** What to check in the book, in the reader's language. */
  hints: BookHint[];
}

/** The fields of a book. */
export default function BookDetail({ head, hints }: BookDetailProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  const { book } = head;
  const groups = Object.values(bookGroups).map((group) => ({
    label: t(group.label),
    fields: group.fields.map((name) => ({
      label: t(`book.field_${name}`),
      value: book[name] === null ? null : <BookValue name={name} value={book[name]} />,
    })),
  }));
  return (
    <BookPage head={head} tab="details">
      {hints.length > 0 && (
        <section className={styles.hints} aria-label={t('book.warnings')}>
          <h2>{t('book.warnings')}</h2>
          <ul>
            {hints.map(({ field, label, message }) => (
              <li key={`${field} ${message}`}>
                {label}: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecordFields
        groups={[
          ...groups,
          {
            label: t('book.group_record'),
            fields: [
              {
                label: t('book.field_published'),
                value: book.published_at > 0 ? format.dateTime(book.published_at) : t('common.no'),
              },
              { label: t('book.field_created_at'), value: format.dateTime(book.created_at) },
              { label: t('book.field_updated_at'), value: <Changed book={book} /> },
            ],
          },
        ]}
      />
    </BookPage>
  );
}

function Changed({ book }: { book: BookRecord }) {
  const t = useT<BookWords>();
  const format = useFormat();
  return t('book.changed_by', { time: format.dateTime(book.updated_at), name: book.updated_by ?? '—' });
}

function BookValue({ name, value }: { name: BookFieldName; value: string | number }) {
  const t = useT<BookWords>();
  const format = useFormat();
  if (typeof value === 'number') return format.number(value);
  if (name === 'audio' || name === 'video') return value === 'Y' ? t('common.yes') : t('common.no');
  if (/^https?:\/\//i.test(value)) {
    return (
      <a href={value} target="_blank" rel="noreferrer">
        {value}
      </a>
    );
  }
  return value;
}
