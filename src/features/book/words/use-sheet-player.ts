import { useEffect, useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import { SheetPlayer } from './sheet-player.ts';

/** The player of a sheet, which says so where it cannot play a file. */
export function useSheetPlayer(): SheetPlayer {
  const t = useT<BookWords>();
  const [player] = useState(
    () => new SheetPlayer(() => void notify({ message: t('book.audio_unplayable'), tone: 'problem' })),
  );
  useEffect(() => () => player.stop(), [player]);
  return player;
}
