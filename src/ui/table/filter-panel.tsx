import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import styles from './filters.module.css';

/** The fields of the filters, opened by a button. Escape and a click elsewhere close them. */
export function FilterPanel({ children }: { children: ReactNode }) {
  const t = useT();
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeFromOutside = ({ target }: PointerEvent) => {
      if (panel.current && target instanceof Node && !panel.current.contains(target)) panel.current.open = false;
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, []);
  return (
    <details
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className={styles.open}>
        <Icon name="filter" />
        {t('table.filter')}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}
