import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { useMemo, useRef } from 'react';
import { useT } from '../interface.tsx';

/** A movable record with its name. */
export interface SortableItem {
  id: number;
  title: string;
}

export type Id = UniqueIdentifier;

/** The place of each row, from 0. */
export type Places = ReadonlyMap<Id, number>;

export function usePlaces(items: readonly SortableItem[]): { ids: Id[]; places: Places } {
  return useMemo(() => {
    const ids = items.map((item) => item.id);
    return { ids, places: new Map<Id, number>(ids.map((id, place) => [id, place])) };
  }, [items]);
}

const steps: Record<string, number> = { [KeyboardCode.Down]: 1, [KeyboardCode.Up]: -1 };

/** Moves the picked-up row by whole rows and never beyond the ends, even if the next row is not rendered yet. */
export function rowByRow(ids: readonly Id[], places: Places, rowHeight: number): KeyboardCoordinateGetter {
  return (event, { active, context, currentCoordinates }) => {
    const step = steps[event.code];
    if (step === undefined) return undefined;
    event.preventDefault();
    const next = ids[(places.get(context.over?.id ?? active) ?? 0) + step];
    if (next === undefined) return undefined;
    const top = context.droppableRects.get(next)?.top ?? currentCoordinates.y + step * rowHeight;
    return { x: currentCoordinates.x, y: top };
  };
}

/** The row whose place the pointer is at, or is nearest to in the visible part of the list; by keyboard the nearest. */
export const underPointer: CollisionDetection = (args) => {
  const { droppableContainers, droppableRects, pointerCoordinates } = args;
  if (!pointerCoordinates) return closestCenter(args);
  const frame = droppableContainers[0]?.node.current?.closest('[data-frame]')?.getBoundingClientRect();
  const y = frame ? Math.min(Math.max(pointerCoordinates.y, frame.top), frame.bottom - 1) : pointerCoordinates.y;
  const away = (id: Id) => {
    const { top, bottom } = droppableRects.get(id) ?? { top: Infinity, bottom: -Infinity };
    return Math.max(top - y, y - bottom, 0);
  };
  return droppableContainers.map(({ id }) => ({ id, away: away(id) })).toSorted((a, b) => a.away - b.away);
};

/** What a screen reader says while a row is moved. */
export function useAnnouncements(items: readonly SortableItem[], places: Places): Announcements {
  const t = useT();
  const lifting = useRef(false);
  const values = (id: Id, at: Id = id) => ({
    name: items[places.get(id) ?? -1]?.title ?? '',
    position: (places.get(at) ?? 0) + 1,
    count: items.length,
  });
  return {
    onDragStart: ({ active }) => {
      lifting.current = true;
      return t('sort.lifted', values(active.id));
    },
    onDragOver: ({ active, over }) => {
      // The first event reports its own place, and would interrupt the previous announcement.
      const first = lifting.current;
      lifting.current = false;
      return over && !(first && over.id === active.id) ? t('sort.moved', values(active.id, over.id)) : undefined;
    },
    onDragEnd: ({ active, over }) => t('sort.dropped', values(active.id, over?.id)),
    onDragCancel: ({ active }) => t('sort.cancelled', { name: values(active.id).name }),
  };
}
