import type { PriceValues } from '#features/collection/collection-prices.public.tsx';
import type { Locale } from '#kernel/messages/locale.ts';
import { isSecondTime, localTime, timeAt } from '#kernel/text/zoned-time.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { Current } from '../reservation.contract.ts';
import type { Conflicts, Target } from '../reservation.rules.ts';

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

type Waiting = Current['waiting'][number] & { rel_idx?: undefined };
type Release = Current['releases'][number] & { res_idx?: undefined };
type Field = Pick<ReservationValues, 'target' | 'locale'>;

/** Those of what waits that are of the field of these values. */
export const waitingFor = <One extends Pick<Waiting, 'target' | 'locale'>>(
  { target, locale }: Field,
  waiting: readonly One[],
): One[] => waiting.filter((one) => one.target === target && (target !== 'description' || one.locale === locale));

/** The change that is being edited, and what it was in conflict with at its time. */
type Own = Pick<Waiting, 'res_idx' | 'anyway' | 'follows'> & { apply_at?: number; conflicts?: Conflicts };

/**
 * What waits that these values would conflict with if they were saved: what sets the same field just before their time and
 * just after it, unless somebody has decided. `own` is the change that is being edited.
 */
export function conflictsOf(
  values: Field & Pick<ReservationValues, 'zone' | 'local' | 'isSecond'>,
  waiting: readonly Waiting[],
  own: Own | null,
  releases: readonly Release[] = [],
): (Waiting | Release)[] {
  const at = typedTime(values);
  if (at === undefined) return [];
  const others = waitingFor<Waiting | Release>(values, [...waiting, ...releases])
    .filter(({ res_idx: resIdx }) => resIdx === undefined || resIdx !== own?.res_idx)
    .toSorted((a, b) => a.apply_at - b.apply_at || orderOf(a) - orderOf(b));
  const isBefore = (one: Waiting | Release) =>
    one.apply_at < at || (one.apply_at === at && orderOf(one) < (own?.res_idx ?? afterOthers));
  // At its own time, what is known of the change that is edited holds for releases.
  const isSettled = ({ rel_idx: relIdx }: Release, side: 'earlier_release' | 'later_release') =>
    own?.apply_at === at && own.conflicts?.[side]?.rel_idx !== relIdx;
  const earlier = others.findLast(isBefore);
  const later = others.find((one) => !isBefore(one));
  const startsFrom = (one: Waiting | Release) =>
    one.rel_idx === undefined ? own?.follows === one.res_idx : isSettled(one, 'earlier_release');
  const isAwareOf = (one: Waiting | Release) =>
    one.rel_idx === undefined
      ? one.anyway || (own !== null && one.follows === own.res_idx)
      : isSettled(one, 'later_release');
  return [
    ...(earlier && !own?.anyway && !startsFrom(earlier) ? [earlier] : []),
    ...(later && !isAwareOf(later) ? [later] : []),
  ];
}

// At one time scheduled changes come before releases, and of these the one that was created first.
const afterOthers = 2 ** 31;
const orderOf = ({ res_idx: resIdx, rel_idx: relIdx = 0 }: Waiting | Release) => resIdx ?? afterOthers + relIdx;

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
