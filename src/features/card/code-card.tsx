import { leakHref } from '#features/batch/batch.public.tsx';
import type { CodeWords } from '#features/code/code.public.ts';
import { CodeStateMark, showCode } from '#features/code/code.public.tsx';
import { learnerHref, RefusedTries } from '#features/registration/registration.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Facts } from '#ui/kit/card.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { CodeCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import styles from './card-page.module.css';
import { CodeActs } from './code-acts.tsx';
import { CodeTimeline } from './code-timeline.tsx';
import { Story } from './story.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { CardState } from './use-card.ts';

/** A code of a batch: its state and story, where it came from, and what can be done with it. */
export function CodeCardView({ card, state }: { card: CodeCard; state: CardState }) {
  const t = useT<CardWords & CodeWords>();
  return (
    <>
      <Inline gap="4px 12px">
        <h2 className={styles.code}>{showCode(card.code)}</h2>
        <Button variant="quiet" onClick={() => state.copy(card.code)}>
          {t('common.copy')}
        </Button>
        <Text as="span" last>
          <CardStateMark card={card} />
        </Text>
      </Inline>
      <Story of={card.story} />
      <CodeTimeline card={card} />
      <CodeFacts card={card} />
      {card.tries.length > 0 && <RefusedTries of={card.tries} without="code" />}
      <CodeActs card={card} state={state} />
      <Inline as="p" even gap="4px 16px" tone="soft" size="fine" className={styles.foot}>
        <Link tone="soft" data-main href={`/code?code=${card.code}`}>
          <kbd aria-hidden="true">↵</kbd> {t('card.open_code')}
        </Link>
        <Link tone="soft" aria-keyshortcuts="B" href={`/code/batch/${card.cg_idx}`}>
          <kbd aria-hidden="true">B</kbd> {t('card.open_batch')}
        </Link>
        {card.ref !== null && (
          <Link tone="soft" aria-keyshortcuts="L" href={listUrl(learnerHref(card.ref), { code: card.code })}>
            <kbd aria-hidden="true">L</kbd> {t('card.open_learner')}
          </Link>
        )}
        {card.delivered !== null && !card.withdrawn && (
          <Link tone="soft" href={leakHref({ cg_idx: card.cg_idx, lot: card.lot })}>
            {t('code.leak_act')}
          </Link>
        )}
        <span>{t('card.spelling')}</span>
      </Inline>
    </>
  );
}

function CardStateMark({ card: { state, withdrawn, leaked, days_left: days } }: { card: CodeCard }) {
  const t = useT<CardWords & CodeWords>();
  if (days === null || state === 'canceled' || state === 'expired')
    return <CodeStateMark state={state} withdrawn={withdrawn} leaked={leaked} />;
  return (
    <State tone={state === 'active' ? 'live' : undefined}>
      {t('card.days_left', { state: t(`code.state_${state}`), count: days })}
    </State>
  );
}

/** Where a code came from and when it was used. */
function CodeFacts({ card }: { card: CodeCard }) {
  const t = useT<CardWords>();
  const format = useFormat();
  const { delivered, activated_date: redeemed } = card;
  const left = delivered && {
    day: format.date(delivered.at),
    as: delivered.as.toUpperCase(),
    to: delivered.to,
  };
  return (
    <Facts>
      <div>
        <dt>{t('card.batch')}</dt>
        <dd>
          <a href={`/code/batch/${card.cg_idx}`}>{card.batch}</a>, {t('card.lot', { lot: card.lot })}
        </dd>
      </div>
      <div>
        <dt>{t('card.collection')}</dt>
        <dd>
          <a href={`/collection/${card.cid}`}>{card.collection}</a>
        </dd>
      </div>
      {left && (
        <div>
          <dt>{t('card.delivery')}</dt>
          <dd>{left.to === '' ? `${left.day}, ${left.as}` : t('card.delivered', left)}</dd>
        </div>
      )}
      {redeemed > 0 && (
        <div>
          <dt>{t('card.redeemed')}</dt>
          <dd>{format.dateTime(redeemed)}</dd>
        </div>
      )}
    </Facts>
  );
}
