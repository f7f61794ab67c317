import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './progress.module.css';

interface ProgressProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** What goes on, for those who have the page read aloud. */
  label: string;
  /** How much is done, of `max`, which is 1 if it is not given. Undefined while nobody knows. */
  value?: number | undefined;
  max?: number | undefined;
  /** What goes on, and how far it is; announced as it changes. */
  text?: ReactNode;
  /** Text, bar and the button that stops it beside each other. */
  beside?: boolean;
  /** The button that stops it. */
  children?: ReactNode;
}

/** Work that takes a while: what it is, how far it is, and a way to stop it. */
export const Progress = ({ label, value, max, text, beside, className, children, ...others }: ProgressProps) => (
  <div {...others} className={classNames(styles['progress'], beside && styles['line'], className)}>
    {text !== undefined && (
      <span role="status" className={styles['text']}>
        {text}
      </span>
    )}
    <progress aria-label={label} max={max} {...(value !== undefined && { value })} />
    {children}
  </div>
);
