import type { ReactNode } from 'react';
import { Inline } from '../kit/layout.tsx';
import styles from './lead-cell.module.css';
import { PeekButton } from './peek-button.tsx';

interface LeadCellProps {
  href: string;
  title: string;
  id: string;
  picture?: ReactNode;
  /** The row's action on this screen. */
  act?: ReactNode;
}

/** Identifies a row: its picture, its linked title and its id. */
export const LeadCell = ({ href, title, id, picture, act }: LeadCellProps) => (
  <Inline as="span" whole className={styles.lead}>
    {picture}
    <span className={styles.names}>
      <a href={href} title={title} data-peek>
        {title}
      </a>
      <code>{id}</code>
    </span>
    <PeekButton title={title} />
    {act}
  </Inline>
);
