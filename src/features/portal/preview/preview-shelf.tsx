import type { ReactNode } from 'react';
import { Cover } from '#ui/cover.tsx';
import styles from './preview.module.css';

interface ShelfItem {
  id: string;
  title: string;
  cover: { small: string } | null;
  /** Its own preview. */
  href: string;
}

/** Covers with titles, in order, each leading to its own preview. */
export function PreviewShelf({ items, label }: { items: readonly ShelfItem[]; label?: string }): ReactNode {
  return (
    <ul className={styles.books} aria-label={label}>
      {items.map(({ id, title, cover, href }) => (
        <li key={id}>
          <a href={href}>
            <Cover id={id} title={title} source={cover?.small ?? null} size="card" />
            <span>{title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
