import { BookCover } from '../record/book-cover.tsx';
import styles from './book-list.module.css';
import type { BookListRow } from './book-list.read.ts';

/** A book as its row begins: cover, title and bid. */
export const TitleCell = ({ book: { bid, title, cover } }: { book: BookListRow }) => (
  <span className={styles.book}>
    <BookCover bid={bid} title={title} source={cover} size="row" />
    <span className={styles.names}>
      <a href={`/book/${bid}`} title={title}>
        {title}
      </a>
      <code>{bid}</code>
    </span>
  </span>
);
