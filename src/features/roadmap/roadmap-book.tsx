import { useDraggable, useDroppable } from '@dnd-kit/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { Cover } from '#ui/cover.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { RoadmapBook } from './roadmap.contract.ts';
import type { RoadmapWords } from './roadmap.messages.ts';
import styles from './roadmap-book.module.css';
import { useRoadmapActs } from './use-roadmap-acts.ts';

// The duration of a long press on phones, and how far a finger may tremble during it. Milliseconds, pixels.
const pressMs = 500;
const trembles = 10;

interface Spot {
  x: number;
  y: number;
}

/** Detects a long press, since not every browser opens a context menu for it. */
function useLongPress(onPress: (spot: Spot) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<Spot>({ x: 0, y: 0 });
  const pressed = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  return {
    /** The browser opens its own context menu: cancels the press; true if it was already handled. */
    giveWay: () => {
      stop();
      return pressed.current;
    },
    /** Whether a click only ended a long press. */
    isOver: () => {
      const was = pressed.current;
      pressed.current = false;
      return was;
    },
    listeners: {
      onPointerDown: (event: PointerEvent) => {
        stop();
        pressed.current = false;
        if (event.pointerType !== 'touch') return;
        const spot = { x: event.clientX, y: event.clientY };
        start.current = spot;
        timer.current = setTimeout(() => {
          pressed.current = true;
          onPress(spot);
        }, pressMs);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = start.current;
        if (Math.hypot(clientX - x, clientY - y) > trembles) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  };
}

interface BookTileProps {
  bid: string;
  /** Absent until it is loaded. */
  book: RoadmapBook | undefined;
  /** As a line of the waiting list, or as a card in a row. */
  as: 'line' | 'card';
  /** How many of its words are new here; null if it has none, absent while they are counted. */
  words?: number | null | undefined;
}

/**
 * A book that can be moved: a click selects it, with Shift all up to it, the mouse drags it, and a right click, a long
 * press, the menu key or the button opens its menu.
 */
export function BookTile({ bid, book, as, words }: BookTileProps) {
  const t = useT<RoadmapWords>();
  const acts = useRoadmapActs();
  const button = useRef<HTMLButtonElement>(null);
  const fixed = acts.isBulk && as === 'line';
  const drag = useDraggable({ id: bid, disabled: fixed });
  const drop = useDroppable({ id: `book:${bid}`, disabled: as === 'line' });
  const title = book?.title ?? bid;
  const { followed, onFollowed } = acts;
  // Only on mount, in its new place; until then the book is still in the old one.
  useEffect(() => {
    if (followed !== bid || as === 'line') return;
    button.current?.focus();
    onFollowed();
  }, []);
  const openHere = () => {
    const box = button.current?.getBoundingClientRect();
    if (box) acts.openMenu(bid, { x: box.left + 8, y: box.bottom });
  };
  const longPress = useLongPress((spot) => {
    if (!fixed) acts.openMenu(bid, spot);
  });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    openHere();
  };
  return (
    <div
      ref={(element) => {
        drag.setNodeRef(element);
        drop.setNodeRef(element);
      }}
      className={styles.book}
      data-as={as}
      data-selected={acts.isSelected(bid) || undefined}
      data-lifted={drag.isDragging || undefined}
      data-target={drop.isOver || undefined}
      {...longPress.listeners}
      onContextMenu={(event) => {
        event.preventDefault();
        if (!longPress.giveWay() && !fixed) acts.openMenu(bid, { x: event.clientX, y: event.clientY });
      }}
    >
      <Button
        variant="bare"
        ref={button}
        data-printed
        className={styles.pick}
        aria-pressed={acts.isSelected(bid)}
        disabled={fixed}
        title={title}
        onClick={(event) => longPress.isOver() || (event.shiftKey ? acts.selectTo(bid) : acts.toggle(bid))}
        onKeyDown={press}
        {...drag.listeners}
      >
        <BookFace bid={bid} book={book} as={as} words={words} />
      </Button>
      <Button
        variant="bare"
        className={styles.more}
        aria-haspopup="menu"
        aria-label={t('roadmap.menu', { title })}
        disabled={fixed}
        onClick={openHere}
      >
        <Icon name="more" size={16} />
      </Button>
    </div>
  );
}

/** The looks of a book on this screen, also while it is dragged. */
export function BookFace({ bid, book, as, words }: BookTileProps) {
  const t = useT<RoadmapWords>();
  const title = book?.title ?? bid;
  const unpublished = book?.published === false;
  return (
    <>
      <Cover id={bid} title={title} source={book?.cover ?? null} size={as === 'line' ? 'row' : 'card'} />
      <span className={styles.names}>
        <Text as="span" lines={as === 'line' ? 1 : 2}>
          {title}
        </Text>{' '}
        <code>{bid}</code> {typeof words === 'number' && <small>{t('roadmap.new_words', { count: words })}</small>}{' '}
        {unpublished && (
          <Text as="small" tone="warn" title={t('roadmap.unpublished_hint')}>
            {t('roadmap.unpublished')}
          </Text>
        )}
      </span>
    </>
  );
}
