import type { ReactNode } from 'react';
import { useT } from '#ui/interface.tsx';
import type { BookRecord } from '../../book.contract.ts';
import type { BookWords } from '../../book.messages.ts';
import { BookCover } from '../book-cover.tsx';
import { PublishedBadge } from '../published-badge.tsx';
import styles from './book-hero.module.css';

interface BookHeroProps {
  book: BookRecord;
  /** The address of its cover. */
  cover: string | null;
  acts: ReactNode;
}

/** What a book is at a glance: its cover, title and state, the facts people look for, and what can be done with it. */
export function BookHero({ book, cover, acts }: BookHeroProps) {
  const t = useT<BookWords>();
  const makers = [book.author, book.publisher, book.released_date].filter(Boolean).join(' · ');
  const measure = book.level_type === 'Lexile' ? book.lexile : book.level_type === 'CEFR' ? book.cefr_level : null;
  const facts = [
    { label: t('book.field_bid'), value: <code>{book.bid}</code> },
    { label: t('book.field_series'), value: <a href={`/book?series=${book.ser_idx}`}>{book.series}</a> },
    { label: t('book.field_level'), value: book.level },
    { label: t('book.field_format'), value: book.format },
    { label: t(book.level_type === 'CEFR' ? 'book.field_cefr_level' : 'book.field_lexile'), value: measure },
    { label: t('book.field_age_group'), value: book.age_group },
  ];
  return (
    <header className={styles.hero}>
      <BookCover bid={book.bid} title={book.title} source={cover} size="hero" />
      <div className={styles.what}>
        <PublishedBadge published={book.published_at > 0} />
        <h1>{book.title}</h1>
        {makers !== '' && <p>{makers}</p>}
        <dl>
          {facts.map(
            ({ label, value }) =>
              value !== null && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      <div className={styles.acts}>{acts}</div>
    </header>
  );
}
