import type { ReactNode } from 'react';
import { localTime, timeAfterGap, timesOf } from '#kernel/text/zoned-time.rules.ts';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Radio, RadioGroup } from '../kit/choice.tsx';
import { Note } from '../kit/note.tsx';
import { DateField } from './date-field.tsx';
import { useZonedText } from './use-zoned-text.ts';

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

interface ClockChangeProps {
  /** The name of the field; the choice between two times is `<name>_second`. */
  name: string;
  zone: string;
  /** 'YYYY-MM-DDTHH:mm', as typed. */
  local: string;
  onLocal: (local: string) => void;
  /** Whether the second of a time that clocks show twice is meant. */
  isSecond: boolean;
  onSecond: (isSecond: boolean) => void;
}

/** Asks which time is meant if the clocks of a zone skip what was typed, or show it twice. */
function ClockChange({ name, zone, local, onLocal, isSecond, onSecond }: ClockChangeProps) {
  const t = useT();
  const zoned = useZonedText();
  const text = (at: number) => zoned(zone, at);
  const [first, second] = timesOf(zone, local);
  if (local === '' || Number.isNaN(Date.parse(local)) || (first !== undefined && second === undefined)) return null;
  if (first === undefined) {
    const after = timeAfterGap(zone, local);
    return (
      <Note tone="warn">
        <p role="status">{t('date.gap', { zone, time: text(after) })}</p>
        <Button onClick={() => onLocal(localTime(zone, after))}>{t('date.gap_take')}</Button>
      </Note>
    );
  }
  return (
    <Note tone="warn">
      <RadioGroup
        label={t('date.twice', { zone })}
        name={`${name}_second`}
        value={isSecond ? 'second' : 'first'}
        onChange={(to) => onSecond(to === 'second')}
      >
        <Radio value="first" label={t('date.twice_first', { time: text(first) })} />
        <Radio value="second" label={t('date.twice_second', { time: text(second ?? first) })} />
      </RadioGroup>
    </Note>
  );
}
