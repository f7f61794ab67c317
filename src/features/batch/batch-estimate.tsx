import type { CodeWords, EndEvent } from '#features/code/code.public.ts';
import { isAmountIn } from '#kernel/text/money.rules.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Facts } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import styles from './batch.module.css';
import { timesAmount } from './batch.rules.ts';

// From here on, the wait is given in minutes. Seconds.
const longWait = 90;

/** The estimated time of issuing, in words. */
export function useWaitText(): (count: number, pace: number) => string {
  const t = useT<CodeWords>();
  return (count, pace) => {
    const seconds = Math.max(1, Math.ceil(count / pace));
    return seconds < longWait
      ? t('code.wait_seconds', { count: seconds })
      : t('code.wait_minutes', { count: Math.ceil(seconds / 60) });
  };
}

/** The amount for a number of codes at a price; empty until both are valid. */
export function useAmountText(): (price: string, count: number | undefined, currency: string) => string {
  const format = useFormat();
  return (price, count, currency) =>
    count === undefined || !isAmountIn(currency, price) ? '' : format.money(timesAmount(price, count), currency);
}

interface BatchEstimateProps {
  count: number | undefined;
  price: string;
  currency: string;
  /** Days, 0 means for ever; undefined until it is chosen. */
  length: number | undefined;
  /** The title of the collection; empty until one is chosen. */
  collection: string;
  /** Days, 'YYYY-MM-DD', or empty. */
  validFrom: string;
  validUntil: string;
  /** After what its codes end, and in how many days, 0 while it is not typed; null if on a date or never. */
  after: { event: EndEvent; days: number } | null;
  timeZone: string;
  /** Codes per second. */
  pace: number;
}

/** The estimate before a batch is issued: the amount, how long it takes, and what learners get. */
export function BatchEstimate(props: BatchEstimateProps) {
  const t = useT<CodeWords>();
  const { count, collection, validFrom: from, validUntil: until, timeZone, after } = props;
  const amount = useAmountText()(props.price, count, props.currency);
  const wait = useWaitText();
  const days = props.length;
  const format = useFormat();
  return (
    <section className={styles.estimate} aria-label={t('code.estimate')} aria-live="polite">
      <Facts>
        <div>
          <dt>{t('code.field_amount')}</dt>
          <dd>{amount || '—'}</dd>
        </div>
        <div>
          <dt>{t('code.estimate_time')}</dt>
          <dd>{count === undefined ? '—' : wait(count, props.pace)}</dd>
        </div>
      </Facts>
      {collection !== '' && days !== undefined && (
        <Text above={8}>
          {days === 0 ? t('code.gets_ever', { collection }) : t('code.gets_days', { collection, days })}{' '}
          {until !== '' && t('code.gets_until', { day: format.calendarDay(until), zone: timeZone })}{' '}
          {after !== null && after.days > 0 && t(`code.gets_after_${after.event}`, { days: after.days })}{' '}
          {from !== '' && t('code.gets_from', { day: format.calendarDay(from), zone: timeZone })}
        </Text>
      )}
    </section>
  );
}
