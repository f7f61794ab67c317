import type { AlteredState, ImportWords, NotesState } from '#features/import/import-pages.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Note } from '#ui/kit/note.tsx';

interface SheetNotesProps {
  notes: NotesState;
  rows: number;
  busy: boolean;
  /** Absent once nothing can be changed. */
  acts?: { leaveOutHidden: () => void; fill: () => void } | undefined;
}

/** What is hidden or merged in a sheet, each with what can be done about it. */
export function SheetNotes({ notes, rows, busy, acts }: SheetNotesProps) {
  const t = useT<ImportWords>();
  const { hidden_rows: hidden, hidden_columns: columns, ignored_rows: ignored, merged } = notes;
  if (hidden + columns.length + ignored.count + merged.count === 0) return null;
  const more = (count: number, shown: number) => (count > shown ? ', …' : '');
  return (
    <Note tone="warn">
      {hidden > 0 && (
        <div>
          {t('import.hidden_rows', { count: hidden, all: rows })}{' '}
          {acts && (
            <Button size="small" disabled={busy} onClick={acts.leaveOutHidden}>
              {t('import.hidden_drop')}
            </Button>
          )}
        </div>
      )}
      {columns.length > 0 && (
        <div>{t('import.hidden_columns', { count: columns.length, letters: columns.join(', ') })}</div>
      )}
      {merged.count > 0 && (
        <div>
          {t('import.merged', { count: merged.count })}{' '}
          {merged.first.map((one) => `${one.cell} (${one.with})`).join(', ')}
          {more(merged.count, merged.first.length)}{' '}
          {acts && (
            <Button size="small" disabled={busy} onClick={acts.fill}>
              {t('import.merged_fill')}
            </Button>
          )}
        </div>
      )}
      {ignored.count > 0 && (
        <div>
          {t('import.ignored_rows', { count: ignored.count, rows: ignored.first.join(', ') })}
          {more(ignored.count, ignored.first.length)}
        </div>
      )}
    </Note>
  );
}

interface AlteredNotesProps {
  altered: AlteredState;
  busy: boolean;
  /** Absent once nothing can be changed. */
  onLeaveOut?: (() => void) | undefined;
}

/** Cells that a spreadsheet seems to have changed, and the way to keep what the books have. */
export function AlteredNotes({ altered, busy, onLeaveOut }: AlteredNotesProps) {
  const t = useT<ImportWords>();
  if (altered.count === 0) return null;
  return (
    <Note tone="warn">
      {t('import.altered', { count: altered.count })}{' '}
      {altered.first.map(({ cell, text, now }) => `${cell} (${now} → ${text})`).join(', ')}
      {altered.count > altered.first.length ? ', …' : ''}{' '}
      {onLeaveOut && (
        <Button size="small" disabled={busy} onClick={onLeaveOut}>
          {t('import.altered_keep')}
        </Button>
      )}
    </Note>
  );
}
