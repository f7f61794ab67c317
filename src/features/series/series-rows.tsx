import { Frame } from '#ui/kit/card.tsx';
import { memo, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ShownMarks } from '#kernel/records/record-parts.ts';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { PlaceButton } from '#ui/order/place-button.tsx';
import { PickButton } from '#ui/table/pick-button.tsx';
import type { SeriesWords } from './series.messages.ts';
import type { SeriesListRow } from './series.read.ts';
import { SeriesPanel } from './series-panel.tsx';
import styles from './series-rows.module.css';

interface SeriesRowsProps {
  rows: SeriesListRow[];
  /** What other features mark them with. */
  marks: ShownMarks;
  /** The ids of the visible rows. */
  shown: ReadonlySet<number>;
  open: number | null;
  onChange: (rows: SeriesListRow[]) => void;
  /** Asks where to move a series. */
  onMove: (id: number) => void;
}

/** The rows as plain HTML, without a component each: thousands are rendered, but only visible ones are laid out. */
export const SeriesRows = memo(function SeriesRows({ rows, marks, shown, open, onChange, onMove }: SeriesRowsProps) {
  const t = useT<SeriesWords>();
  // A series once opened stays mounted when it is closed or filtered out, so that half-typed input is kept.
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(
    () => new Map(open === null ? [] : [[open, true]]),
  );
  const [current, setCurrent] = useState(open);
  const toggle = (id: number) => {
    setOpened(new Map(opened).set(id, !opened.get(id)));
    setCurrent(opened.get(id) ? null : id);
  };
  return (
    <Frame as="ol" id="series_list" className={styles.list}>
      {rows.map((row, index) => {
        const { ser_idx: id, title, levels, books } = row;
        const isOpen = opened.get(id) ?? false;
        return (
          <li key={id} id={`series-${id}`} data-key={id} hidden={!shown.has(id)}>
            <Inline whole gap={0} className={styles.head}>
              <PlaceButton title={title} position={index + 1} onMove={() => onMove(id)} />
              <Button
                variant="bare"
                data-printed
                data-unfolds
                className={styles.row}
                aria-expanded={isOpen}
                onClick={() => toggle(id)}
              >
                <Inline as="span" grow={160} breaks>
                  {title}
                </Inline>{' '}
                <Text as="span" tone="soft" size="small" number whole className={styles.count}>
                  {t('series.levels', { count: levels })}
                </Text>{' '}
                <Text as="span" tone="soft" size="small" number whole className={styles.count}>
                  {t('series.books', { count: books })}
                </Text>
              </Button>
              {marks[id] && <RecordPartActs acts={marks[id]} of={title} variant="quiet" isShort />}
              <PickButton picked={{ kind: 'series', id, title }} name={title} />
            </Inline>
            {opened.has(id) && (
              <div className={styles.panel} hidden={!isOpen}>
                <SeriesPanel
                  series={row}
                  isCurrent={id === current}
                  onRenamed={(saved) => onChange(rows.map((other) => (other === row ? { ...row, ...saved } : other)))}
                  onCounted={(count) =>
                    onChange(rows.map((other) => (other === row ? { ...row, levels: count } : other)))
                  }
                />
              </div>
            )}
          </li>
        );
      })}
    </Frame>
  );
});
