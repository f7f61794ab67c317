import { languageTag } from '#kernel/messages/locale.ts';
import { localTime, timeAfterGap, timesOf, zonedText } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Note } from '../kit/note.tsx';
import styles from './clock-change.module.css';

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
export function ClockChange({ name, zone, local, onLocal, isSecond, onSecond }: ClockChangeProps) {
  const t = useT();
  const { locale } = useInterface();
  const text = (at: number) => zonedText(languageTag(locale), zone, at);
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
      <fieldset className={styles.twice}>
        <legend>{t('date.twice', { zone })}</legend>
        {[first, second ?? first].map((at, index) => (
          <label key={at}>
            <input
              type="radio"
              name={`${name}_second`}
              checked={isSecond === (index === 1)}
              onChange={() => onSecond(index === 1)}
            />{' '}
            {t(index === 0 ? 'date.twice_first' : 'date.twice_second', { time: text(at) })}
          </label>
        ))}
      </fieldset>
    </Note>
  );
}
