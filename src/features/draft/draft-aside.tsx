import { languageTag, localeNames } from '#kernel/messages/locale.ts';
import { amountText, moneyText } from '#kernel/text/money.rules.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Card, Facts } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { DraftWords } from './draft.messages.ts';
import { costOf, outcomes } from './draft.rules.ts';
import type { DraftPage } from './draft-page.read.ts';

/** What the month took, what became of drafts, and what a failure means. */
export function DraftAside({
  value: { price, currency },
  month,
  used,
  byLocale,
  counts,
}: Omit<DraftPage, 'version' | 'keyGiver'>) {
  const t = useT<DraftWords>();
  const format = useFormat();
  const { locale } = useInterface();
  const cost = costOf(used, price);
  const money = cost === null ? '' : `, ${moneyText(languageTag(locale), amountText(cost, currency), currency)}`;
  return (
    <div>
      <Card>
        <h2>{format.calendarMonth(month)}</h2>
        <Facts>
          {byLocale.map(({ locale: one, characters }) => (
            <div key={one}>
              <dt lang={languageTag(one)}>{localeNames[one]}</dt>
              <dd>{t('draft.characters', { count: characters })}</dd>
            </div>
          ))}
          <div>
            <dt>{t('draft.together')}</dt>
            <dd>
              {t('draft.characters', { count: used })}
              {money}
            </dd>
          </div>
        </Facts>
      </Card>
      <Card>
        <h2>{t('draft.outcomes')}</h2>
        <Facts>
          {outcomes.map((outcome) => (
            <div key={outcome}>
              <dt>{t(`draft.outcome_${outcome}`)}</dt>
              <dd>{format.number(counts[outcome] ?? 0)}</dd>
            </div>
          ))}
        </Facts>
      </Card>
      <Card>
        <h2>{t('draft.if_it_fails')}</h2>
        <Text tone="soft">{t('draft.if_it_fails_says')}</Text>
      </Card>
    </div>
  );
}
