import type { PriceValues } from '#features/collection/collection-parts.public.tsx';
import type { Locale } from '#kernel/i18n/locale.ts';
import { localTime, timesOf } from '#kernel/zoned-time.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { Target } from '../reservation.rules.ts';

/** What the fields of the form hold. */
export type ReservationValues = {
  /** By its cid. */
  collection: Choice | null;
  target: Target;
  locale: Locale;
  description: string;
  prices: PriceValues[];
  /** What a clock in the zone shows, 'YYYY-MM-DDTHH:mm'. */
  local: string;
  zone: string;
  /** Of a time that clocks show twice, the second. */
  isSecond: boolean;
};

/** The time in seconds that is typed; undefined where there is none, or where clocks skip it. */
export function typedTime({ zone, local, isSecond }: Pick<ReservationValues, 'zone' | 'local' | 'isSecond'>) {
  const times = timesOf(zone, local);
  return (isSecond ? times[1] : undefined) ?? times[0];
}

/** A time as the fields hold it. */
export function timeValues(zone: string, at: number): Pick<ReservationValues, 'zone' | 'local' | 'isSecond'> {
  const local = localTime(zone, at);
  return { zone, local, isSecond: timesOf(zone, local)[1] === at };
}

/** The errors of a call by the fields of the form. */
export const formErrors = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name === 'apply_at'
        ? 'local'
        : name === 'cid'
          ? 'collection'
          : name.replace(/^value\.(?=\d)/, 'prices.').replace(/^value$/, 'description'),
      text,
    ]),
  );
