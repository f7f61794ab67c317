import { useT } from '#ui/interface.tsx';
import type { LearnerCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import styles from './card.module.css';
import { Story } from './story.tsx';

/** A learner: how many registrations they have, and the last. */
export function LearnerCardView({ card: { learner_id, story, last } }: { card: LearnerCard }) {
  const t = useT<CardWords>();
  return (
    <>
      <h2 className={styles.name}>{learner_id}</h2>
      <Story of={story} />
      <p className={styles.foot}>
        <a data-main href={`/registration?${new URLSearchParams({ learner_id })}`}>
          <kbd aria-hidden="true">↵</kbd> {t('card.open_registrations')}
        </a>
        {last.code !== null && (
          <a href={`/code?code=${last.code}`} aria-keyshortcuts="C">
            <kbd aria-hidden="true">C</kbd> {t('card.last_code')}
          </a>
        )}
      </p>
    </>
  );
}
