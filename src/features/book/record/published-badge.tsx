import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import styles from './published-badge.module.css';

/** Whether readers see the book. */
export function PublishedBadge({ published }: { published: boolean }) {
  const t = useT<BookWords>();
  return (
    <span className={published ? styles.published : styles.unpublished}>
      {published ? t('book.published') : t('book.unpublished')}
    </span>
  );
}
