import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './link.module.css';

interface LinkProps extends ComponentProps<'a'> {
  /** `record` looks like the text around it until it is pointed at; `soft` stands beside what matters more. */
  tone?: 'record' | 'soft' | undefined;
}

/** A link in a text or a list; it goes somewhere, as a button does something. */
export const Link = ({ tone, className, children, ...others }: LinkProps) => (
  <a {...others} className={classNames(styles['link'], tone && styles[tone], className)}>
    {children}
  </a>
);
