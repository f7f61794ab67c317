import { useT } from '../interface.tsx';
import { BareSelect } from '../kit/bare-field.tsx';

interface TimeOfDayProps {
  /** 'HH:mm'. */
  value: string;
  nameOf: (time: string) => string;
  onChange: (time: string) => void;
}

// Other minutes are typed.
const halfHours = Array.from(
  { length: 48 },
  (_, nth) => `${String(Math.floor(nth / 2)).padStart(2, '0')}:${nth % 2 === 0 ? '00' : '30'}`,
);

/** The time of day beside a calendar. */
export function TimeOfDay({ value, nameOf, onChange, ...passed }: TimeOfDayProps) {
  const t = useT();
  const times = halfHours.includes(value) ? halfHours : [...halfHours, value].toSorted();
  return (
    <BareSelect
      {...passed}
      aria-label={t('date.time_of_day')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {times.map((time) => (
        <option key={time} value={time}>
          {nameOf(time)}
        </option>
      ))}
    </BareSelect>
  );
}
