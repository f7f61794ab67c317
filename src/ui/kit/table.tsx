import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

interface TableFrameProps extends Omit<ComponentProps<'div'>, 'style'> {
  /** It scrolls from this height on, in pixels. */
  most?: number;
  /** What its table shows, for those who have the page read aloud. */
  label: string;
}

/** Around a table that may be wider than its page: it scrolls sideways, also by keyboard. */
export const TableFrame = ({ label, most, className, ...others }: TableFrameProps) => (
  <div
    {...others}
    className={classNames(styles['wrap'], most !== undefined && styles['most'], className)}
    {...(most !== undefined && { style: { '--most': `${most}px` } as CSSProperties })}
    role="region"
    aria-label={label}
    tabIndex={0}
  />
);

interface TableProps extends ComponentProps<'table'> {
  /** On a phone each row is a card; not for rows that are compared column by column. */
  cards?: boolean;
}

/** A table; its columns are as wide as what they hold. */
export const Table = ({ cards, className, ...others }: TableProps) => (
  <table {...others} className={classNames(styles['table'], cards && styles['list'], className)} />
);

interface CellProps {
  /** `lead` names the row; `cut` shortens a long text where there is no room for it. */
  kind?: 'lead' | 'number' | 'nowrap' | 'cut' | 'actions' | undefined;
}

/** The heading of a column. */
export const ColumnHead = ({ kind, className, ...others }: CellProps & ComponentProps<'th'>) => (
  <th scope="col" {...others} className={classNames(kind && styles[kind], className) || undefined} />
);

/** The heading of a row, which names it. */
export const RowHead = ({ kind = 'lead', className, ...others }: CellProps & ComponentProps<'th'>) => (
  <th scope="row" {...others} className={classNames(styles[kind], className)} />
);

interface ValueProps extends CellProps, ComponentProps<'td'> {
  /** The heading of its column, which stands before it on a card. */
  label?: string | undefined;
}

/** One value of a row. */
export const Cell = ({ kind, label, className, children, ...others }: ValueProps) => (
  <td {...others} className={classNames(kind && styles[kind], className) || undefined} data-label={label}>
    {kind === 'cut' ? cutText(children) : children}
  </td>
);

/**
 * What a `cut` cell holds: one line, of which the end is left out where there is no room for it. Not a component: a list has
 * hundreds.
 */
export const cutText = (content: ReactNode): ReactNode => <div className={styles['one']}>{content}</div>;
