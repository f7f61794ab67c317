import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import styles from '../book-detail.module.css';

/** Who holds the book: how many, and the first of them, their kind in the reader's language. */
export interface BookUses {
  count: number;
  first: { label: string; kind: string; href: string | null }[];
}

export function BookUsesPanel({ uses }: { uses: BookUses }) {
  const t = useT<BookWords>();
  const more = uses.count - uses.first.length;
  return (
    <section className={styles.group}>
      <h2>{t('book.uses')}</h2>
      {uses.count === 0 ? (
        <p className={styles.absent}>{t('book.uses_none')}</p>
      ) : (
        <ul className={styles.uses}>
          {uses.first.map((use) => (
            <li key={`${use.kind} ${use.href ?? use.label}`}>
              <small>{use.kind}</small> {use.href ? <a href={use.href}>{use.label}</a> : use.label}
            </li>
          ))}
          {more > 0 && <li>{t('book.uses_more', { count: more })}</li>}
        </ul>
      )}
    </section>
  );
}
