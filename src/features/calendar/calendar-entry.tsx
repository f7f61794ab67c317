import { useDraggable } from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import type { CSSProperties } from 'react';
import { languageTag } from '#kernel/messages/locale.ts';
import { clockText } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Text } from '#ui/kit/text.tsx';
import { HandleIcon } from '#ui/order/sortable-row.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import styles from './calendar.module.css';
import { type CalendarSlot, keyOf, stepFrom } from './calendar.rules.ts';
import type { ShownEntry } from './entries.read.ts';

export interface EntryPiece {
  entry: ShownEntry;
  drawing: string;
  /** Of an entry of several days: whether this is its first and its last day. */
  starts: boolean;
  ends: boolean;
  /** It is the first piece shown: the one that names the entry and can be moved. */
  leads: boolean;
  /** Of the first piece of a week, which names the entry: on how many days it goes on there; 0 of the others. */
  room: number;
}

interface CalendarEntryProps extends EntryPiece {
  slot: CalendarSlot;
  onMove: (key: string, to: CalendarSlot) => void;
}

/** An entry, or its piece of one day. */
export function CalendarEntry({ entry, drawing, starts, ends, leads, room, slot, onMove }: CalendarEntryProps) {
  const t = useT<CalendarWords>();
  const { locale, timeZone } = useInterface();
  const { title, line, href, start, isDay, state, move } = entry;
  const key = keyOf(entry);
  // It is moved by its first day, which may lie before those shown.
  const isMovable = move !== undefined && leads && starts;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging } = useDraggable({
    id: isMovable ? key : `${key} ${slot.day}`,
    disabled: !isMovable,
    attributes: { roleDescription: t('calendar.entry_role') },
  });
  const isWhole = drawing === 'bar' || isDay;
  const time = isWhole ? '' : clockText(languageTag(locale), timeZone, start);
  const detail = [time, line].filter(Boolean).join(' · ');
  const stepped = (event: React.KeyboardEvent) => {
    if (!event.shiftKey || !isMovable || isDragging) return;
    const to = stepFrom(slot, event.code);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(key, to);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its link and its handle take the keys
    <li
      ref={setNodeRef}
      className={styles.entry}
      {...(leads && { 'data-key': `${key} ${start}`, 'data-entry': key })}
      data-variant={drawing}
      data-state={state}
      data-starts={starts || undefined}
      data-ends={ends || undefined}
      data-lifted={isDragging || undefined}
      data-named={room > 0 || undefined}
      style={{ '--room': room, transform: CSS.Translate.toString(transform) } as CSSProperties}
      onKeyDownCapture={stepped}
      onMouseDown={isMovable ? (listeners?.['onMouseDown'] as React.MouseEventHandler | undefined) : undefined}
    >
      <a href={href} title={[title, detail].filter(Boolean).join(': ')} draggable={false} tabIndex={leads ? 0 : -1}>
        <Text as="span" strong={drawing !== 'figure'}>
          {title}
        </Text>{' '}
        {detail !== '' && (drawing !== 'bar' || room > 0) && <small>{detail}</small>}
      </a>
      {isMovable && (
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={styles.move}
          {...attributes}
          {...listeners}
          aria-label={t('calendar.move', { name: [title, line].filter(Boolean).join(', ') })}
        >
          <HandleIcon />
        </button>
      )}
    </li>
  );
}
