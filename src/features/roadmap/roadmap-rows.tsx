import { Frame } from '#ui/kit/card.tsx';
import { useDroppable } from '@dnd-kit/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { RowWords } from './new-words/use-new-words.ts';
import type { RoadmapWords } from './roadmap.messages.ts';
import { type Rows, rowWith } from './roadmap.rules.ts';
import { BookTile } from './roadmap-book.tsx';
import styles from './roadmap-rows.module.css';
import { useRoadmapActs } from './use-roadmap-acts.ts';
import type { Shelf } from './use-shelf.ts';

interface RoadmapRowsProps {
  rows: Rows;
  shelf: Shelf;
  /** The dragged book: its row stays rendered wherever the list is scrolled. */
  lifted: string | null;
  /** The new words of a row; absent while they are counted. */
  wordsOf: (row: number) => RowWords | undefined;
  /** Below the last row. */
  children: ReactNode;
}

/** The rows in reading order. Only those in view are rendered, so that thousands cost no more than a few. */
export function RoadmapRows({ rows, shelf, lifted, wordsOf, children }: RoadmapRowsProps) {
  const t = useT<RoadmapWords>();
  const { followed } = useRoadmapActs();
  const scroller = useRef<HTMLDivElement>(null);
  const liftedRow = lifted === null ? -1 : rowWith(rows, lifted);
  // oxlint-disable-next-line react/incompatible-library -- only a compiler that memoises by itself minds its methods
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 172,
    overscan: 3,
    // For rendering on the server, which knows no height.
    initialRect: { width: 0, height: 700 },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return liftedRow === -1 || shown.includes(liftedRow) ? shown : [...shown, liftedRow].toSorted((a, b) => a - b);
    },
  });
  const drawn = list.getVirtualItems();
  const inView = drawn.flatMap(({ index }) => rows[index] ?? []);
  useEffect(() => shelf.need(inView));
  const followedRow = followed === null ? -1 : rowWith(rows, followed);
  useEffect(() => {
    if (followedRow !== -1) list.scrollToIndex(followedRow, { align: 'auto' });
  }, [followedRow, list]);
  return (
    <Frame ref={scroller} className={styles.scroller} role="region" aria-label={t('roadmap.rows')} tabIndex={0}>
      <ol className={styles.list} style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, start }) => (
          <Row
            key={index}
            index={index}
            count={rows.length}
            start={start}
            bids={rows[index] ?? []}
            shelf={shelf}
            words={wordsOf(index)}
            measure={list.measureElement}
          />
        ))}
      </ol>
      {children}
    </Frame>
  );
}

interface RowProps {
  index: number;
  count: number;
  start: number;
  bids: readonly string[];
  shelf: Shelf;
  words: RowWords | undefined;
  measure: (element: HTMLElement | null) => void;
}

function Row({ index, count, start, bids, shelf, words, measure }: RowProps) {
  const t = useT<RoadmapWords>();
  const { setNodeRef, isOver } = useDroppable({ id: `row:${index}` });
  return (
    <li
      ref={(element) => {
        setNodeRef(element);
        measure(element);
      }}
      className={styles.row}
      data-index={index}
      data-target={isOver || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Stack as="span" gap={0} tone="soft" size="small" className={styles.number}>
        <Text as="span" strong>
          {t('roadmap.row', { row: index + 1 })}
        </Text>
        {words && words.books.some((book) => book !== null) && <RowNote words={words} />}
      </Stack>
      <ul className={styles.books} aria-label={t('roadmap.row', { row: index + 1 })}>
        {bids.map((bid, place) => (
          <li key={bid}>
            <BookTile bid={bid} book={shelf.find(bid)} as="card" words={words?.books[place]} />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** How many new words a row has, and by how many they are too many. */
function RowNote({ words: { total, above } }: { words: RowWords }) {
  const t = useT<RoadmapWords>();
  return (
    <>
      <Text as="small" size="fine">
        {t('roadmap.new_words', { count: total })}
      </Text>
      {above !== null && (
        <Text as="small" tone="warn" size="fine" strong title={t('roadmap.new_words_above', { count: above })}>
          <span aria-hidden>▲ </span>
          {t('roadmap.new_words_over', { count: total - above })}
        </Text>
      )}
    </>
  );
}

interface NewRowProps {
  /** Makes a row of the selected books; null if none are selected. */
  onClick: (() => void) | null;
}

/** Everything below the last row: books dropped there make a new row. */
export function NewRow({ onClick }: NewRowProps) {
  const t = useT<RoadmapWords>();
  const { setNodeRef, isOver } = useDroppable({ id: 'new' });
  return (
    <div ref={setNodeRef} className={styles.rest} data-target={isOver || undefined}>
      <Button variant="bare" className={styles.new} disabled={onClick === null} onClick={() => onClick?.()}>
        {t('roadmap.drop_new')}
      </Button>
    </div>
  );
}
