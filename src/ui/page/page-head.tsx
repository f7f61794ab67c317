import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useFormat } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import { Text } from '../kit/text.tsx';
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
    <Inline
      as="header"
      between
      low
      gap="10px 16px"
      below={14}
      className={styles.head}
      data-empty={isEmpty ? '' : undefined}
    >
      <Inline baseline gap="0 12px">
        <h1>{title}</h1>
        {word !== undefined && (
          <Text tone="soft" whole>
            · {word}
          </Text>
        )}
        {count !== undefined && (
          <Text tone="soft" whole>
            {typeof count === 'number' ? format.number(count) : count}
          </Text>
        )}
      </Inline>
      <Inline sideways tight className={styles.actions}>
        {children}
        {action && (
          <Button variant="primary" onClick={action.onClick}>
            <Icon name="add" />
            {action.label}
          </Button>
        )}
      </Inline>
    </Inline>
  );
}
