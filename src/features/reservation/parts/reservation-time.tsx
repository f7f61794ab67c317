import styles from './reservation-parts.module.css';
import { useZoned } from './use-zoned.ts';

/** When a change takes effect, always with the time zone. */
export function ReservationTime({ apply_at, zone }: { apply_at: number; zone: string }) {
  const { short, inOffice } = useZoned();
  const office = inOffice({ apply_at, zone });
  return (
    <time dateTime={new Date(apply_at * 1000).toISOString()} title={zone} className={styles.time}>
      {short({ apply_at, zone })}
      {office !== '' && <small>{office}</small>}
    </time>
  );
}
