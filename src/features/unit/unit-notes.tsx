import type { BookWords } from '#features/book/book-words.public.ts';
import { columnName } from '#kernel/sheets/column-name.rules.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Note } from '#ui/kit/note.tsx';
import { mergedNames } from './unit-notes.rules.ts';

// Enough to find them. Names.
const named = 20;

interface UnitNotesProps {
  notes: SheetNotes;
  onLeaveOut: () => void;
  onFill: () => void;
}

/** What is hidden or merged in a chosen sheet of units, each with what can be done about it. */
export function UnitNotes({ notes, onLeaveOut, onFill }: UnitNotesProps) {
  const t = useT<BookWords>();
  const { hiddenRows, hiddenColumns, merged } = notes;
  const list = (names: readonly (string | number)[]) =>
    names.slice(0, named).join(', ') + (names.length > named ? ', …' : '');
  if (hiddenRows.length + hiddenColumns.length + merged.length === 0) return null;
  return (
    <Note tone="warn">
      {hiddenRows.length > 0 && (
        <div>
          {t('book.unit_hidden_rows', { rows: list(hiddenRows) })}{' '}
          <Button size="small" onClick={onLeaveOut}>
            {t('book.unit_leave_out')}
          </Button>
        </div>
      )}
      {hiddenColumns.length > 0 && (
        <div>{t('book.unit_hidden_columns', { letters: list(hiddenColumns.map(columnName)) })}</div>
      )}
      {merged.length > 0 && (
        <div>
          {t('book.unit_merged', { cells: list(mergedNames(notes)) })}{' '}
          <Button size="small" onClick={onFill}>
            {t('book.unit_fill')}
          </Button>
        </div>
      )}
    </Note>
  );
}
