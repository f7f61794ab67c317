import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useFormat } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** What the menu's label means: the kind of record that the page lists. */
  word?: string | undefined;
  /** How many records there are, shown beside the title. */
  count?: number | string;
  /** The main action, which adds a record. */
  action?: { label: string; onClick: () => void };
  /** There is nothing to download. */
  isEmpty?: boolean;
  children?: ReactNode;
}

/** The head of a page: title, count and main action. */
export function PageHead({ title, word, count, action, isEmpty, children }: PageHeadProps) {
  const format = useFormat();
  return (
    <header className={styles.head} data-empty={isEmpty ? '' : undefined}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {word !== undefined && <p>· {word}</p>}
        {count !== undefined && <p>{typeof count === 'number' ? format.number(count) : count}</p>}
      </div>
      <div className={styles.actions}>
        {children}
        {action && (
          <Button variant="primary" onClick={action.onClick}>
            <Icon name="add" />
            {action.label}
          </Button>
        )}
      </div>
    </header>
  );
}
