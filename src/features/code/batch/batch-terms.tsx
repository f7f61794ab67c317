import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { CodeWords } from '../code.messages.ts';
import type { BatchTerms } from './batch.contract.ts';
import styles from './batch.module.css';
import { batchHref } from './batch.rules.ts';
import { priceSince, type Term } from './batch-terms.rules.ts';

interface TermsProps {
  terms: BatchTerms;
  /** Whether a customer is chosen, who may have ordered before. */
  isOrdering: boolean;
  /** What the form has now. */
  chosen: { price: string; currency: string; length: number | undefined };
  onChoose: (term: Term) => void;
}

const isSame = (term: Term, { price, currency, length }: TermsProps['chosen']) =>
  Number(term.price) === Number(price) && term.currency === currency && term.length === length;

/** The prices of the collection to choose from, and what the customer paid last time. */
export function BatchTermsChoice({ terms, isOrdering, chosen, onChoose }: TermsProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { prices, orders } = terms;
  const [last] = orders;
  const since = priceSince(terms);
  return (
    <>
      {prices.length > 0 && (
        <fieldset className={styles.terms}>
          <legend>{t('code.terms_of_collection')}</legend>
          {prices.map((term) => (
            <button
              key={`${term.currency} ${term.price} ${term.length}`}
              type="button"
              className={button.button}
              aria-pressed={isSame(term, chosen)}
              onClick={() => onChoose(term)}
            >
              {`${format.money(term.price, term.currency)} · ${t('code.days_or_ever', { days: term.length })}`}
            </button>
          ))}
        </fieldset>
      )}
      {last && (
        <section className={styles.last} aria-label={t('code.terms_last')}>
          <b>{t('code.terms_last')}</b>
          <ul>
            {orders.map(({ cg_idx, created_at, count, price, currency, length }) => (
              <li key={cg_idx}>
                <a href={batchHref(cg_idx)} target="_blank" rel="noopener">
                  {format.date(created_at)}
                </a>{' '}
                {`${format.number(count)} × ${format.money(price, currency)}, ${t('code.days_or_ever', { days: length })}`}
              </li>
            ))}
          </ul>
          {since && (
            <p className={styles.since}>
              {t(since.isMore ? 'code.terms_more' : 'code.terms_less', {
                amount: format.money(since.amount, last.currency),
              })}
            </p>
          )}
          {!isSame(last, chosen) && (
            <button type="button" className={button.quiet} onClick={() => onChoose(last)}>
              {t('code.terms_use', { price: format.money(last.price, last.currency) })}
            </button>
          )}
        </section>
      )}
      {!last && isOrdering && (
        <section className={styles.last} aria-label={t('code.terms_last')}>
          {t('code.terms_first')}
        </section>
      )}
    </>
  );
}
