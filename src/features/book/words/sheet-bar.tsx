import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { BookWords } from '../book.messages.ts';
import styles from './word-sheet.module.css';

interface SheetBarProps {
  /** How many sentences lack their audio, and whether only these are shown. */
  silent: number;
  onlySilent: boolean;
  onOnlySilent: (only: boolean) => void;
  /** Files wait for an answer already. */
  isDropped: boolean;
  onFiles: (files: File[]) => void;
  onPaste: () => void;
  onAdd: () => void;
}

/** The heading of the sheet, and how to fill it. */
export function SheetBar({ silent, onlySilent, onOnlySilent, isDropped, onFiles, onPaste, onAdd }: SheetBarProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  return (
    <div className={styles.head}>
      <h2 id="words">{t('book.words')}</h2>
      {(silent > 0 || onlySilent) && (
        <button
          type="button"
          className={button.plain}
          aria-pressed={onlySilent}
          onClick={() => onOnlySilent(!onlySilent)}
        >
          {t('book.sentence_awaited')} {format.number(silent)}
        </button>
      )}
      <label className={styles.files}>
        <input
          type="file"
          accept=".mp3,audio/mpeg"
          multiple
          disabled={isDropped}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
        {t('book.audio_add')}
      </label>
      <button type="button" className={button.plain} onClick={onPaste}>
        {t('book.paste')}
      </button>
      <button type="button" className={button.button} onClick={onAdd}>
        {t('book.line_add')}
      </button>
    </div>
  );
}
