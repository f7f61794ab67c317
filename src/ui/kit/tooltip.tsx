import type { ReactNode } from 'react';
import styles from './tooltip.module.css';

interface TooltipProps {
  /** What it says; nothing that somebody needs in order to act, because a finger opens none. */
  text: ReactNode;
  /** The key that does the same. */
  keys?: string | undefined;
  /** The control that it is about, which has its own name. */
  children: ReactNode;
}

/** A few words about a control, under a pointer that rests on it or at once by keyboard. */
export const Tooltip = ({ text, keys, children }: TooltipProps) => (
  <span className={styles['place']}>
    {children}
    <span className={styles['tip']} aria-hidden="true">
      {text}
      {keys !== undefined && <kbd>{keys}</kbd>}
    </span>
  </span>
);
