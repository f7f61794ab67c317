import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { BatchTerms } from '../batch.contract.ts';
import { priceSince, type Term } from './batch-terms.rules.ts';

interface TermsProps {
  terms: BatchTerms;
  /** What the form has now. */
  chosen: { price: string; currency: string; length: number | undefined };
  onChoose: (term: Term) => void;
}

const isSame = (term: Term, { price, currency, length }: TermsProps['chosen']) =>
  Number(term.price) === Number(price) && term.currency === currency && term.length === length;

/** The prices of the collection to choose from. */
export function BatchTermsChoice({ terms: { prices }, chosen, onChoose }: TermsProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  if (prices.length === 0) return null;
  return (
    <Inline as="fieldset" tight>
      <Text as="legend" strong below={4}>
        {t('code.terms_of_collection')}
      </Text>
      {prices.map((term) => (
        <Button
          key={`${term.currency} ${term.price} ${term.length}`}
          aria-pressed={isSame(term, chosen)}
          onClick={() => onChoose(term)}
        >
          {`${format.money(term.price, term.currency)} · ${t('code.days_or_ever', { days: term.length })}`}
        </Button>
      ))}
    </Inline>
  );
}

interface LastOrdersProps extends TermsProps {
  /** Whether a customer is chosen, who may have ordered before. */
  isOrdering: boolean;
}

/** What the customer paid last time. */
export function LastOrders({ terms, isOrdering, chosen, onChoose }: LastOrdersProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { orders } = terms;
  const [last] = orders;
  const since = priceSince(terms);
  if (!last && !isOrdering) return null;
  return (
    <Card gap={6} aria-label={t('code.terms_last')}>
      {!last && t('code.terms_first')}
      {last && (
        <>
          <b>{t('code.terms_last')}</b>
          <Stack as="ul" gap={4}>
            {orders.map(({ cg_idx, created_at, count, price, currency, length }) => (
              <Stack as="li" key={cg_idx} gap={0} start>
                <a href={batchHref(cg_idx)} target="_blank" rel="noopener">
                  {format.date(created_at)}
                </a>{' '}
                <span>{`${format.number(count)} × ${format.money(price, currency)}, ${t('code.days_or_ever', { days: length })}`}</span>
              </Stack>
            ))}
          </Stack>
          {since && (
            <Text tone="warn">
              {t(since.isMore ? 'code.terms_more' : 'code.terms_less', {
                amount: format.money(since.amount, last.currency),
              })}
            </Text>
          )}
          {!isSame(last, chosen) && (
            <Button size="small" onClick={() => onChoose(last)}>
              {t('code.terms_use', { price: format.money(last.price, last.currency) })}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}
