import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './dot.module.css';

interface DotProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** `live`: done or visible; `warn` and `problem` need somebody; without one it is grey. */
  tone?: 'live' | 'warn' | 'problem' | undefined;
  /** Only its edge: nothing is there yet. */
  hollow?: boolean | undefined;
}

/** How one of many stands, beside the words that say it: colour is never the only sign. */
export const Dot = ({ tone, hollow, className, ...others }: DotProps) => (
  <span {...others} className={classNames(styles['dot'], hollow && styles['hollow'], className)} data-tone={tone} />
);
