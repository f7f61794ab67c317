import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { classNames } from './class-names.ts';
import styles from './drop-panel.module.css';

interface DropPanelProps {
  label: string;
  icon: IconName;
  /** Drops down under its button only, not under the whole line. */
  narrow?: boolean;
  /** It adds to what stands beside it: drawn as an empty place. */
  adds?: boolean;
  /** Called when it is opened or closed. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Fields opened by a button. Escape and a click elsewhere close them. */
export function DropPanel({ label, icon, narrow = false, adds = false, onToggle, children }: DropPanelProps) {
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => (panel.current ? closesByItself(panel.current) : undefined), []);
  useEffect(() => {
    // Opened before the page was alive.
    if (panel.current?.open) onToggle?.(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <details
      ref={panel}
      className={narrow ? styles['narrow'] : undefined}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary className={classNames(styles['open'], adds && styles['adds'])}>
        <Icon name={icon} />
        {label}
      </summary>
      <div className={styles['panel']}>{children}</div>
    </details>
  );
}

/** Listens until the returned function is called. */
function closesByItself(panel: HTMLDetailsElement): () => void {
  const click = ({ target }: PointerEvent) => {
    if (target instanceof Node && !panel.contains(target)) panel.open = false;
  };
  const escape = (event: KeyboardEvent) => {
    // A calendar in it closes first.
    const isWithin = event.target instanceof Element && event.target.closest(':popover-open') !== null;
    if (event.key !== 'Escape' || !panel.open || isWithin) return;
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
