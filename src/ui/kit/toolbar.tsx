import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Inline } from './layout.tsx';
import { Text } from './text.tsx';
import styles from './toolbar.module.css';

type Tag = 'div' | 'form' | 'search';

type ToolbarProps<E extends Tag> = { as?: E | undefined } & Omit<ComponentProps<E>, 'style'>;

/** The line above a list: its search, what it is filtered by, and what can be done with it. */
export const Toolbar = <E extends Tag = 'div'>({ className, ...others }: ToolbarProps<E>) => (
  // The elements differ in nothing that is passed.
  <Inline tight below={12} {...(others as object)} className={classNames(styles['bar'], className)} />
);

/** The search of a list; the first of its bar. */
export const ToolbarSearch = ({ label, ...others }: { label: string } & ComponentProps<'input'>) => (
  <input type="search" {...others} className={styles['search']} aria-label={label} placeholder={label} />
);

interface FilterChipProps {
  label: string;
  value: string;
  /** The list without it. */
  href: string;
  /** The name of the link that removes it. */
  remove: string;
  /** Shows the field in which it is chosen. */
  onOpen: () => void;
}

/** A filter in use: pressed, it can be changed; its cross takes it away. */
export const FilterChip = ({ label, value, href, remove, onOpen }: FilterChipProps) => (
  <span className={styles['chip']} data-printed>
    <Button variant="bare" onClick={onOpen} data-printed>
      <Text as="span" cut>
        {label}: <b>{value}</b>
      </Text>
    </Button>
    <a href={href} aria-label={remove}>
      <Icon name="close" size={14} />
    </a>
  </span>
);
