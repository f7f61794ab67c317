import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import styles from './book-steps.module.css';
import { type BookSteps as Steps, useStepKeys } from './use-book-steps.ts';

interface BookStepsProps {
  steps: Steps | null;
  /** Where a book is opened in this screen. */
  hrefOf: (bid: string) => string;
}

/** The way back to the list, and to the books before and after in it. */
export function BookSteps({ steps, hrefOf }: BookStepsProps) {
  const t = useT<BookWords>();
  const hrefs = {
    previous: steps?.previous ? hrefOf(steps.previous) : undefined,
    next: steps?.next ? hrefOf(steps.next) : undefined,
  };
  useStepKeys(hrefs);
  return (
    <nav className={styles.steps} aria-label={t('book.steps')}>
      <a href={steps?.listUrl ?? '/book'}>{t('book.back_to_list')}</a>
      {steps && (
        <span className={styles.neighbours}>
          <Step href={hrefs.previous} label={t('book.previous')} keys="Alt+PageUp" />
          <span>{t('book.position', { position: steps.position, count: steps.count })}</span>
          <Step href={hrefs.next} label={t('book.next')} keys="Alt+PageDown" />
        </span>
      )}
    </nav>
  );
}

function Step({ href, label, keys }: { href: string | undefined; label: string; keys: string }) {
  if (href === undefined) return <span>{label}</span>;
  return (
    <a href={href} aria-keyshortcuts={keys} title={keys}>
      {label}
    </a>
  );
}
