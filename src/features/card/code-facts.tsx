import { useFormat, useT } from '#ui/interface.tsx';
import { Facts } from '#ui/kit/card.tsx';
import type { CodeCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';

/** Where a code came from and when it was used. */
export function CodeFacts({ card }: { card: CodeCard }) {
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
