import { Inline } from '#ui/kit/layout.tsx';
import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DroppableContainer,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { droppableAt } from '#ui/order/droppable-at.ts';
import { edgeScroll } from '#ui/order/edge-scroll.ts';
import { ExactMouseSensor } from '#ui/order/exact-sensors.ts';
import { type Change, type Rows, rowWith, waitingRow } from './roadmap.rules.ts';
import styles from './roadmap-editor.module.css';

interface RoadmapDragProps {
  rows: Rows;
  /** The books that move along with the dragged one. */
  together: (bid: string) => readonly string[];
  onLift: (bid: string | null) => void;
  onChange: (change: Change) => void;
  /** Follows the pointer; nothing while no book is dragged. */
  overlay: ReactNode;
  children: ReactNode;
}

/** In a row, the book that will follow, which is the first whose middle is right of the pointer; else the row itself. */
const underPointer: CollisionDetection = ({ droppableContainers, pointerCoordinates: pointer }) => {
  const isBook = ({ id }: DroppableContainer) => String(id).startsWith('book:');
  const areas = droppableContainers.filter((one) => !isBook(one));
  const area = pointer && droppableAt(areas, pointer);
  if (!area) return [];
  const [follower] = droppableContainers
    .filter((one) => isBook(one) && area.node.current?.contains(one.node.current))
    .map(({ id, node }) => ({ id, box: node.current?.getBoundingClientRect() ?? new DOMRect() }))
    .filter(({ box }) => pointer.x <= box.left + box.width / 2)
    .toSorted((a, b) => a.box.left - b.box.left);
  return [{ id: (follower ?? area).id }];
};

/**
 * Books are dragged with the mouse. Touch scrolls, and moves books by the menu, as the keyboard does: no drag could
 * reach a row that is a thousand rows away.
 */
export function RoadmapDrag({ rows, together, onLift, onChange, overlay, children }: RoadmapDragProps) {
  const sensors = useSensors(useSensor(ExactMouseSensor, { activationConstraint: { distance: 5 } }));
  const drop = ({ active, collisions }: DragEndEvent) => {
    onLift(null);
    const bids = together(String(active.id));
    const target = collisions?.[0];
    if (target) onChange(changeOf(String(target.id), bids, rows));
  };
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={underPointer}
      autoScroll={edgeScroll}
      onDragStart={({ active }) => onLift(String(active.id))}
      onDragEnd={drop}
      onDragCancel={() => onLift(null)}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
    >
      {children}
      <Lifted>{overlay}</Lifted>
    </DndContext>
  );
}

// Dragging takes a mouse, so it can be seen; the screen announces its result.
const nothing = () => undefined;
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

/** The change made by a drop. */
function changeOf(target: string, bids: readonly string[], rows: Rows): Change {
  const kind = target.split(':', 1)[0];
  const id = target.slice(target.indexOf(':') + 1);
  if (kind === 'waiting') return { to: 'row', bids, row: waitingRow };
  if (kind === 'new') return { to: 'row', bids, row: rows.length };
  const row = kind === 'row' ? Number(id) : rowWith(rows, id);
  const books = rows[row] ?? [];
  return { to: 'place', bids, row, place: kind === 'row' ? books.length : books.indexOf(id) };
}

function Lifted({ children }: { children: ReactNode }) {
  if (typeof document === 'undefined') return null;
  return createPortal(
    <DragOverlay dropAnimation={null} className={styles.overlay}>
      {children && (
        <Inline whole gap={10} className={styles.lifted}>
          {children}
        </Inline>
      )}
    </DragOverlay>,
    document.body,
  );
}
