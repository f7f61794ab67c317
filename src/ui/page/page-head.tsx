import type { ReactNode } from 'react';
import { useFormat } from '../interface.tsx';
import button from './button.module.css';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** How many records there are, shown beside the title. */
  count?: number | string;
  action?: { label: string; onClick: () => void };
  children?: ReactNode;
}

/** The head of a page: title, count and main action. */
export function PageHead({ title, count, action, children }: PageHeadProps) {
  const format = useFormat();
  return (
    <header className={styles.head}>
      <h1>
        {title}
        {count !== undefined && <small>{typeof count === 'number' ? format.number(count) : count}</small>}
      </h1>
      <div className={styles.actions}>
        {children}
        {action && (
          <button type="button" className={button.primary} onClick={action.onClick}>
            {action.label}
          </button>
        )}
      </div>
    </header>
  );
}
