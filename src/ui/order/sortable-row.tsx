import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../interface.tsx';
import styles from './sortable.module.css';

/** Duration of the drag animation. Milliseconds. */
export const dragMs = 150;

interface SortableRowProps {
  item: { id: number; title: string };
  /** From 0. */
  place: number;
  count: number;
  /** Its offset and height in the list; absent where rows are as high as their content. */
  box: { top: number; height: number } | undefined;
  /** Its position field gets the focus. */
  focus: boolean;
  onFocused: () => void;
  onMove: (id: number, place: number, follow: boolean) => void;
  children: ReactNode;
}

/** One row of a sortable list: its handle, its editable position, and its content. */
export function SortableRow(props: SortableRowProps) {
  const { item, place, count, box } = props;
  const t = useT();
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: item.id,
    transition: { duration: dragMs, easing: 'ease' },
    attributes: { roleDescription: t('sort.role') },
  });
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-key={item.id}
      data-lifted={isDragging || undefined}
      data-natural={box === undefined || undefined}
      aria-setsize={count}
      aria-posinset={place + 1}
      style={{ ...box, transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles.handle}
        {...attributes}
        {...listeners}
        aria-label={t('sort.handle', { name: item.title })}
      >
        <HandleIcon />
      </button>
      <PositionField key={place} {...props} />
      <span className={styles.content}>{props.children}</span>
    </li>
  );
}

/** The position as a field: Enter or leaving the field moves the row there. */
function PositionField({ item, place, count, focus, onFocused, onMove }: SortableRowProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!focus) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'nearest' });
    field.current?.select();
    onFocused();
  });
  const move = (input: HTMLInputElement, follow: boolean) => {
    const wanted = Math.round(input.valueAsNumber);
    if (Number.isNaN(wanted)) input.value = String(place + 1);
    else onMove(item.id, wanted - 1, follow);
  };
  return (
    <input
      ref={field}
      type="number"
      min={1}
      max={count}
      defaultValue={place + 1}
      className={styles.position}
      aria-label={t('sort.position', { name: item.title })}
      title={t('sort.position_hint')}
      onBlur={(event) => move(event.currentTarget, false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // Inside a form it would submit the form.
          event.preventDefault();
          move(event.currentTarget, true);
        }
        if (event.key === 'Escape') event.currentTarget.value = String(place + 1);
      }}
    />
  );
}

export const HandleIcon = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
    <circle cx="5.500" cy="3.500" r="1.300" />
    <circle cx="10.500" cy="3.500" r="1.300" />
    <circle cx="5.500" cy="8" r="1.300" />
    <circle cx="10.500" cy="8" r="1.300" />
    <circle cx="5.500" cy="12.500" r="1.300" />
    <circle cx="10.500" cy="12.500" r="1.300" />
  </svg>
);
