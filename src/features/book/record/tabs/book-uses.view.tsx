import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { BookWords } from '../../book.messages.ts';
import styles from '../book-detail.module.css';
import { type BookHead, BookPage } from '../book-page.tsx';

/** Who holds the book: how many, and the first of them, their kind in the reader's language. */
export interface BookUses {
  count: number;
  first: { label: string; kind: string; href: string | null }[];
}

/** Where a book is used. */
export default function BookUsesTab({ head, uses }: { head: BookHead; uses: BookUses }) {
  const t = useT<BookWords>();
  const more = uses.count - uses.first.length;
  return (
    <BookPage head={head} tab="uses">
      {uses.count === 0 ? (
        <EmptyState text={t('book.uses_none')} />
      ) : (
        <section className={styles.uses} aria-labelledby="uses">
          <h2 id="uses">{t('book.uses')}</h2>
          <ul>
            {uses.first.map((use) => (
              <li key={`${use.kind} ${use.href ?? use.label}`}>
                <small>{use.kind}</small> {use.href ? <a href={use.href}>{use.label}</a> : use.label}
              </li>
            ))}
            {more > 0 && <li>{t('book.uses_more', { count: more })}</li>}
          </ul>
        </section>
      )}
    </BookPage>
  );
}
