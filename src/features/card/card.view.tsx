import { type KeyboardEvent, useRef } from 'react';
import type { CodeWords } from '#features/code/code.public.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { Card } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import styles from './card.module.css';
import { CodeCardView } from './code-card.tsx';
import { EventCardView } from './event-card.tsx';
import { LearnerCardView } from './learner-card.tsx';
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
    <section
      ref={section}
      className={styles.card}
      tabIndex={-1}
      aria-label={t('code.kind')}
      aria-busy={state.acting.pending}
      onKeyDown={pressDeclared}
    >
      <Content card={card} state={state} />
      <FormProblem of={state.acting} title={t('card.failed')} />
      <p className={styles.said} role="status">
        {said && (
          <>
            <span data-problem={said.isProblem || undefined}>{said.text}</span>
            {said.undo !== undefined && (
              <button type="button" className={button.quiet} aria-keyshortcuts="Control+Z" onClick={state.undo}>
                {t('undo.undo')} <kbd aria-hidden="true">Ctrl Z</kbd>
              </button>
            )}
          </>
        )}
      </p>
    </section>
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

/** Letters press the button or link that declares them, and Enter on the card itself what it is mainly for. */
function pressDeclared(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: card, target, ctrlKey, metaKey, altKey, key, code } = event;
  if (altKey || !(target instanceof Element) || target.matches('input, textarea, select')) return;
  // By key position where a layout has other letters, such as the Korean one.
  const letter = (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toUpperCase();
  const declared = ctrlKey || metaKey ? `Control+${letter}` : letter;
  const wanted =
    key === 'Enter' && target === card ? '[data-main]' : `[aria-keyshortcuts="${CSS.escape(declared)}"]:not(:disabled)`;
  const pressed = card.querySelector<HTMLElement>(wanted);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
}
