import type { RefObject } from 'react';
import type { BookWords } from '#features/book/book-words.public.ts';
import { FileButton } from '#ui/kit/file-button.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { CardHead } from '#ui/kit/card.tsx';
import styles from './word-sheet.module.css';

/** How the sheet begins to be changed for a release, and the button that does. */
export interface StageStart {
  opener: RefObject<HTMLButtonElement | null>;
  begin: () => void;
}

interface SheetBarProps {
  /** How many sentences lack their audio, and whether only these are shown. */
  silent: number;
  onlySilent: boolean;
  onOnlySilent: (only: boolean) => void;
  /** Files wait for an answer already. */
  isDropped: boolean;
  onAdd: () => void;
  /** Absent while the sheet is changed for a release. */
  many: { onFiles: (files: File[]) => void; onPaste: () => void; stage: StageStart } | undefined;
}

/** The heading of the sheet, and how to fill it. */
export function SheetBar({ silent, onlySilent, onOnlySilent, isDropped, onAdd, many }: SheetBarProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  return (
    <CardHead className={styles.head}>
      <h2 id="words">{t('book.words')}</h2>
      {(silent > 0 || onlySilent) && (
        <Button variant="plain" aria-pressed={onlySilent} onClick={() => onOnlySilent(!onlySilent)}>
          {t('book.sentence_awaited')} {format.number(silent)}
        </Button>
      )}
      {many && (
        <>
          <FileButton variant="plain" accept=".mp3,audio/mpeg" multiple disabled={isDropped} onFiles={many.onFiles}>
            {t('book.audio_add')}
          </FileButton>
          <Button variant="plain" onClick={many.onPaste}>
            {t('book.paste')}
          </Button>
          <StageButton {...many.stage} />
        </>
      )}
      <Button onClick={onAdd}>{t('book.line_add')}</Button>
    </CardHead>
  );
}

function StageButton({ opener, begin }: StageStart) {
  const t = useT<BookWords>();
  return (
    <Button ref={opener} variant="plain" onClick={begin}>
      {t('book.stage_begin')}
    </Button>
  );
}
