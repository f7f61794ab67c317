import type { ReactNode } from 'react';
import { Cover } from '#ui/cover.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
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
    <Grid as="ul" least={96} even gap="20px 14px" className={styles.books} aria-label={label}>
      {items.map(({ id, title, cover, href }) => (
        <li key={id}>
          <Stack as="a" start tight size="small" href={href}>
            <Cover id={id} title={title} source={cover?.small ?? null} size="card" />
            <span>{title}</span>
          </Stack>
        </li>
      ))}
    </Grid>
  );
}
