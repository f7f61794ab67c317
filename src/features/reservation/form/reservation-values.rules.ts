import type { PriceValues } from '#features/collection/collection-prices.public.tsx';
import type { Locale } from '#kernel/messages/locale.ts';
import { isSecondTime, localTime, timeAt } from '#kernel/text/zoned-time.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { Current } from '../reservation.contract.ts';
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

type Waiting = Current['waiting'][number];

/** The changes of the field of these values that wait already. */
export const waitingFor = ({ target, locale }: Pick<ReservationValues, 'target' | 'locale'>, waiting: Waiting[]) =>
  waiting.filter((one) => one.target === target && (target !== 'description' || one.locale === locale));

/**
 * The waiting changes that these values would conflict with if they were saved: the one of the same field before their
 * time and the one after it, unless somebody has decided. `own` is the change that is being edited.
 */
export function conflictsOf(
  values: Pick<ReservationValues, 'target' | 'locale' | 'zone' | 'local' | 'isSecond'>,
  waiting: Waiting[],
  own: Pick<Waiting, 'res_idx' | 'anyway' | 'follows'> | null,
): Waiting[] {
  const at = typedTime(values);
  if (at === undefined) return [];
  const others = waitingFor(values, waiting).filter(({ res_idx: resIdx }) => resIdx !== own?.res_idx);
  // Of two at the same time, the one that was created first is the earlier one.
  const isBefore = (one: Waiting) =>
    one.apply_at < at || (one.apply_at === at && one.res_idx < (own?.res_idx ?? Number.POSITIVE_INFINITY));
  const earlier = others.findLast(isBefore);
  const later = others.find((one) => !isBefore(one));
  const conflicts: Waiting[] = [];
  if (earlier && !own?.anyway && own?.follows !== earlier.res_idx) conflicts.push(earlier);
  if (later && !later.anyway && (own === null || later.follows !== own.res_idx)) conflicts.push(later);
  return conflicts;
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
