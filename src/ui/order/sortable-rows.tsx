import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { Frame } from '#ui/kit/card.tsx';
import { Unseen } from '#ui/kit/text.tsx';
import { useT } from '../interface.tsx';
import { movedTogether, stepsOf } from './moved.rules.ts';
import { togetherWith, usePickedRows } from './picked-rows.ts';
import styles from './sortable.module.css';
import type { Id, Places, SortableItem } from './sortable-places.ts';
import { SortableRow } from './sortable-row.tsx';

export type RowHeight = number | 'natural';

interface SortableRowsProps<Item extends SortableItem> {
  label: string;
  items: readonly Item[];
  /** The items to show, in the same order. */
  shown: readonly Item[];
  /** The place of each item among all items, and that of its row among those shown. */
  places: Places;
  rows: Places;
  lifted: Id | null;
  rowHeight: RowHeight;
  render: (item: Item) => ReactNode;
  onChange: (items: Item[]) => void;
}

/** The rows of a list: the visible ones, or all where rows are as high as their content. */
export function SortableRows<Item extends SortableItem>({ rowHeight, ...props }: SortableRowsProps<Item>) {
  return rowHeight === 'natural' ? <AllRows {...props} /> : <VisibleRows {...props} rowHeight={rowHeight} />;
}

/** The visible rows, plus the picked-up one however far the list has scrolled. */
function VisibleRows<Item extends SortableItem>(props: SortableRowsProps<Item> & { rowHeight: number }) {
  const { items, shown, lifted, rowHeight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- only a compiler that memoises by itself minds its methods
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (row) => shown[row]?.id ?? row,
    overscan: 8,
    rangeExtractor: (range) => withLifted(range, lifted === null ? undefined : props.rows.get(lifted)),
  });
  const { said, rowOf } = useMoves(props, (to) => {
    // Among a few found rows, a moved one stays in sight.
    if (shown.length === items.length) rows.scrollToIndex(to, { align: 'center' });
  });
  return (
    <>
      <Frame ref={scroller} className={styles.scroller} data-frame>
        <ol className={styles.list} aria-label={props.label} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => rowOf(index, { top: start, height: rowHeight }))}
        </ol>
      </Frame>
      {said}
    </>
  );
}

function AllRows<Item extends SortableItem>(props: Omit<SortableRowsProps<Item>, 'rowHeight'>) {
  const { said, rowOf } = useMoves(props);
  return (
    <>
      <ol className={styles.list} aria-label={props.label}>
        {props.shown.map((_, row) => rowOf(row))}
      </ol>
      {said}
    </>
  );
}

/** How a row is rendered and moved by its position, and what screen readers announce. */
function useMoves<Item extends SortableItem>(
  { items, shown, places, render, onChange }: Omit<SortableRowsProps<Item>, 'rowHeight'>,
  onFollow?: (place: number) => void,
) {
  const t = useT();
  const picked = usePickedRows();
  // The row to focus once it is rendered in its new place.
  const [followed, setFollowed] = useState<Id | null>(null);
  const [said, setSaid] = useState('');
  const moveTo = (id: Id, wanted: number, follow: boolean) => {
    const from = places.get(id);
    const to = Math.min(Math.max(wanted, 0), items.length - 1);
    if (from === undefined || from === to) return;
    const together = togetherWith(picked, Number(id));
    // The row comes to the place, and what moves with it stands beside it.
    const before = items.slice(0, from).filter((item) => together.has(item.id)).length;
    const place = Math.min(Math.max(to - before, 0), items.length - together.size);
    onChange(movedTogether(items, together, place));
    setSaid(
      together.size > 1
        ? t('order.moved_several', { count: together.size, to: place + 1 })
        : t('sort.moved', { name: items[from]?.title ?? '', position: to + 1, count: items.length }),
    );
    if (!follow) return;
    setFollowed(id);
    onFollow?.(to);
  };
  return {
    said: (
      <Unseen as="p" role="status">
        {said}
      </Unseen>
    ),
    rowOf: (row: number, box?: { top: number; height: number }) => {
      const item = shown[row];
      const place = item && places.get(item.id);
      return (
        item &&
        place !== undefined && (
          <SortableRow
            key={item.id}
            item={item}
            place={place}
            box={box}
            count={items.length}
            stepsOf={() => stepsOf(items, shown, { id: item.id, together: togetherWith(picked, item.id) })}
            focus={followed === item.id}
            onFocused={() => setFollowed(null)}
            onMove={moveTo}
          >
            {render(item)}
          </SortableRow>
        )
      );
    },
  };
}

function withLifted(range: Range, place: number | undefined): number[] {
  const shown = defaultRangeExtractor(range);
  return place === undefined || shown.includes(place) ? shown : [...shown, place].toSorted((a, b) => a - b);
}
