import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
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
  if (count === 0) return null;
  const isOver = total > limit;
  const selected = all && isOver ? t('table.selected_many', { count: limit }) : t('table.selected', { count });
  return (
    <div className={styles.bar} role="group" aria-label={selected}>
      <span role="status">{selected}</span>
      {!all && count < total && (
        <button type="button" className={styles.all} disabled={isBusy} onClick={selection.selectAll}>
          {isOver ? t('table.select_matching_many', { count: limit }) : t('table.select_matching', { count: total })}
        </button>
      )}
      <div className={styles.acts}>
        {children}
        <button
          type="button"
          className={styles.clear}
          aria-label={t('table.unselect')}
          title={t('table.unselect')}
          onClick={selection.clear}
        >
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}
