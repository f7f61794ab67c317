import { timeAt } from '#kernel/text/zoned-time.rules.ts';
import { ClockChange } from '#ui/date/clock-change.tsx';
import { DateField } from '#ui/date/date-field.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import type { ReleaseWords } from '../release.messages.ts';

/** A time as typed: by the clocks of the office, of two such times perhaps the second. */
export interface TypedTime {
  local: string;
  isSecond: boolean;
}

interface TimeFieldProps {
  value: TypedTime;
  onChange: (value: TypedTime) => void;
  error?: string | undefined;
}

/** The time of a release, by the clocks of the office. */
export function TimeField({ value, onChange, error }: TimeFieldProps) {
  const t = useT<ReleaseWords>();
  const { timeZone } = useInterface();
  const { local, isSecond } = value;
  return (
    <>
      <DateField
        kind="time"
        name="apply_at"
        label={t('release.field_apply_at')}
        hint={t('release.time_hint', { zone: timeZone })}
        value={local}
        onChange={(to) => onChange({ local: to, isSecond: false })}
        error={error}
      />
      <ClockChange
        name="apply_at"
        zone={timeZone}
        local={local}
        onLocal={(to) => onChange({ local: to, isSecond: false })}
        isSecond={isSecond}
        onSecond={(to) => onChange({ local, isSecond: to })}
      />
    </>
  );
}

/** The seconds at which the clocks of the office show a time; null if none was chosen. Throws if they never do. */
export function useTimeOf(): (value: TypedTime) => number | null {
  const t = useT();
  const { timeZone } = useInterface();
  return ({ local, isSecond }) => {
    if (local === '') return null;
    const at = timeAt(timeZone, local, isSecond);
    if (at === undefined) throw new Error(t('date.gap_refused'));
    return at;
  };
}
