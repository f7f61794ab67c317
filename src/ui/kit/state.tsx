import type { ReactNode } from 'react';
import styles from './state.module.css';

interface StateProps {
  /** `live`: visible to readers; `warn`: needs attention; anything else is grey. */
  tone?: 'live' | 'warn' | undefined;
  /** A sentence: it takes several lines where there is no room for one. */
  breaks?: boolean;
  children: ReactNode;
}

/** The state of a record: a dot and a word. */
export const State = ({ tone, breaks, children }: StateProps) => (
  <span className={styles.state} data-tone={tone} data-breaks={breaks}>
    {children}
  </span>
);
