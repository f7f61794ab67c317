import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  pointerWithin,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useId } from 'react';
import { useT } from '#ui/interface.tsx';
import { droppableAt } from '#ui/order/droppable-at.ts';
import { edgeScroll } from '#ui/order/edge-scroll.ts';
import { ExactMouseSensor } from '#ui/order/exact-sensors.ts';
import type { CalendarWords } from './calendar.messages.ts';
import { type CalendarSlot, slotId, slotOf, stepFrom } from './calendar.rules.ts';

interface CalendarDragProps {
  /** The names of entries and places, for announcements. */
  nameOf: (key: string) => string;
  slotText: (slot: CalendarSlot) => string;
  onMove: (key: string, to: CalendarSlot) => void;
  children: ReactNode;
}

// An entry moved by keyboard is located by its corner.
const inside = 6;

const underPoint: CollisionDetection = (args) => {
  const { collisionRect, droppableContainers, pointerCoordinates } = args;
  if (!pointerCoordinates) {
    const corner = { x: collisionRect.left + inside, y: collisionRect.top + inside };
    return pointerWithin({ ...args, pointerCoordinates: corner });
  }
  const slot = droppableAt(droppableContainers, pointerCoordinates);
  return slot ? [{ id: slot.id }] : [];
};

/** The arrow keys go to the adjacent day, week or hour shown. */
const slotBySlot: KeyboardCoordinateGetter = (event, { context }) => {
  const over = context.over?.id;
  if (over === undefined) return undefined;
  const next = stepFrom(slotOf(String(over)), event.code);
  const rect = next && context.droppableRects.get(slotId(next));
  if (!rect) return undefined;
  event.preventDefault();
  return { x: rect.left, y: rect.top };
};

/** Entries are dragged with the mouse, or picked up with Space and moved with the arrow keys; touch scrolls. */
export function CalendarDrag({ nameOf, slotText, onMove, children }: CalendarDragProps) {
  const t = useT<CalendarWords>();
  const sensors = useSensors(
    useSensor(ExactMouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: slotBySlot, scrollBehavior: 'auto' }),
  );
  const name = (id: UniqueIdentifier) => nameOf(String(id));
  const slot = (id: UniqueIdentifier) => slotText(slotOf(String(id)));
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('calendar.lifted', { name: name(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('calendar.over', { name: name(active.id), place: slot(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? t('calendar.dropped', { name: name(active.id), place: slot(over.id) })
        : t('calendar.put_back', { name: name(active.id) }),
    onDragCancel: ({ active }) => t('calendar.put_back', { name: name(active.id) }),
  };
  const drop = ({ active, collisions }: DragEndEvent) => {
    const target = collisions?.[0];
    if (target) onMove(String(active.id), slotOf(String(target.id)));
  };
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={underPoint}
      autoScroll={edgeScroll}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('calendar.move_help') } }}
    >
      {children}
    </DndContext>
  );
}
