import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './layout.module.css';

interface StackProps extends ComponentProps<'div'> {
  /** 8 px apart instead of 12. */
  tight?: boolean;
  /** As wide as a field that is read at one glance. */
  narrow?: boolean;
}

/** Parts below each other. */
export const Stack = ({ tight, narrow, className, ...others }: StackProps) => (
  <div
    {...others}
    className={classNames(styles['stack'], tight && styles['tight'], narrow && styles['narrow'], className)}
  />
);

interface InlineProps extends StackProps {
  /** The first at the left, the last at the right. */
  between?: boolean;
  /** Never in two lines. */
  whole?: boolean;
  /** What has a label beside what has none: in line at the bottom. */
  low?: boolean;
}

/** Parts beside each other, in further lines where they do not fit. */
export const Inline = ({ tight, narrow, between, whole, low, className, ...others }: InlineProps) => (
  <div
    {...others}
    className={classNames(
      styles['inline'],
      tight && styles['tight'],
      narrow && styles['narrow'],
      between && styles['between'],
      whole && styles['whole'],
      low && styles['low'],
      className,
    )}
  />
);

/** The buttons that end a form or a dialog; the one that acts is the last. */
export const Acts = ({ className, ...others }: ComponentProps<'div'>) => (
  <div {...others} className={classNames(styles['acts'], className)} />
);
