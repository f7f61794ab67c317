import type { ReactNode } from 'react';
import { ClockChange } from './clock-change.tsx';
import { DateField } from './date-field.tsx';

/** A time as typed: by the clocks of a zone, of two such times perhaps the second. */
export interface ClockTime {
  /** 'YYYY-MM-DDTHH:mm'; empty for none. */
  local: string;
  isSecond: boolean;
}

interface ClockFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: ReactNode;
  required?: boolean;
  zone: string;
  value: ClockTime;
  onChange: (value: ClockTime) => void;
}

/** A time by the clocks of a zone; asks which one is meant if they skip it, or show it twice. */
export function ClockField({ zone, value: { local, isSecond }, onChange, ...field }: ClockFieldProps) {
  const choose = (to: string) => onChange({ local: to, isSecond: false });
  return (
    <>
      <DateField {...field} kind="time" value={local} onChange={choose} />
      <ClockChange
        name={field.name}
        zone={zone}
        local={local}
        onLocal={choose}
        isSecond={isSecond}
        onSecond={(to) => onChange({ local, isSecond: to })}
      />
    </>
  );
}
