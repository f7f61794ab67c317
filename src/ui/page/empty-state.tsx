import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../kit/button.tsx';
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
      {link && <ButtonLink href={link.href}>{link.label}</ButtonLink>}
      {action && <Button onClick={action.onClick}>{action.label}</Button>}
      {children}
    </div>
  );
}
