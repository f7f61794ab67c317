import type { ReactNode } from 'react';
import styles from './state.module.css';

interface StateProps {
  /** `live`: visible to readers; `warn`: needs attention; anything else is grey. */
  tone?: 'live' | 'warn' | undefined;
  children: ReactNode;
}

/** The state of a record: a dot and a word. */
export const State = ({ tone, children }: StateProps) => (
  <span className={styles.state} data-tone={tone}>
    {children}
  </span>
);
