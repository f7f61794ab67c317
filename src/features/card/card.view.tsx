import { type KeyboardEvent, useRef } from 'react';
import { isEnter } from '#client/composition.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { showCode } from '#features/code/code.public.tsx';
import { EventState } from '#features/event/event.public.tsx';
import type { LearnerWords } from '#features/learner/learner.public.ts';
import { useErase } from '#features/learner/learner.public.tsx';
import { learnerHref } from '#features/registration/registration.public.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Text } from '#ui/kit/text.tsx';
import { pressDeclared } from '#ui/page/declared-keys.ts';
import type { Card, EventCard, LearnerCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import styles from './card-page.module.css';
import { CodeCardView } from './code-card.tsx';
import { Story } from './story.tsx';
import { UnknownCardView } from './unknown-card.tsx';
import { type CardState, useCard } from './use-card.ts';

/** What a code, an event's code or a learner's ID is, in one sentence, and what can be done with it. */
export default function CardView({ card: given }: { card: Card }) {
  const t = useT<CardWords & CodeWords>();
  const section = useRef<HTMLElement>(null);
  const state = useCard(given, () => section.current?.focus());
  const { card, said } = state;
  return (
    // Keys press what declares them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Stack
      as="section"
      ref={section}
      gap={10}
      className={styles.card}
      tabIndex={-1}
      aria-label={t('code.kind')}
      aria-busy={state.acting.pending}
      onKeyDown={pressKey}
    >
      <Content card={card} state={state} />
      <FormProblem of={state.acting} title={t('card.failed')} />
      <Inline as="p" whole tight ground="accent" pad="6px 10px" className={styles.said} role="status">
        {said && (
          <>
            <Text as="span" tone={said.isProblem ? 'problem' : undefined}>
              {said.text}
            </Text>
            {said.undo !== undefined && (
              <Button variant="quiet" aria-keyshortcuts="Control+Z" onClick={state.undo}>
                {t('undo.undo')} <kbd aria-hidden="true">Ctrl Z</kbd>
              </Button>
            )}
          </>
        )}
      </Inline>
    </Stack>
  );
}

function Content({ card, state }: { card: Card; state: CardState }) {
  switch (card.kind) {
    case 'code':
      return <CodeCardView key={card.code} card={card} state={state} />;
    case 'event':
      return <EventCardView card={card} />;
    case 'learner':
      return <LearnerCardView card={card} />;
    case 'unknown':
      return <UnknownCardView card={card} onChoose={state.show} />;
  }
}

/** Keys press the button or link that declares them, and Enter on the card itself what it is mainly for. */
function pressKey(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: card, target, altKey, nativeEvent } = event;
  if (altKey || !(target instanceof Element) || target.matches('input, textarea, select')) return;
  if (pressDeclared(card, nativeEvent) || !isEnter(event) || target !== card) return;
  const main = card.querySelector<HTMLElement>('[data-main]');
  if (!main) return;
  nativeEvent.preventDefault();
  main.click();
}

/** An event, found by its code: its state, its story and the places left. */
function EventCardView({ card }: { card: EventCard }) {
  const t = useT<CardWords>();
  return (
    <>
      <Inline between>
        <h2 className={styles.code}>{showCode(card.code)}</h2>
        <EventState status={card.status} />
      </Inline>
      <Story of={card.story} />
      <Inline as="p" even gap="4px 16px" tone="soft" size="fine" className={styles.foot}>
        <Link tone="soft" data-main href={`/event/${card.event_idx}`}>
          <kbd aria-hidden="true">↵</kbd> {t('card.open_event')}
        </Link>
        <span>{t('card.spelling')}</span>
      </Inline>
    </>
  );
}

/** A learner: how many registrations they have and the last ones, each chosen on their page, and what they may ask for about themselves. */
function LearnerCardView({ card: { learner_id, ref, story, last, rights } }: { card: LearnerCard }) {
  const t = useT<CardWords & LearnerWords>();
  const format = useFormat();
  const erase = useErase(ref);
  return (
    <>
      <h2 className={styles.code}>{learner_id}</h2>
      <Story of={story} />
      {rights.length > 1 && (
        <Stack gap={4}>
          {rights.map(({ reg_idx: reg, collection, active, expires_at: end, canceled_at: canceled }) => (
            <Inline key={reg} as="p" even gap="4px 16px" tone={active ? undefined : 'soft'} className={styles.foot}>
              <Link href={`${learnerHref(ref)}?registration=${reg}`}>{collection}</Link>
              <span>
                {canceled > 0
                  ? t('learner.canceled_on', { day: format.date(canceled) })
                  : end === 0
                    ? t('learner.permanent')
                    : t('learner.until_end', { day: format.end(end) })}
              </span>
            </Inline>
          ))}
        </Stack>
      )}
      <Inline as="p" even gap="4px 16px" tone="soft" size="fine" className={styles.foot}>
        <Link tone="soft" data-main href={learnerHref(ref)}>
          <kbd aria-hidden="true">↵</kbd> {t('card.open_learner')}
        </Link>
        {last.code !== null && (
          <Link tone="soft" href={`/code?code=${last.code}`} aria-keyshortcuts="C">
            <kbd aria-hidden="true">C</kbd> {t('card.last_code')}
          </Link>
        )}
        <Link tone="soft" href={`/api/v1${learnerHref(ref)}/export`} download aria-keyshortcuts="D">
          <kbd aria-hidden="true">D</kbd> {t('learner.download_data')}
        </Link>
        <Button variant="quiet" onClick={erase}>
          {t('learner.erase_act')}…
        </Button>
      </Inline>
    </>
  );
}
