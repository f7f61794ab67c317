import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import styles from './filters.module.css';

/** The fields of the filters, opened by a button. Escape and a click elsewhere close them. */
export function FilterPanel({ children }: { children: ReactNode }) {
  const t = useT();
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => (panel.current ? closesByItself(panel.current) : undefined), []);
  return (
    <details ref={panel}>
      <summary className={styles.open}>
        <Icon name="filter" />
        {t('table.filter')}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}

/** Listens until the function it returns is called. */
function closesByItself(panel: HTMLDetailsElement): () => void {
  const click = ({ target }: PointerEvent) => {
    if (target instanceof Node && !panel.contains(target)) panel.open = false;
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !panel.open) return;
    panel.open = false;
    panel.querySelector('summary')?.focus();
  };
  document.addEventListener('pointerdown', click);
  panel.addEventListener('keydown', escape);
  return () => {
    document.removeEventListener('pointerdown', click);
    panel.removeEventListener('keydown', escape);
  };
}
