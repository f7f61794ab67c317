import { timesOf } from '#kernel/text/zoned-time.rules.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import type { ReleaseWords } from '../release.messages.ts';

interface TimeFieldProps {
  value: string;
  onChange: (local: string) => void;
  error?: string | undefined;
}

/** The time of a release, by the clocks of the office. */
export function TimeField({ value, onChange, error }: TimeFieldProps) {
  const t = useT<ReleaseWords>();
  const { timeZone } = useInterface();
  const isSkipped = value !== '' && timesOf(timeZone, value).length === 0;
  return (
    <DateField
      kind="time"
      name="apply_at"
      label={t('release.field_apply_at')}
      hint={t('release.time_hint', { zone: timeZone })}
      value={value}
      onChange={onChange}
      error={isSkipped ? t('release.time_skipped') : error}
    />
  );
}

/** The seconds at which the clocks of the office show a time; null if none was chosen. Throws if they never do. */
export function useTimeOf(): (local: string) => number | null {
  const t = useT<ReleaseWords>();
  const { timeZone } = useInterface();
  return (local) => {
    if (local === '') return null;
    const [at] = timesOf(timeZone, local);
    if (at === undefined) throw new Error(t('release.time_skipped'));
    return at;
  };
}
