import type { ReactNode } from 'react';
import styles from './state.module.css';
import { Text } from './text.tsx';

interface StateProps {
  /** `live`: visible to readers; `warn`: needs attention; anything else is grey. */
  tone?: 'live' | 'warn' | undefined;
  /** A sentence: it takes several lines where there is no room for one. */
  breaks?: boolean;
  children: ReactNode;
}

/** The state of a record: a dot and a word. */
export const State = ({ tone, breaks, children }: StateProps) => (
  <Text
    as="span"
    whole={!breaks}
    size="small"
    tone={tone === undefined ? 'soft' : tone === 'live' ? 'done' : tone}
    className={styles.state}
    data-tone={tone}
  >
    {children}
  </Text>
);
