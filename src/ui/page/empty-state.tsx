import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** What an empty list shows: why it is empty, and what to do about it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
    </div>
  );
}
