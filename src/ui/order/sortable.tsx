import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  type Modifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext } from '@dnd-kit/sortable';
import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../interface.tsx';
import { Inline } from '../kit/layout.tsx';
import { Text } from '../kit/text.tsx';
import { ExactPointerSensor } from './exact-sensors.ts';
import { movedTogether, placeAmong } from './moved.rules.ts';
import { PickedProvider, togetherWith, usePicks } from './picked-rows.ts';
import styles from './sortable.module.css';
import { type Id, rowByRow, type SortableItem, underPointer, useAnnouncements, usePlaces } from './sortable-places.ts';
import { dragMs, HandleIcon } from './sortable-row.tsx';
import { type RowHeight, SortableRows } from './sortable-rows.tsx';

export type { SortableItem };

interface SortableProps<Item extends SortableItem> {
  /** The name of the list. */
  label: string;
  items: readonly Item[];
  /** Those to show, in the same order; by default all. Each is moved within all items. */
  shown?: readonly Item[] | undefined;
  onChange: (items: Item[]) => void;
  /** The content of a row beside its handle and position; by default its title. */
  render?: (item: Item) => ReactNode;
  /** Follows the pointer while a row is dragged; by default the row's content. */
  renderLifted?: (item: Item) => ReactNode;
  /**
   * The height of every row, in pixels; only the visible ones are rendered. 'natural' renders all, each as high as its
   * content, whose parts stand beside the handle and wrap below it where there is no room.
   */
  rowHeight?: RowHeight;
  /** Rows have a box to pick them, and picked ones move together. */
  canPick?: boolean;
}

/** Rows do not make way: a line shows where the picked-up row will be. */
const unmoved = () => null;

const vertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * A list ordered by pointer, by keyboard or by typing a position. Only visible rows are rendered, so thousands cost no
 * more than a few dozen. Load it lazily unless the screen is for dragging: it pulls in the drag library.
 */
export function Sortable<Item extends SortableItem>(props: SortableProps<Item>) {
  const {
    label,
    items,
    shown = items,
    onChange,
    render = titleOf,
    renderLifted = render,
    rowHeight = 44,
    canPick,
  } = props;
  const t = useT();
  const { places } = usePlaces(items);
  const rows = usePlaces(shown);
  const [lifted, setLifted] = useState<Id | null>(null);
  const announcements = useAnnouncements(items, places);
  const sensors = useSensors(
    useSensor(ExactPointerSensor, { activationConstraint: { distance: 3 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: rowByRow(rows.ids, rows.places, rowHeight === 'natural' ? 0 : rowHeight),
      scrollBehavior: 'auto',
    }),
  );
  const picked = usePicks(items, shown);
  const drop = ({ active, collisions }: DragEndEvent) => {
    setLifted(null);
    const together = togetherWith(picked, Number(active.id));
    const target = Number(collisions?.[0]?.id);
    const [from, to] = [places.get(active.id), places.get(target)];
    if (from === undefined || to === undefined || together.has(target)) return;
    // Down it takes the place after the row under the pointer, up the place before.
    onChange(movedTogether(items, together, placeAmong(items, together, target) + (to > from ? 1 : 0)));
  };
  const liftedItem = lifted === null ? undefined : items[places.get(lifted) ?? -1];
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={underPointer}
      modifiers={[vertical]}
      onDragStart={({ active }) => setLifted(active.id)}
      onDragEnd={drop}
      onDragCancel={() => setLifted(null)}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sort.instructions') } }}
    >
      <PickedProvider value={canPick ? picked : null}>
        <SortableContext items={rows.ids} strategy={unmoved}>
          <SortableRows
            {...{ label, items, shown, places, rows: rows.places, lifted, rowHeight, render }}
            onChange={onChange}
          />
        </SortableContext>
      </PickedProvider>
      <LiftedRow others={liftedItem ? togetherWith(picked, liftedItem.id).size - 1 : 0}>
        {liftedItem && renderLifted(liftedItem)}
      </LiftedRow>
    </DndContext>
  );
}

const titleOf = (item: SortableItem): ReactNode => item.title;

/** Follows the pointer, with the number of the rows that come along; nothing while no row is picked up. */
function LiftedRow({ others, children }: { others: number; children: ReactNode }) {
  if (typeof document === 'undefined') return null;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return createPortal(
    <DragOverlay className={styles.follower} dropAnimation={still ? null : { duration: dragMs, easing: 'ease' }}>
      {children && (
        <Inline whole gap={98} className={styles.overlay}>
          <HandleIcon />
          <Text as="span" cut>
            {children}
            {others > 0 && <strong> +{others}</strong>}
          </Text>
        </Inline>
      )}
    </DragOverlay>,
    document.body,
  );
}
