import type { ReactNode } from 'react';
import styles from './note.module.css';

/** A coloured box with a status message. Problems are announced as soon as they appear. */
export const Note = ({ tone, children }: { tone: 'problem' | 'warn' | 'done'; children: ReactNode }) => (
  <div className={styles.note} data-tone={tone} role={tone === 'problem' ? 'alert' : undefined}>
    {children}
  </div>
);
