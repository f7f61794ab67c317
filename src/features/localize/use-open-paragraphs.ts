import { useState } from 'react';
import { type Cell, cellKey } from './desk.rules.ts';
import type { TextCard } from './localize.contract.ts';

/**
 * The paragraphs in which a long text is open, null if it is open as a whole: a draft that was there before the text was opened
 * is of no paragraphs any more, nor is one over which somebody else has saved. `again` opens it anew, without the draft.
 */
export function useOpenParagraphs(cell: Cell, card: TextCard | null, draft: string | undefined) {
  const [rounds, setRounds] = useState(0);
  const key = card && `${cellKey(cell)} ${card.version} ${rounds}`;
  const [opened, setOpened] = useState<{ key: string | null; paragraphs: TextCard['paragraphs'] }>({
    key: null,
    paragraphs: null,
  });
  const isOpened = opened.key === key;
  // What is done of them meanwhile makes others of them; those that are open stay.
  const paragraphs = isOpened ? opened.paragraphs : draft === undefined ? (card?.paragraphs ?? null) : null;
  if (!isOpened) setOpened({ key, paragraphs });
  return {
    key,
    paragraphs,
    again: () => setRounds((before) => before + 1),
  };
}
