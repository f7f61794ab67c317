import { useFormat, useT } from '#ui/interface.tsx';
import type { EventRecord } from './event.contract.ts';
import type { EventWords } from './event.messages.ts';

/** What a learner gets by joining an event: a number of days, or until a time; in lists, which are narrower, a date. */
export function useTerms(
  as: 'dateTime' | 'date' = 'dateTime',
): (event: Pick<EventRecord, 'length' | 'forced_expire' | 'forced_expired_date'>) => string {
  const t = useT<EventWords>();
  const format = useFormat();
  return ({ length, forced_expire, forced_expired_date: end }) =>
    forced_expire ? t('event.until_time', { time: format[as](end) }) : t('event.days', { days: length });
}
