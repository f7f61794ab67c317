import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import type { GuideWords } from './guide.messages.ts';
import { columnCount, draggedRange, type Gesture, type Range, sameRange } from './guide.rules.ts';
import { LegendBands } from './legend.tsx';
import styles from './range-bar.module.css';
import { barStyle, TimelineTrack, useRangeText } from './timeline.tsx';

interface RangeBarProps {
  /** The name of its item. */
  name: string;
  range: Range;
  ages: readonly string[];
  labels: readonly string[];
  legends: readonly string[];
  /** The id of the element that explains how to use it. */
  hintId: string;
  /** `typing` is true while more key presses may follow. */
  onChange: (range: Range, typing: boolean) => void;
  /** No more key presses will follow. */
  onSettled: () => void;
}

/** A drag in progress: where it began, and the width of a column. Pixels. */
interface Drag {
  gesture: Gesture;
  x: number;
  column: number;
  range: Range;
}

const keys: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -columnCount, End: columnCount };

/** A bar on its track: drag it to move it, or drag an end to resize it, in whole columns; also by keyboard. */
export function RangeBar(props: RangeBarProps) {
  const { name, range, ages, labels, legends, hintId, onChange, onSettled } = props;
  const t = useT<GuideWords>();
  const textOf = useRangeText(ages);
  const track = useRef<HTMLSpanElement>(null);
  const drag = useRef<Drag>(null);
  const [dragged, setDragged] = useState<Range | null>(null);
  const shown = dragged ?? range;

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !track.current) return;
    // Prevents text selection, and with it the default focus, which is set by hand.
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const gesture = gestureOf(event.target);
    drag.current = { gesture, x: event.clientX, column: track.current.clientWidth / columnCount, range };
    setDragged(range);
  };
  const rangeAt = ({ gesture, x, column, range: from }: Drag, event: PointerEvent) =>
    draggedRange(from, gesture, Math.round((event.clientX - x) / column));
  const follow = (event: PointerEvent) => {
    if (drag.current) setDragged(rangeAt(drag.current, event));
  };
  const cancel = () => {
    drag.current = null;
    setDragged(null);
  };
  const drop = (event: PointerEvent) => {
    if (!drag.current) return;
    const dropped = rangeAt(drag.current, event);
    cancel();
    if (!sameRange(dropped, range)) onChange(dropped, false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && drag.current) {
      event.stopPropagation();
      cancel();
    }
    const by = keys[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = draggedRange(range, event.shiftKey ? 'end' : 'move', by);
    if (!sameRange(next, range)) onChange(next, true);
  };
  return (
    <TimelineTrack ref={track}>
      <span
        className={styles.bar}
        style={barStyle(shown)}
        data-dragged={dragged !== null || undefined}
        role="slider"
        tabIndex={0}
        aria-label={t('guide.bar', { name })}
        aria-describedby={hintId}
        aria-valuemin={1}
        aria-valuemax={columnCount}
        aria-valuenow={shown.start}
        aria-valuetext={textOf(shown)}
        title={textOf(shown)}
        onPointerDown={begin}
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerCancel={cancel}
        onKeyDown={press}
        onBlur={onSettled}
      >
        <LegendBands labels={labels} legends={legends} />
        <span className={styles.grip} data-grip="start" />
        <span className={styles.grip} data-grip="end" />
      </span>
    </TimelineTrack>
  );
}

function gestureOf(target: EventTarget): Gesture {
  const grip = target instanceof HTMLElement ? target.dataset['grip'] : undefined;
  return grip === 'start' || grip === 'end' ? grip : 'move';
}
