import { useSortable } from '@dnd-kit/sortable';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { Text } from '../kit/text.tsx';
import { togetherWith, usePickedRows } from './picked-rows.ts';
import styles from './sortable.module.css';

/** Duration of the drag animation. Milliseconds. */
export const dragMs = 150;

interface SortableRowProps {
  item: { id: number; title: string };
  /** From 0. */
  place: number;
  count: number;
  /** Where a step up and down leads. */
  stepsOf: () => { up: number | undefined; down: number | undefined };
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
  const { item, place, count, stepsOf, box } = props;
  const t = useT();
  const sortable = useSortable({ id: item.id, attributes: { roleDescription: t('sort.role') } });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = sortable;
  const picked = usePickedRows();
  const together = togetherWith(picked, Number(sortable.active?.id));
  const side = together.has(item.id) ? undefined : dropSide(sortable);
  const [chosen, setChosen] = useState(false);
  const moveByKey = (event: KeyboardEvent): boolean => {
    const to = placeFor(event, { place, count, stepsOf });
    if (to !== undefined && to !== place) props.onMove(item.id, to, true);
    // In the field it is a letter.
    const chooses =
      event.code === 'KeyM' && event.target instanceof HTMLButtonElement && !event.ctrlKey && !event.metaKey;
    if (chooses) setChosen(true);
    if (to !== undefined || chooses) event.preventDefault();
    return to !== undefined || chooses;
  };
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-key={item.id}
      data-sortable
      data-lifted={isDragging || undefined}
      data-natural={box === undefined || undefined}
      aria-setsize={count}
      aria-posinset={place + 1}
      data-drop={side}
      data-drop-at={side && together.size === 1 ? t('sort.drop_at', { position: place + 1 }) : undefined}
      style={box}
    >
      <Button
        variant="bare"
        ref={setActivatorNodeRef}
        className={styles.handle}
        {...attributes}
        {...listeners}
        onKeyDown={(event) => {
          if (!moveByKey(event)) listeners?.['onKeyDown']?.(event);
        }}
        aria-label={t('sort.handle', { name: item.title })}
      >
        <HandleIcon />
      </Button>
      <PickBox item={item} />
      <PositionField
        key={place}
        {...props}
        focus={props.focus || chosen}
        onFocused={() => {
          setChosen(false);
          props.onFocused();
        }}
        onMoveKey={moveByKey}
      />
      <Text as="span" cut className={styles.content}>
        {props.children}
      </Text>
    </li>
  );
}

/** Picks the row, so that it moves together with the others that are picked. */
function PickBox({ item: { id, title } }: Pick<SortableRowProps, 'item'>) {
  const t = useT();
  const picked = usePickedRows();
  if (!picked) return null;
  return (
    <Checkbox
      aria-label={t('sort.pick', { name: title })}
      checked={picked.ids.has(id)}
      onChange={({ nativeEvent }) => picked.pick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
}

/** The side of a row on which the picked-up one is dropped: it takes the place of this row. */
function dropSide({ isOver, activeIndex, overIndex }: ReturnType<typeof useSortable>): 'above' | 'below' | undefined {
  if (!isOver || activeIndex === -1 || activeIndex === overIndex) return undefined;
  return overIndex < activeIndex ? 'above' : 'below';
}

/** Where a key moves a row: over the next one that is shown, or to an end. */
function placeFor(
  { altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent,
  { place, count, stepsOf }: Pick<SortableRowProps, 'place' | 'count' | 'stepsOf'>,
): number | undefined {
  if (!altKey || ctrlKey || metaKey || shiftKey) return undefined;
  if (code === 'ArrowUp' || code === 'ArrowDown') return stepsOf()[code === 'ArrowUp' ? 'up' : 'down'] ?? place;
  return { Home: 0, End: count - 1 }[code];
}

/** The position as a field: Enter or leaving the field moves the row there. */
function PositionField(props: SortableRowProps & { onMoveKey: (event: KeyboardEvent) => boolean }) {
  const { item, place, count, focus, onFocused, onMove, onMoveKey } = props;
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
    <BareInput
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
        if (onMoveKey(event)) return;
        if (isEnter(event)) {
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
