import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { MenuBox, MenuOption } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useListener } from '#ui/use-listener.ts';
import type { RoadmapWords } from './roadmap.messages.ts';
import { type Change, type Rows, rowWith, waitingRow } from './roadmap.rules.ts';
import styles from './roadmap-menu.module.css';
import type { MenuPosition } from './use-roadmap-acts.ts';

interface RoadmapMenuProps {
  bids: readonly string[];
  /** The heading of the menu: the title of the only book, or how many there are. */
  label: string;
  rows: Rows;
  position: MenuPosition;
  /** A bulk edit has the same books before and after. */
  isBulk: boolean;
  onChoose: (change: Change) => void;
  onClose: () => void;
}

/** The actions for some books: a context menu for mouse, touch and keyboard. */
export function RoadmapMenu({ bids, label, rows, position, isBulk, onChoose, onClose }: RoadmapMenuProps) {
  const t = useT<RoadmapWords>();
  const [asksRow, setAsksRow] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useOutside(menu, onClose);
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role="menuitem"], input')?.focus();
  }, [asksRow]);
  const at = rowWith(rows, bids[0] ?? '');
  const allPlaced = bids.every((bid) => rowWith(rows, bid) !== -1);
  const somePlaced = bids.some((bid) => rowWith(rows, bid) !== -1);
  const items: { label: string; act: () => void }[] = [
    ...(rows.length > 0 ? [{ label: t('roadmap.move_to'), act: () => setAsksRow(true) }] : []),
    { label: t('roadmap.new_row'), act: () => onChoose({ to: 'row', bids, row: rows.length }) },
    ...(allPlaced
      ? [
          { label: t('roadmap.new_row_above'), act: () => onChoose({ to: 'new', bids, row: at }) },
          { label: t('roadmap.new_row_below'), act: () => onChoose({ to: 'new', bids, row: at + 1 }) },
        ]
      : []),
    ...(somePlaced && !isBulk
      ? [{ label: t('roadmap.remove'), act: () => onChoose({ to: 'row', bids, row: waitingRow }) }]
      : []),
  ];
  const press = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const now = buttons.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') onClose();
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };
  return (
    <MenuBox
      ref={menu}
      className={styles.menu}
      style={{ left: `min(${position.x}px, 100vw - 252px)`, top: `min(${position.y}px, 100dvh - 240px)` }}
    >
      <Text as="span" tone="soft" size="fine" cut className={styles.label} aria-hidden="true">
        {label}
      </Text>
      {asksRow ? (
        <RowNumber label={label} count={rows.length} onRow={(row) => onChoose({ to: 'row', bids, row })} />
      ) : (
        <Stack role="menu" aria-label={label} tabIndex={-1} gap={0} onKeyDown={press}>
          {items.map((item) => (
            <MenuOption key={item.label} role="menuitem" tabIndex={-1} onClick={item.act}>
              {item.label}
            </MenuOption>
          ))}
        </Stack>
      )}
    </MenuBox>
  );
}

function RowNumber({ label, count, onRow }: { label: string; count: number; onRow: (row: number) => void }) {
  const t = useT<RoadmapWords>();
  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onRow(Number(new FormData(event.currentTarget).get('row')) - 1);
  };
  return (
    <Stack as="form" tight className={styles.number} aria-label={label} onSubmit={choose}>
      <Input label={t('roadmap.move_row', { count })} type="number" name="row" min={1} max={count} step={1} required />
      <Button type="submit" variant="primary">
        {t('roadmap.move')}
      </Button>
    </Stack>
  );
}

/** Closes on Escape, on a press anywhere else, and when the page scrolls. */
function useOutside(menu: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  const leave = ({ target }: Event) => {
    if (!(target instanceof Node && menu.current?.contains(target))) onClose();
  };
  useListener('keydown', ({ key }) => key === 'Escape' && onClose(), { at: 'document' });
  useListener('pointerdown', leave, { at: 'document' });
  useListener('wheel', leave, { at: 'document' });
}
