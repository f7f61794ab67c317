import { useFormat, useT } from '#ui/interface.tsx';
import type { CodeCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import styles from './code-card.module.css';

/** When a code that ends was issued and redeemed, and when it ends, drawn to scale. */
export function CodeTimeline({ card }: { card: CodeCard }) {
  const t = useT<CardWords>();
  const format = useFormat();
  const { issued_at: issued, activated_date: used, expired_date, valid_until } = card;
  const end = used > 0 ? expired_date : valid_until;
  if (end === 0 || end <= issued) return null;
  const parts = used > 0 ? [used - issued, end - used] : [end - issued];
  return (
    <div
      className={styles.line}
      data-live={card.state === 'active' || undefined}
      style={{ gridTemplateColumns: parts.map((seconds) => `minmax(72px, ${Math.max(1, seconds)}fr)`).join(' ') }}
    >
      <span>
        <b>{format.shortDay(issued)}</b> {t('card.issued_label')}
      </span>
      {used > 0 && (
        <span data-used>
          <b>{format.shortDay(used)}</b> {t('card.redeemed_label')}
        </span>
      )}
      <span className={styles.end}>
        <b>{format.shortDay(end - 1)}</b> {t(used > 0 ? 'card.ends_label' : 'card.valid_label')}
      </span>
    </div>
  );
}
