import type { ReactNode } from 'react';
import styles from './state.module.css';

interface StateProps {
  /** `live` is what readers see, `warn` what wants attention; anything else stays grey. */
  tone?: 'live' | 'warn' | undefined;
  children: ReactNode;
}

/** The state of a record: a dot and a word. */
export const State = ({ tone, children }: StateProps) => (
  <span className={styles.state} data-tone={tone}>
    {children}
  </span>
);
