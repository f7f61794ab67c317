import {
  type Collision,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
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

/** Of all targets under the pointer, a book comes before its row. */
const underPointer: CollisionDetection = (args) => {
  const isBook = ({ id }: Collision) => String(id).startsWith('book:');
  return pointerWithin(args).toSorted((a, b) => Number(isBook(b)) - Number(isBook(a)));
};

/**
 * Books are dragged with the mouse. Touch scrolls, and moves books by the menu, as the keyboard does: no drag could
 * reach a row that is a thousand rows away.
 */
export function RoadmapDrag({ rows, together, onLift, onChange, overlay, children }: RoadmapDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 5 } }));
  const drop = ({ active, over }: DragEndEvent) => {
    onLift(null);
    const bids = together(String(active.id));
    const change = over && changeOf(String(over.id), bids, rows);
    if (change) onChange(change);
  };
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={underPointer}
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

/** The change made by a drop. Waiting books go to the end of a row, wherever in it they are dropped. */
function changeOf(target: string, bids: readonly string[], rows: Rows): Change | null {
  const kind = target.split(':', 1)[0];
  const id = target.slice(target.indexOf(':') + 1);
  if (kind === 'waiting') return { to: 'row', bids, row: waitingRow };
  if (kind === 'new') return { to: 'row', bids, row: rows.length };
  if (kind === 'row') return { to: 'row', bids, row: Number(id) };
  const row = rowWith(rows, id);
  if (row === -1 || bids.includes(id)) return null;
  const arePlaced = bids.every((bid) => rowWith(rows, bid) !== -1);
  return arePlaced ? { to: 'place', bids, row, place: rows[row]?.indexOf(id) ?? 0 } : { to: 'row', bids, row };
}

function Lifted({ children }: { children: ReactNode }) {
  if (typeof document === 'undefined') return null;
  return createPortal(
    <DragOverlay dropAnimation={null}>{children && <div className={styles.lifted}>{children}</div>}</DragOverlay>,
    document.body,
  );
}
