import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../interface.tsx';
import styles from './sortable.module.css';
import type { Id, Places, SortableItem } from './sortable-places.ts';
import { SortableRow } from './sortable-row.tsx';

interface SortableRowsProps<Item extends SortableItem> {
  label: string;
  items: readonly Item[];
  places: Places;
  lifted: Id | null;
  rowHeight: number;
  render: (item: Item) => ReactNode;
  onMove: (from: number, to: number) => void;
}

/** The visible rows, and the picked-up one wherever the list has scrolled. */
export function SortableRows<Item extends SortableItem>(props: SortableRowsProps<Item>) {
  const { items, places, lifted, rowHeight, render } = props;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  // The row that gets the focus once it is rendered in its new place.
  const [followed, setFollowed] = useState<Id | null>(null);
  const [said, setSaid] = useState('');
  // oxlint-disable-next-line react/incompatible-library -- only a compiler that memoises by itself minds its methods
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => items[place]?.id ?? place,
    overscan: 8,
    rangeExtractor: (range) => withLifted(range, lifted === null ? undefined : places.get(lifted)),
  });
  const moveTo = (id: Id, wanted: number, follow: boolean) => {
    const from = places.get(id);
    const to = Math.min(Math.max(wanted, 0), items.length - 1);
    if (from === undefined || from === to) return;
    props.onMove(from, to);
    setSaid(t('sort.moved', { name: items[from]?.title ?? '', position: to + 1, count: items.length }));
    if (!follow) return;
    setFollowed(id);
    rows.scrollToIndex(to, { align: 'center' });
  };
  const drawn = rows.getVirtualItems().flatMap(({ index, start }) => {
    const item = items[index];
    return item ? [{ item, place: index, top: start }] : [];
  });
  return (
    <>
      <div ref={scroller} className={styles.scroller}>
        <ol className={styles.list} aria-label={props.label} style={{ height: rows.getTotalSize() }}>
          {drawn.map((row) => (
            <SortableRow
              key={row.item.id}
              {...row}
              count={items.length}
              height={rowHeight}
              focus={followed === row.item.id}
              onFocused={() => setFollowed(null)}
              onMove={moveTo}
            >
              {render(row.item)}
            </SortableRow>
          ))}
        </ol>
      </div>
      <p className={styles.said} role="status">
        {said}
      </p>
    </>
  );
}

function withLifted(range: Range, place: number | undefined): number[] {
  const shown = defaultRangeExtractor(range);
  return place === undefined || shown.includes(place) ? shown : [...shown, place].toSorted((a, b) => a - b);
}
