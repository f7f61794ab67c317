import { showOwnAct } from '#client/live/refresh.ts';
import type { LatestAct } from '#features/audit/audit.public.ts';
import { useT } from '#ui/interface.tsx';
import type { BookHint } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import type { ReadinessLine } from '../readiness/readiness.read.ts';
import { ReadinessCard } from '../readiness/readiness-card.tsx';
import styles from './book-detail.module.css';
import { BookDetails } from './book-details.tsx';
import { type BookHead, BookPage } from './book-page.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { WhereSold } from './where-sold.tsx';

export interface BookDetailProps {
  head: BookHead;
  readiness: ReadinessLine[];
  latest: LatestAct[];
  /** What to check in the book, in the reader's language. */
  hints: BookHint[];
}

/** A book at a glance: what it lacks, what it is, where it is sold and who changed it last. */
export default function BookDetail({ head, readiness, latest, hints }: BookDetailProps) {
  const { book, uses, acts } = head;
  return (
    <BookPage head={head} tab="details">
      <div className={styles.room}>
        <div className={styles.columns}>
          <div>
            <ReadinessCard book={book} lines={readiness} reload={() => showOwnAct({ kind: 'book', id: book.bid })} />
            <Hints hints={hints} />
          </div>
          <div className={styles.side}>
            <WhereSold bid={book.bid} uses={uses} acts={acts} />
            <LatestChanges bid={book.bid} latest={latest} />
          </div>
          <div className={styles.details}>
            <BookDetails book={book} />
          </div>
        </div>
      </div>
    </BookPage>
  );
}

function Hints({ hints }: Pick<BookDetailProps, 'hints'>) {
  const t = useT<BookWords>();
  if (hints.length === 0) return null;
  return (
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
  );
}
