import { showCode } from '#features/code/code.public.tsx';
import { EventState } from '#features/event/event.public.tsx';
import { useT } from '#ui/interface.tsx';
import type { EventCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import styles from './card.module.css';
import { Story } from './story.tsx';

/** An event, found by its code: its state, its story and the places left. */
export function EventCardView({ card }: { card: EventCard }) {
  const t = useT<CardWords>();
  return (
    <>
      <h2 className={styles.code}>{showCode(card.code)}</h2>
      <span className={styles.state}>
        <EventState status={card.status} />
      </span>
      <Story of={card.story} />
      <p className={styles.foot}>
        <a data-main href={`/event/${card.event_idx}`}>
          <kbd aria-hidden="true">↵</kbd> {t('card.open_event')}
        </a>
        <span>{t('card.spelling')}</span>
      </p>
    </>
  );
}
