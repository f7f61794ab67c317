import { useZonedText } from '#ui/date/use-zoned-text.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import { rivalValues } from './calendar.rules.ts';
import type { PendingMove } from './use-move.ts';

interface OverlapNoteProps {
  pending: PendingMove;
  onPutBack: () => void;
  onSave: () => void;
}

// Fields that are told one by one; the others are counted.
const shownFirst = 5;

/** A move that is not saved yet, and the values that it and others set at their times. */
export function OverlapNote({ pending: { entry, at, overlaps }, onPutBack, onSave }: OverlapNoteProps) {
  const t = useT<CalendarWords>();
  const { timeZone } = useInterface();
  const zoned = useZonedText();
  const rivals = rivalValues(entry, at, overlaps);
  const rest = rivals.length - shownFirst;
  return (
    <Note tone="warn">
      <Stack tight role="status">
        <div>
          <Text>
            {t('calendar.overlap', {
              title: entry.title,
              time: zoned(timeZone, at),
              others: overlaps.length,
            })}
          </Text>
          <ul>
            {rivals.slice(0, shownFirst).map(({ field, values }, nth) => (
              <li key={nth}>
                {`${field}: `}
                {values
                  .map(({ value, entry: { title, called } }) =>
                    t('calendar.overlap_value', { value, name: called ?? title }),
                  )
                  .join('; ')}
              </li>
            ))}
            {rest > 0 && <li>{t('calendar.rest', { count: rest })}</li>}
          </ul>
        </div>
        <Inline tight>
          <Button onClick={onPutBack}>{t('calendar.keep')}</Button>
          <Button onClick={onSave}>{t('calendar.save')}</Button>
        </Inline>
      </Stack>
    </Note>
  );
}
