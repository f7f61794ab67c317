import type { PriceValues } from '#features/collection/collection-prices.public.tsx';
import type { Locale } from '#kernel/messages/locale.ts';
import { isSecondTime, localTime, timeAt } from '#kernel/text/zoned-time.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { Target } from '../reservation.rules.ts';

/** The values of the form's fields. */
export type ReservationValues = {
  /** The value is its cid. */
  collection: Choice | null;
  target: Target;
  locale: Locale;
  description: string;
  prices: PriceValues[];
  /** Local time in the zone, 'YYYY-MM-DDTHH:mm'. */
  local: string;
  zone: string;
  /** Selects the second of a time that clocks show twice. */
  isSecond: boolean;
};

/** The typed time in seconds; undefined if there is none, or clocks skip it. */
export const typedTime = ({ zone, local, isSecond }: Pick<ReservationValues, 'zone' | 'local' | 'isSecond'>) =>
  timeAt(zone, local, isSecond);

/** A time as values of the fields. */
export function timeValues(zone: string, at: number): Pick<ReservationValues, 'zone' | 'local' | 'isSecond'> {
  return { zone, local: localTime(zone, at), isSecond: isSecondTime(zone, at) };
}

/** Maps the errors of a call to the fields of the form. */
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
