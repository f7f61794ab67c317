import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { languageTag } from '#kernel/messages/locale.ts';
import { daysOfMonth, firstWeekday, monthAfter, weekOf } from '#kernel/text/calendar-days.rules.ts';
import type { DateKind } from '#kernel/text/date-text.rules.ts';
import { daysAfter } from '#kernel/text/period.rules.ts';
import { clockText, formatOf } from '#kernel/text/zoned-time.rules.ts';
import { positionBelow } from '../form/position-below.ts';
import { Icon } from '../icon.tsx';
import { useFormat, useInterface, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import styles from './month-calendar.module.css';
import { TimeOfDay } from './time-of-day.tsx';

interface CalendarProps {
  kind: DateKind;
  /** '' if there is none yet. */
  value: string;
  range: { min?: string | undefined; max?: string | undefined };
  isRequired: boolean;
  /** The field it belongs to. */
  anchor: RefObject<HTMLInputElement | null>;
  /** Picks a date, '' for none; `isLast` unless a time of day can follow. */
  onPick: (iso: string, isLast: boolean) => void;
  onClose: () => void;
}

/** The calendar of a date field; loaded when it is first opened. */
export function Calendar({ kind, value, range, isRequired, anchor, onPick, onClose }: CalendarProps) {
  const t = useT();
  const format = useFormat();
  const { locale } = useInterface();
  const language = languageTag(locale);
  const first = firstWeekday(language);
  const [today] = useState(() => format.isoDay(Date.now() / 1000));
  const [least, most] = [range.min?.slice(0, 10) ?? '1000-01-01', range.max?.slice(0, 10) ?? '9999-11-30'];
  const within = (day: string) => (day < least ? least : day > most ? most : day);
  const picked = value.slice(0, 10);
  const [current, setCurrent] = useState(within(picked || today));
  const grid = useRef<HTMLTableElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const days = daysOfMonth(current, first);
  const clock = value.slice(11) || '00:00';

  useEffect(() => {
    const position = () => anchor.current && panel.current && positionBelow(anchor.current, panel.current);
    panel.current?.showPopover();
    position();
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    addEventListener('scroll', position, true);
    addEventListener('resize', position);
    return () => {
      removeEventListener('scroll', position, true);
      removeEventListener('resize', position);
    };
  }, [anchor]);

  // The focus follows the keys, which may leave the month.
  const hasMoved = useRef(false);
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
    hasMoved.current = false;
  }, [current]);

  const move = (event: KeyboardEvent) => {
    // A list beneath has keys of its own.
    event.stopPropagation();
    const to = dayBy(event, current, first);
    if (to === undefined) return;
    event.preventDefault();
    hasMoved.current = within(to) !== current;
    setCurrent(within(to));
  };
  const pick = (day: string) => {
    setCurrent(day);
    onPick(kind === 'day' ? day : `${day}T${clock}`, kind === 'day');
  };
  const turn = (count: number, label: 'previous' | 'next') => (
    <Button
      variant="bare"
      {...stays}
      aria-label={t(`date.${label}_month`)}
      disabled={count < 0 ? monthAfter(current, 0) <= least : monthAfter(current, 1) > most}
      onClick={() => setCurrent(within(inMonth(current, count)))}
    >
      <Icon name={label} size={16} />
    </Button>
  );
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={t('date.calendar')}
      className={styles.calendar}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <Inline whole gap={0} below={4} className={styles.head}>
        <b aria-live="polite">{format.calendarMonth(current.slice(0, 7))}</b>
        {turn(-1, 'previous')}
        {turn(1, 'next')}
      </Inline>
      <table ref={grid} role="grid" aria-label={format.calendarMonth(current.slice(0, 7))} onKeyDown={move}>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col" abbr={nameIn(language, day, { weekday: 'long' })}>
                {nameIn(language, day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === picked}>
                  <Button
                    variant="bare"
                    {...stays}
                    data-day={day}
                    data-outside={day.slice(0, 7) !== current.slice(0, 7) || undefined}
                    aria-label={nameOf(language, day)}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === current ? 0 : -1}
                    disabled={day !== within(day)}
                    onClick={() => pick(day)}
                  >
                    {Number(day.slice(8))}
                  </Button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Inline whole gap={2} className={styles.foot}>
        {kind === 'time' && (
          <TimeOfDay
            {...stays}
            value={clock}
            nameOf={(time) => clockText(language, 'UTC', Date.parse(`1970-01-01T${time}Z`) / 1000)}
            onChange={(time) => onPick(`${picked || current}T${time}`, false)}
          />
        )}
        {today === within(today) && (
          <Button variant="bare" {...stays} onClick={() => pick(today)}>
            {t('date.today')}
          </Button>
        )}
        {!isRequired && value !== '' && (
          <Button variant="bare" {...stays} onClick={() => onPick('', true)}>
            {t('date.clear')}
          </Button>
        )}
        {kind === 'time' && (
          <Button variant="bare" {...stays} disabled={value === ''} onClick={() => onPick(value, true)}>
            {t('common.done')}
          </Button>
        )}
      </Inline>
    </div>
  );
}

// Escape closes the calendar, not the dialog around it.
const stays = { 'data-mantine-stop-propagation': 'true' } as const;

/** The day in another month, or the last of that month. */
function inMonth(day: string, count: number): string {
  const last = daysAfter(monthAfter(day, count + 1), -1);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** The day that a key leads to. */
function dayBy({ key, shiftKey }: KeyboardEvent, day: string, first: number): string | undefined {
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return daysAfter(day, -1);
    case 'ArrowRight':
      return daysAfter(day, 1);
    case 'ArrowUp':
      return daysAfter(day, -7);
    case 'ArrowDown':
      return daysAfter(day, 7);
    case 'Home':
      return weekOf(day, first);
    case 'End':
      return daysAfter(weekOf(day, first), 6);
    case 'PageUp':
      return inMonth(day, -months);
    case 'PageDown':
      return inMonth(day, months);
    default:
      return undefined;
  }
}

/** Holds the number that is seen as a word of its own, by which it can be said; in Korean a long date joins letters to it. */
const nameOf = (language: string, day: string): string =>
  nameIn(language, day, { dateStyle: language === 'ko' ? 'medium' : 'long' });

const nameIn = (language: string, day: string, part: Intl.DateTimeFormatOptions): string =>
  formatOf(language, { ...part, timeZone: 'UTC' }).format(Date.parse(day));
