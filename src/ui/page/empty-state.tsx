import type { ReactNode } from 'react';
import button from './button.module.css';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  text: string;
  /** What to do about it, at another address. */
  link?: { label: string; href: string };
  /** What to do about it here. */
  action?: { label: string; onClick: () => void };
  children?: ReactNode;
}

/** What an empty list shows: why it is empty, and what to do about it. */
export function EmptyState({ text, link, action, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {link && (
        <a className={button.button} href={link.href}>
          {link.label}
        </a>
      )}
      {action && (
        <button type="button" className={button.button} onClick={action.onClick}>
          {action.label}
        </button>
      )}
      {children}
    </div>
  );
}
