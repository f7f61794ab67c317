import { useDraggable, useDroppable } from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { languageTag } from '#kernel/messages/locale.ts';
import { clockText, hourText, localTime } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { HandleIcon } from '#ui/order/sortable-row.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { reservationHref, type Status, type Target } from '../reservation.rules.ts';
import styles from './calendar.module.css';
import { type CalendarSlot, type Span, slotId } from './calendar.rules.ts';

/** A change as the calendar shows it. */
export interface CalendarChange {
  res_idx: number;
  cid: string;
  title: string;
  target: Target;
  apply_at: number;
  status: Status;
  version: number;
  hasConflict: boolean;
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
  changes: readonly CalendarChange[];
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A day with its changes; in a week, hour by hour. */
export function CalendarDay({ span, day, label, number, isToday, isOutside, changes }: CalendarDayProps) {
  const { locale, timeZone } = useInterface();
  const hourOf = ({ apply_at }: CalendarChange) => Number(localTime(timeZone, apply_at).slice(11, 13));
  return (
    <section
      className={styles.day}
      aria-label={label}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-empty={changes.length === 0 || undefined}
    >
      <h2>
        <span className={styles.number} aria-hidden>
          {number}
        </span>
        <span className={styles.full}>{label}</span>
      </h2>
      {span === 'month' ? (
        <Slot slot={{ day, hour: null }} changes={changes} />
      ) : (
        hours.map((hour) => (
          <Slot key={hour} slot={{ day, hour }} changes={changes.filter((change) => hourOf(change) === hour)}>
            <span className={styles.hour} aria-hidden>
              {hourText(languageTag(locale), hour)}
            </span>
          </Slot>
        ))
      )}
    </section>
  );
}

interface SlotProps {
  slot: CalendarSlot;
  changes: readonly CalendarChange[];
  children?: ReactNode;
}

function Slot({ slot, changes, children }: SlotProps) {
  const { setNodeRef, isOver } = useDroppable({ id: slotId(slot) });
  return (
    <div
      ref={setNodeRef}
      className={styles.slot}
      data-over={isOver || undefined}
      data-empty={changes.length === 0 || undefined}
    >
      {children}
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <Change key={change.res_idx} change={change} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Change({ change }: { change: CalendarChange }) {
  const t = useT<ReservationWords>();
  const { locale, timeZone } = useInterface();
  const { res_idx, title, target, apply_at, status, hasConflict } = change;
  const isMovable = status === 'scheduled';
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging } = useDraggable({
    id: res_idx,
    disabled: !isMovable,
  });
  const what = t(`reservation.target_${target}`);
  const state = hasConflict && isMovable ? t('reservation.conflict') : t(`reservation.status_${status}`);
  return (
    <li
      ref={setNodeRef}
      className={styles.change}
      data-key={`${res_idx} ${apply_at}`}
      data-status={hasConflict && isMovable ? 'conflict' : status}
      data-lifted={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform) }}
    >
      <a href={reservationHref(res_idx)} title={`${title}: ${what}`}>
        <span>{title}</span>
        <small>
          <time dateTime={new Date(apply_at * 1000).toISOString()}>
            {clockText(languageTag(locale), timeZone, apply_at)}
          </time>
          {` · ${what}`}
          {status !== 'scheduled' || hasConflict ? ` · ${state}` : ''}
        </small>
      </a>
      {isMovable && (
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          {...listeners}
          aria-label={t('reservation.move', { name: `${what}: ${title}` })}
        >
          <HandleIcon />
        </button>
      )}
    </li>
  );
}
