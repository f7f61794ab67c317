import type { BookFieldName } from '#features/book/book-fields.public.ts';
import { bookGroups } from '#features/book/book-parts.public.tsx';
import type { BookRecord } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { RecordFields } from '#ui/record/record-fields.tsx';

// Those that are empty are named among the empty fields.
const inHero: readonly BookFieldName[] = [
  'title',
  'series',
  'level',
  'age_group',
  'format',
  'author',
  'publisher',
  'released_date',
];
const measures = { Lexile: 'lexile', CEFR: 'cefr_level' } as const;
const isMeasure = (type: string | null): type is keyof typeof measures => type !== null && type in measures;

/** The fields of a book that its hero does not show; `language` is the name of its language. */
export function BookDetails({ book, language }: { book: BookRecord; language: string | null }) {
  const t = useT<BookWords>();
  const format = useFormat();
  const { level_type: type } = book;
  const shown = [
    ...inHero,
    ...(isMeasure(type) && book[measures[type]] !== null ? ['level_type', measures[type]] : []),
  ];
  const groups = Object.values(bookGroups).map((group) => ({
    label: t(group.label),
    fields: group.fields
      .filter((name) => book[name] === null || !shown.includes(name))
      .map((name) => ({
        label: t(`book.field_${name}`),
        value:
          book[name] === null ? null : <BookValue name={name} value={book[name]} book={book} language={language} />,
      })),
  }));
  const record = {
    label: t('book.group_record'),
    fields: [
      {
        label: t('book.field_published'),
        value: book.published_at > 0 ? format.dateTime(book.published_at) : t('common.no'),
      },
      { label: t('book.field_created_at'), value: format.dateTime(book.created_at) },
      {
        label: t('book.field_updated_at'),
        value: t('book.changed_by', { time: format.dateTime(book.updated_at), name: book.updated_by ?? '—' }),
      },
    ],
  };
  return <RecordFields groups={[...groups, record]} />;
}

interface BookValueProps {
  name: BookFieldName;
  value: string | number;
  book: BookRecord;
  language: string | null;
}

function BookValue({ name, value, book, language }: BookValueProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  if (typeof value === 'number') return format.number(value);
  if (name === 'audio' || name === 'video') return value === 'Y' ? t('common.yes') : t('common.no');
  if (name === 'category') return <a href={listUrl('/book', { category: book.cat_idx ?? undefined })}>{value}</a>;
  if (name === 'language') return <a href={listUrl('/book', { language: value })}>{language}</a>;
  if (!/^https?:\/\//i.test(value)) return value;
  return (
    <a href={value} target="_blank" rel="noreferrer">
      {value}
    </a>
  );
}
