import { useZonedText } from '#ui/date/use-zoned-text.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import styles from './reservation-parts.module.css';

interface Zoned {
  apply_at: number;
  zone: string;
}

/** When a change takes effect, by the clocks of the office; empty if its time was entered by those. */
export function useInOffice(): (of: Zoned) => string {
  const t = useT<ReservationWords>();
  const { timeZone } = useInterface();
  const zoned = useZonedText();
  return ({ apply_at, zone }) =>
    zone === timeZone ? '' : t('reservation.in_office', { time: zoned(timeZone, apply_at) });
}

/** When a change takes effect, always with the time zone. */
export function ReservationTime({ apply_at, zone }: Zoned) {
  const zoned = useZonedText();
  const office = useInOffice()({ apply_at, zone });
  return (
    <time dateTime={new Date(apply_at * 1000).toISOString()} title={zone} className={styles.time}>
      {zoned(zone, apply_at)}
      {office !== '' && <small>{office}</small>}
    </time>
  );
}
