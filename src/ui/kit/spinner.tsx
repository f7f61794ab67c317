import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

interface SpinnerProps extends ComponentProps<'span'> {
  /** What it says to those who cannot see it; without it, something beside it does. */
  label?: string;
}

/** Turns while something is fetched or saved. */
export const Spinner = ({ label, className, ...others }: SpinnerProps) => (
  <span
    {...others}
    className={classNames(styles['spinner'], className)}
    role={label === undefined ? undefined : 'status'}
    aria-label={label}
    aria-hidden={label === undefined || undefined}
  />
);
