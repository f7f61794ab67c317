import { languageTag } from '#kernel/messages/locale.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { Note } from '#ui/page/note.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import styles from './move-note.module.css';
import type { DoubledMove } from './use-move.ts';

interface DoubledNoteProps {
  doubled: DoubledMove;
  onPutBack: () => void;
  onDecide: (isSecond: boolean) => void;
}

/** A move that is not saved yet, and the two times it can mean since clocks go back. */
export function DoubledNote({ doubled: { entry, twice }, onPutBack, onDecide }: DoubledNoteProps) {
  const t = useT<CalendarWords>();
  const { locale, timeZone } = useInterface();
  const [first, second] = twice.map((at) => zonedText(languageTag(locale), timeZone, at));
  return (
    <Note tone="warn">
      <div className={styles.pending} role="status">
        <p>{t('calendar.doubled', { title: entry.title, zone: timeZone })}</p>
        <button type="button" className={button.button} onClick={() => onDecide(false)}>
          {t('date.twice_first', { time: first ?? '' })}
        </button>
        <button type="button" className={button.button} onClick={() => onDecide(true)}>
          {t('date.twice_second', { time: second ?? '' })}
        </button>
        <button type="button" className={button.button} onClick={onPutBack}>
          {t('calendar.keep')}
        </button>
      </div>
    </Note>
  );
}
