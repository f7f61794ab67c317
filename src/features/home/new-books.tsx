import type { ShelfBook } from '#features/book/book.public.ts';
import { BookCover } from '#ui/book-cover.tsx';
import { useT } from '#ui/interface.tsx';
import panel from '#ui/page/panel.module.css';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';

/** The newest books by their covers. */
export function NewBooks({ books }: { books: ShelfBook[] }) {
  const t = useT<HomeWords>();
  return (
    <section className={panel.panel} aria-labelledby="new-books">
      <h2 id="new-books">{t('home.new_books')}</h2>
      <ul className={styles.shelf}>
        {books.map(({ bid, title, cover }) => (
          <li key={bid} data-key={bid}>
            <a href={`/book/${bid}`} title={title} aria-label={title}>
              <BookCover bid={bid} title={title} source={cover} size="card" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
