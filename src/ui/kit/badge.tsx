import type { ComponentProps } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';
import texts from './text.module.css';

interface BadgeProps extends ComponentProps<'span'> {
  /** `live`: done or visible; `warn`: it waits for somebody; anything else is grey. */
  tone?: 'live' | 'warn' | undefined;
}

/** A word that marks a row or a part of a text; the state of a record is a `State`. */
export const Badge = ({ tone, className, ...others }: BadgeProps) => (
  <span
    {...others}
    className={classNames(styles['badge'], tone && texts[tone === 'live' ? 'done' : tone], className)}
    data-tone={tone}
  />
);
