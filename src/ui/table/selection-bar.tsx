import { type ReactNode, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import styles from './selection-bar.module.css';
import { useBusy } from './use-busy.ts';
import type { ListSelection } from './use-list-selection.ts';

interface SelectionBarProps {
  selection: ListSelection;
  /** The number of matches: exact up to the limit, one more than the limit if there are more. */
  total: number;
  limit: number;
  children: ReactNode;
}

/** The actions on the selected rows. It stays in sight while the list scrolls, and disappears when none is selected. */
export function SelectionBar({ selection, total, limit, children }: SelectionBarProps) {
  const t = useT();
  const { count, all } = selection;
  const isBusy = useBusy();
  const bar = useRef<HTMLDivElement>(null);
  if (count === 0) return null;
  const isOver = total > limit;
  const selected = all && isOver ? t('table.selected_many', { count: limit }) : t('table.selected', { count });
  // What was pressed goes, and would take the focus with it.
  const selectAll = () => {
    bar.current?.focus({ preventScroll: true });
    selection.selectAll();
  };
  const clear = () => {
    const boxes = bar.current?.parentElement?.querySelectorAll<HTMLElement>('[data-list] input[type="checkbox"]') ?? [];
    [...boxes].find((box) => box.checkVisibility())?.focus({ preventScroll: true });
    selection.clear();
  };
  return (
    <Inline
      ref={bar}
      tight
      className={styles.bar}
      role="group"
      aria-label={selected}
      tabIndex={-1}
      data-screen-only
      data-bar
    >
      <span role="status">{selected}</span>
      {!all && count < total && (
        <Button variant="quiet" disabled={isBusy} onClick={selectAll}>
          {isOver ? t('table.select_matching_many', { count: limit }) : t('table.select_matching', { count: total })}
        </Button>
      )}
      <Inline sideways tight className={styles.acts}>
        {children}
        <Button variant="plain" aria-label={t('table.unselect')} title={t('table.unselect')} onClick={clear}>
          <Icon name="close" />
        </Button>
      </Inline>
    </Inline>
  );
}
