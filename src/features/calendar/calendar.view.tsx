import { useRef, useState } from 'react';
import { openFragment } from '#client/dialogs.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import type { CalendarWords } from './calendar.messages.ts';
import styles from './calendar.module.css';
import { calendarPath, daysIn, keyOf, lanesOf, type Span } from './calendar.rules.ts';
import { CalendarBar, type CalendarKind } from './calendar-bar.tsx';
import { CalendarDay, type DayPiece } from './calendar-day.tsx';
import { CalendarDrag } from './calendar-drag.tsx';
import { DayMenu, type OpenMenu } from './day-menu.tsx';
import type { ShownEntry } from './entries.read.ts';
import { DoubledNote } from './doubled-note.tsx';
import { OverlapNote } from './overlap-note.tsx';
import { useDayTexts } from './use-day-texts.ts';
import { useMove } from './use-move.ts';

interface CalendarProps {
  span: Span;
  /** A day in the shown period, 'YYYY-MM-DD', and one each in the periods before and after it. */
  on: string;
  before: string;
  after: string;
  days: string[];
  today: string;
  /** Seconds. */
  now: number;
  kinds: CalendarKind[];
  entries: ShownEntry[];
  /** Whether there are more entries than are shown. */
  isMore: boolean;
}

/** What releases, reservations, events and batches have in a month or a week, by day in the office's time zone. */
export default function CalendarScreen(props: CalendarProps) {
  const { span, on, days, now, kinds } = props;
  const t = useT<CalendarWords>();
  const { timeZone } = useInterface();
  const { dayText, numberText, weekdayText, slotText } = useDayTexts();
  const { drawn: entries, move, pending, doubled, putBack, saveAnyway, decide } = useMove(props.entries);
  const menu = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<OpenMenu | null>(null);
  useDueRefresh(
    now,
    entries.filter(({ state, start }) => state === 'ahead' && start > now).map(({ start }) => start),
  );
  const nameOf = (key: string) => {
    const entry = entries.find((one) => keyOf(one) === key);
    return entry ? [entry.title, entry.line].filter(Boolean).join(', ') : '';
  };
  const make = (day: string, at: HTMLElement) => {
    const { left, top } = at.getBoundingClientRect();
    setOpened({ day, label: dayText(day), x: left + 24, y: top + 24 });
  };
  const pieces = piecesByDay({ ...props, entries }, timeZone);
  const acts = kinds.flatMap(({ kind, create }) => (create ? [{ kind, ...create }] : []));
  return (
    <>
      <PageHead title={t('calendar.heading')}>
        <Button onClick={() => void openFragment(`${calendarPath}/subscribe`)}>{t('calendar.subscribe')}</Button>
      </PageHead>
      <CalendarBar {...props} />
      {pending && <OverlapNote pending={pending} onPutBack={putBack} onSave={saveAnyway} />}
      {doubled && <DoubledNote doubled={doubled} onPutBack={putBack} onDecide={decide} />}
      {props.isMore && <p role="status">{t('calendar.more_in_period', { count: entries.length })}</p>}
      {entries.length === 0 && (
        <Text tone="soft" below={12} above={12}>
          {t('calendar.none')}
        </Text>
      )}
      <CalendarDrag nameOf={nameOf} slotText={slotText} onMove={move}>
        <Frame className={styles.calendar} data-span={span}>
          <Text as="div" tone="soft" size="fine" className={styles.weekdays} aria-hidden>
            {days.slice(0, 7).map((day) => (
              <span key={day}>{weekdayText(day)}</span>
            ))}
          </Text>
          <div className={styles.days}>
            {days.map((day) => (
              <CalendarDay
                key={day}
                span={span}
                day={day}
                label={dayText(day)}
                number={numberText(day)}
                isToday={day === props.today}
                isOutside={span === 'month' && day.slice(0, 7) !== on.slice(0, 7)}
                pieces={pieces.get(day) ?? []}
                onMove={move}
                onMake={make}
              />
            ))}
          </div>
        </Frame>
      </CalendarDrag>
      <DayMenu ref={menu} opened={opened} acts={acts} />
      <Text tone="soft" below={12} above={12}>
        <span className={styles.hint} data-screen-only>
          {t('calendar.hint')}{' '}
        </span>
        {t('calendar.zone', { zone: timeZone })}
      </Text>
    </>
  );
}

/** The entries of each day shown; those of several days have a piece on each. */
function piecesByDay({ days, entries, kinds }: CalendarProps, timeZone: string): Map<string, DayPiece[]> {
  const drawings = new Map(kinds.map(({ kind, drawing }) => [kind, drawing]));
  const isBar = ({ kind }: ShownEntry) => drawings.get(kind) === 'bar';
  const lanes = lanesOf(entries.filter(isBar));
  const pieces = new Map<string, DayPiece[]>();
  for (const entry of entries) {
    const all = daysIn(timeZone, entry, days);
    for (const [n, day] of all.entries()) {
      const starts = daysIn(timeZone, { start: entry.start, end: entry.start }, [day]).length > 0;
      const ends = daysIn(timeZone, { start: entry.end - 1, end: entry.end }, [day]).length > 0;
      const weekday = days.indexOf(day) % 7;
      const room = n === 0 || weekday === 0 ? Math.min(7 - weekday, all.length - n) : 0;
      const piece = { entry, drawing: drawings.get(entry.kind) ?? 'edge', starts, ends, leads: n === 0, room };
      pieces.set(day, [...(pieces.get(day) ?? []), { ...piece, lane: lanes.get(entry) ?? null }]);
    }
  }
  return pieces;
}
