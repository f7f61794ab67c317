import { useT } from '#ui/interface.tsx';
import type { EventWords } from './event.messages.ts';
import { isFull } from './event.rules.ts';
import styles from './event-capacity.module.css';

/** How many places of an event are taken: figures, and a bar if there is a limit. */
export function EventCapacity(event: { participants: number; participant_limit: number }) {
  const t = useT<EventWords>();
  const { participants: count, participant_limit: limit } = event;
  if (limit === 0) return <span>{t('event.places_unlimited', { count })}</span>;
  return (
    <span className={styles.places} data-full={isFull(event) || undefined}>
      <span>{t('event.places_of', { count, limit })}</span>
      <meter aria-label={t('event.places')} value={count} max={limit} />
    </span>
  );
}
