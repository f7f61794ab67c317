import { useFormat, useT } from '#ui/interface.tsx';
import type { EventRecord } from './event.contract.ts';
import type { EventWords } from './event.messages.ts';

/** What a learner who joins an event gets: so many days, or up to a time. */
export function useTerms(): (event: Pick<EventRecord, 'length' | 'forced_expire' | 'forced_expired_date'>) => string {
  const t = useT<EventWords>();
  const format = useFormat();
  return ({ length, forced_expire, forced_expired_date: end }) =>
    forced_expire ? t('event.until_time', { time: format.dateTime(end) }) : t('event.days', { days: length });
}
