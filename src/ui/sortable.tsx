import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from './interface.tsx';
import styles from './sortable.module.css';
import { dragMs, HandleIcon, SortableRow } from './sortable-row.tsx';

/** What can be moved: a record with its name. */
export interface SortableItem {
  id: number;
  title: string;
}

interface SortableProps<Item extends SortableItem> {
  /** The name of the list. */
  label: string;
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  /** What a row shows beside its handle and its position; its title unless said otherwise. */
  render?: (item: Item) => ReactNode;
  /** All rows are equally high. Pixels. */
  rowHeight?: number;
}

const vertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * A list put in order by pointer, by keyboard or by typing a position. Only the rows in sight are drawn, so that
 * thousands cost no more than a few dozen. Load it where it is used: it brings the drag library along.
 */
export function Sortable<Item extends SortableItem>(props: SortableProps<Item>) {
  const { label, items, onChange, render, rowHeight = 44 } = props;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<UniqueIdentifier | null>(null);
  // Where the focus goes once the row it belongs to is drawn at its new place.
  const [followed, setFollowed] = useState<UniqueIdentifier | null>(null);
  const [said, setSaid] = useState('');
  const ids = useMemo(() => items.map((item) => item.id), [items]);
  const places = useMemo(() => new Map<UniqueIdentifier, number>(ids.map((id, place) => [id, place])), [ids]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => ids[place] ?? place,
    overscan: 8,
    // The lifted row stays drawn while the list scrolls beneath it.
    rangeExtractor: (range) => {
      const place = lifted === null ? undefined : places.get(lifted);
      const shown = defaultRangeExtractor(range);
      return place === undefined || shown.includes(place) ? shown : [...shown, place].sort((a, b) => a - b);
    },
  });
  const moveTo = (id: UniqueIdentifier, wanted: number, follow: boolean) => {
    const from = places.get(id);
    const to = Math.min(Math.max(wanted, 0), items.length - 1);
    if (from === undefined || from === to) return;
    onChange(arrayMove([...items], from, to));
    setSaid(t('sort.moved', { name: items[from]?.title ?? '', position: to + 1, count: items.length }));
    if (!follow) return;
    setFollowed(id);
    virtualizer.scrollToIndex(to, { align: 'center' });
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setLifted(null);
    const [from, to] = [places.get(active.id), over ? places.get(over.id) : undefined];
    if (from !== undefined && to !== undefined && from !== to) onChange(arrayMove([...items], from, to));
  };
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 3 } }),
    useSensor(KeyboardSensor, { coordinateGetter: rowByRow(ids, places, rowHeight), scrollBehavior: 'auto' }),
  );
  const overlay = lifted === null ? undefined : items[places.get(lifted) ?? -1];
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertical]}
      onDragStart={({ active }) => setLifted(active.id)}
      onDragEnd={drop}
      onDragCancel={() => setLifted(null)}
      accessibility={{
        announcements: useAnnouncements(items, places),
        screenReaderInstructions: { draggable: t('sort.instructions') },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <div ref={scroller} className={styles.scroller}>
          <ol className={styles.list} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start, key }) => {
              const item = items[index];
              return (
                item && (
                  <SortableRow
                    key={key}
                    item={item}
                    place={index}
                    count={items.length}
                    top={start}
                    height={rowHeight}
                    focus={followed === item.id}
                    onFocused={() => setFollowed(null)}
                    onMove={moveTo}
                  >
                    {render ? render(item) : item.title}
                  </SortableRow>
                )
              );
            })}
          </ol>
        </div>
      </SortableContext>
      <p className={styles.said} role="status">
        {said}
      </p>
      {createPortal(
        <DragOverlay dropAnimation={prefersStill() ? null : { duration: dragMs, easing: 'ease' }}>
          {overlay && (
            <div className={styles.overlay}>
              <HandleIcon />
              <span className={styles.content}>{render ? render(overlay) : overlay.title}</span>
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const steps: Record<string, number> = { [KeyboardCode.Down]: 1, [KeyboardCode.Up]: -1 };

/** Moves the lifted row by whole rows and never beyond the ends, also where the next row is not drawn yet. */
function rowByRow(
  ids: readonly UniqueIdentifier[],
  places: ReadonlyMap<UniqueIdentifier, number>,
  rowHeight: number,
): KeyboardCoordinateGetter {
  return (event, { active, context, currentCoordinates }) => {
    const step = steps[event.code];
    if (step === undefined) return undefined;
    event.preventDefault();
    const place = places.get(context.over?.id ?? active) ?? 0;
    const next = ids[place + step];
    if (next === undefined) return undefined;
    const top = context.droppableRects.get(next)?.top ?? currentCoordinates.y + step * rowHeight;
    return { x: currentCoordinates.x, y: top };
  };
}

/** What a screen reader says while a row is moved. */
function useAnnouncements(
  items: readonly SortableItem[],
  places: ReadonlyMap<UniqueIdentifier, number>,
): Announcements {
  const t = useT();
  const values = (id: UniqueIdentifier, at: UniqueIdentifier = id) => ({
    name: items[places.get(id) ?? -1]?.title ?? '',
    position: (places.get(at) ?? 0) + 1,
    count: items.length,
  });
  return {
    onDragStart: ({ active }) => t('sort.lifted', values(active.id)),
    onDragOver: ({ active, over }) => (over ? t('sort.moved', values(active.id, over.id)) : undefined),
    onDragEnd: ({ active, over }) => t('sort.dropped', values(active.id, over?.id)),
    onDragCancel: ({ active }) => t('sort.cancelled', { name: values(active.id).name }),
  };
}
