import { useFormat, useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import type { BookFieldName } from '../book-columns.rules.ts';
import styles from '../book-detail.module.css';

/** One field and what it holds. */
export function BookValue({ name, value }: { name: BookFieldName; value: string | number | null }) {
  const t = useT<BookWords>();
  return (
    <>
      <dt>{t(`book.field_${name}`)}</dt>
      <dd className={value === null ? styles.absent : undefined}>
        {value === null ? '—' : <Shown name={name} value={value} />}
      </dd>
    </>
  );
}

function Shown({ name, value }: { name: BookFieldName; value: string | number }) {
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
