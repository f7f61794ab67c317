import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  type Modifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, SortableContext } from '@dnd-kit/sortable';
import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../interface.tsx';
import { ExactPointerSensor } from './exact-sensors.ts';
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
}

/** Rows do not make way: a line shows where the picked-up row will be. */
const inPlace = () => null;

const vertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * A list ordered by pointer, by keyboard or by typing a position. Only visible rows are rendered, so thousands cost no
 * more than a few dozen. Load it lazily unless the screen is for dragging: it pulls in the drag library.
 */
export function Sortable<Item extends SortableItem>(props: SortableProps<Item>) {
  const { label, items, shown = items, onChange, render = titleOf, renderLifted = render, rowHeight = 44 } = props;
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
  const move = (from: number, to: number) => onChange(arrayMove([...items], from, to));
  const drop = ({ active, collisions }: DragEndEvent) => {
    setLifted(null);
    const target = collisions?.[0];
    const [from, to] = [places.get(active.id), target && places.get(target.id)];
    if (from !== undefined && to !== undefined && from !== to) move(from, to);
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
      <SortableContext items={rows.ids} strategy={inPlace}>
        <SortableRows
          {...{ label, items, shown, places, rows: rows.places, lifted, rowHeight, render }}
          onMove={move}
        />
      </SortableContext>
      <LiftedRow>{liftedItem && renderLifted(liftedItem)}</LiftedRow>
    </DndContext>
  );
}

const titleOf = (item: SortableItem): ReactNode => item.title;

/** Follows the pointer; nothing while no row is picked up. */
function LiftedRow({ children }: { children: ReactNode }) {
  if (typeof document === 'undefined') return null;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return createPortal(
    <DragOverlay className={styles.follower} dropAnimation={still ? null : { duration: dragMs, easing: 'ease' }}>
      {children && (
        <div className={styles.overlay}>
          <HandleIcon />
          <span className={styles.content}>{children}</span>
        </div>
      )}
    </DragOverlay>,
    document.body,
  );
}
