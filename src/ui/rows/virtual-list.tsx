import { Frame } from '#ui/kit/card.tsx';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat, useT } from '../interface.tsx';
import { useTotal } from '../table/pager.tsx';
import styles from './virtual-list.module.css';

interface VirtualListProps {
  label: string;
  count: number;
  /** The height of every row. Pixels. */
  rowHeight: number;
  /** A header above the rows that stays visible. */
  head?: ReactNode;
  /** Below this width the list scrolls sideways. Pixels. */
  minWidth?: number;
  /** The row to have in view; another object has it in view again. */
  at?: { readonly row: number } | null;
  render: (index: number) => ReactNode;
  /** Called with the visible rows, so that they can be loaded. */
  onRange?: (first: number, last: number) => void;
}

/** A list of any length: only the visible rows are rendered, and paper says which these are. */
export function VirtualList({ label, count, rowHeight, head, minWidth, at, render, onRange }: VirtualListProps) {
  const t = useT();
  const format = useFormat();
  const all = useTotal(count, count);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- only a compiler that memoises by itself minds its methods
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    // The server renders some rows without knowing any heights.
    initialRect: { width: 0, height: 10 * rowHeight },
  });
  const drawn = rows.getVirtualItems();
  useEffect(() => {
    if (at) rows.scrollToIndex(at.row);
  }, [at, rows]);
  const [first, last] = [drawn[0]?.index, drawn.at(-1)?.index];
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last);
  }, [first, last, onRange]);
  return (
    <Frame ref={scroller} className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      {head}
      <ol className={styles.list} style={{ height: rows.getTotalSize(), minWidth }}>
        {drawn.map(({ index, start }) => (
          <li
            key={index}
            className={styles.row}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {render(index)}
          </li>
        ))}
      </ol>
      {first !== undefined && last !== undefined && drawn.length < count && (
        <p className={styles.part}>
          {t('table.range', { from: format.number(first + 1), to: format.number(last + 1), all })}
        </p>
      )}
    </Frame>
  );
}
