import { useZonedText } from '#ui/date/use-zoned-text.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import type { DoubledMove } from './use-move.ts';

interface DoubledNoteProps {
  doubled: DoubledMove;
  onPutBack: () => void;
  onDecide: (isSecond: boolean) => void;
}

/** A move that is not saved yet, and the two times it can mean since clocks go back. */
export function DoubledNote({ doubled: { entry, twice }, onPutBack, onDecide }: DoubledNoteProps) {
  const t = useT<CalendarWords>();
  const { timeZone } = useInterface();
  const zoned = useZonedText();
  const [first, second] = twice.map((at) => zoned(timeZone, at));
  return (
    <Note tone="warn">
      <Stack tight role="status">
        <p>{t('calendar.doubled', { title: entry.title, zone: timeZone })}</p>
        <Inline tight>
          <Button onClick={() => onDecide(false)}>{t('date.twice_first', { time: first ?? '' })}</Button>
          <Button onClick={() => onDecide(true)}>{t('date.twice_second', { time: second ?? '' })}</Button>
          <Button onClick={onPutBack}>{t('calendar.keep')}</Button>
        </Inline>
      </Stack>
    </Note>
  );
}
