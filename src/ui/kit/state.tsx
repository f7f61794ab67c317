import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './state.module.css';
import texts from './text.module.css';

interface StateProps {
  /** `live`: visible to readers; `warn`: needs attention; anything else is grey. */
  tone?: 'live' | 'warn' | undefined;
  /** A sentence: it takes several lines where there is no room for one. */
  breaks?: boolean;
  children: ReactNode;
}

// Worked out once: a list has hundreds of them.
const common = classNames(texts['text'], texts['small'], styles['state']);
const shades = {
  grey: classNames(common, texts['soft']),
  live: classNames(common, texts['done']),
  warn: classNames(common, texts['warn']),
};

/** The state of a record: a dot and a word. */
export const State = ({ tone, breaks, children }: StateProps) => (
  <span className={classNames(shades[tone ?? 'grey'], !breaks && texts['whole'])} data-tone={tone}>
    {children}
  </span>
);
