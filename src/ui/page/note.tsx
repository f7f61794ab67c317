import type { ReactNode } from 'react';
import styles from './note.module.css';

interface NoteProps {
  tone: 'problem' | 'warn' | 'done';
  children: ReactNode;
}

/** A coloured box that says how something stands. A problem is read out as soon as it appears. */
export const Note = ({ tone, children }: NoteProps) => (
  <div className={styles.note} data-tone={tone} role={tone === 'problem' ? 'alert' : undefined}>
    {children}
  </div>
);
