import { useDroppable } from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import { languageTag } from '#kernel/messages/locale.ts';
import { hourText, localTime } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import styles from './calendar.module.css';
import { type CalendarSlot, keyOf, type Span, slotId } from './calendar.rules.ts';
import { CalendarEntry, type EntryPiece } from './calendar-entry.tsx';

/** A piece of an entry on a day; bars have a lane. */
export interface DayPiece extends EntryPiece {
  lane: number | null;
}

interface CalendarDayProps {
  span: Span;
  day: string;
  /** The name of the day, in full, and its number. */
  label: string;
  number: string;
  isToday: boolean;
  /** The day belongs to the month before or after. */
  isOutside: boolean;
  pieces: readonly DayPiece[];
  onMove: (key: string, to: CalendarSlot) => void;
  onMake: (day: string, at: HTMLElement) => void;
}

// More entries of a day than this are folded.
const shown = 3;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A day with its entries; in a week, hour by hour beneath those of the whole day. */
export function CalendarDay({ span, day, label, number, isToday, isOutside, pieces, ...acts }: CalendarDayProps) {
  const t = useT<CalendarWords>();
  const { locale, timeZone } = useInterface();
  const isWhole = ({ entry, lane }: DayPiece) => lane !== null || entry.isDay === true;
  const hourOf = ({ entry }: DayPiece) => Number(localTime(timeZone, entry.start).slice(11, 13));
  const timed = pieces.filter((piece) => !isWhole(piece));
  return (
    <section
      className={styles.day}
      aria-label={label}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-empty={pieces.length === 0 || undefined}
    >
      <div className={styles.date}>
        <Button
          variant="bare"
          data-printed
          className={styles.number}
          // It begins with what is seen, for those who speak to the browser.
          aria-label={`${number}, ${t('calendar.on_day', { day: label })}`}
          aria-haspopup="true"
          onClick={({ currentTarget }) => acts.onMake(day, currentTarget)}
        >
          {number}
        </Button>
        <h2>{label}</h2>
      </div>
      {span === 'week' ? (
        <>
          <Slot slot={{ day, hour: null }} pieces={pieces.filter(isWhole)} {...acts} />
          {hours.map((hour) => (
            <Slot key={hour} slot={{ day, hour }} pieces={timed.filter((piece) => hourOf(piece) === hour)} {...acts}>
              <span className={styles.hour} aria-hidden>
                {hourText(languageTag(locale), hour)}
              </span>
            </Slot>
          ))}
        </>
      ) : (
        <Slot slot={{ day, hour: null }} pieces={pieces} isFolded={span === 'month'} {...acts} />
      )}
    </section>
  );
}

interface SlotProps extends Pick<CalendarDayProps, 'pieces' | 'onMove' | 'onMake'> {
  slot: CalendarSlot;
  isFolded?: boolean;
  children?: ReactNode;
}

function Slot({ slot, pieces, isFolded = false, onMove, onMake, children }: SlotProps) {
  const t = useT<CalendarWords>();
  const { setNodeRef, isOver } = useDroppable({ id: slotId(slot) });
  const [isOpen, setOpen] = useState(false);
  const bars = pieces.filter(({ lane }) => lane !== null);
  const lanes = Math.max(-1, ...bars.map(({ lane }) => lane ?? -1)) + 1;
  const others = pieces.filter(({ lane }) => lane === null);
  // One line more takes as much room as “1 more”.
  const room = Math.max(1, shown - lanes);
  const hasRest = isFolded && !isOpen && others.length > room + 1;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button of the day does the same
    <div
      ref={setNodeRef}
      className={styles.slot}
      data-over={isOver || undefined}
      data-empty={pieces.length === 0 || undefined}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onMake(slot.day, currentTarget);
      }}
    >
      {children}
      {pieces.length > 0 && (
        <Stack as="ul" gap={3}>
          {Array.from({ length: lanes }, (_, lane) => {
            const piece = bars.find((bar) => bar.lane === lane);
            return piece ? (
              <CalendarEntry key={keyOf(piece.entry)} {...piece} slot={slot} onMove={onMove} />
            ) : (
              <li key={`lane ${lane}`} className={styles.lane} aria-hidden />
            );
          })}
          {others.slice(0, hasRest ? room : undefined).map((piece) => (
            <CalendarEntry key={keyOf(piece.entry)} {...piece} slot={slot} onMove={onMove} />
          ))}
        </Stack>
      )}
      {hasRest && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {t('calendar.rest', { count: others.length - room })}
        </Button>
      )}
    </div>
  );
}
