import type { ReactNode } from 'react';
import { ButtonLink } from '../kit/button.tsx';
import { Stack } from './layout.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  text: string;
  /** What to do about it, at another address. */
  link?: { label: string; href: string };
  children?: ReactNode;
}

/** What an empty list shows: why it is empty, and where to do something about it. What its head offers is not offered again. */
export function EmptyState({ text, link, children }: EmptyStateProps) {
  return (
    <Stack middle tone="soft" className={styles.empty}>
      <p>{text}</p>
      {link && <ButtonLink href={link.href}>{link.label}</ButtonLink>}
      {children}
    </Stack>
  );
}
