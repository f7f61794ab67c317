import { type KeyboardEvent, useRef } from 'react';
import { useT } from '#ui/interface.tsx';
import type { ShownColumn, ShownRow } from './import-preview.service.ts';
import type { ImportWords } from './import.messages.ts';
import styles from './import-preview.module.css';

interface ImportCellProps {
  column: ShownColumn;
  row: ShownRow;
  editable: boolean;
  editing: boolean;
  onEdit: (field: string | null) => void;
  onSave: (field: string, text: string | null) => Promise<void>;
}

/** One cell of the preview: what it says, what the book says now, and an input in its place when it is corrected. */
export function ImportCell({ column, row, editable, editing, onEdit, onSave }: ImportCellProps) {
  const t = useT<ImportWords>();
  const text = row.cells[column.index] ?? null;
  const state = stateOf(row, column.field);
  if (editing) {
    return (
      <td className={styles.editing}>
        <CellEditor column={column} row={row} text={text ?? ''} onEdit={onEdit} onSave={onSave} />
      </td>
    );
  }
  const shown = text === null ? <em>{t('import.cleared')}</em> : text;
  return (
    <td data-state={state}>
      {editable ? (
        <button
          type="button"
          onClick={() => onEdit(column.field)}
          aria-label={`${t('import.edit_cell', { label: column.label, row: row.row_no })}: ${text ?? ''}`}
        >
          {shown}
        </button>
      ) : (
        shown
      )}
      {row.changed.includes(column.field) && (
        <small>{t('import.old_value', { value: row.current[column.field] || t('import.nothing') })}</small>
      )}
    </td>
  );
}

function stateOf(row: ShownRow, field: string): 'error' | 'warning' | 'changed' | undefined {
  if (row.errors.some((remark) => remark.field === field)) return 'error';
  if (row.changed.includes(field)) return 'changed';
  return row.warnings.some((remark) => remark.field === field) ? 'warning' : undefined;
}

type CellEditorProps = Pick<ImportCellProps, 'column' | 'row' | 'onEdit' | 'onSave'> & { text: string };

function CellEditor({ column, row, text, onEdit, onSave }: CellEditorProps) {
  const t = useT<ImportWords>();
  const saving = useRef(false);
  const save = async (next: string | null) => {
    if (saving.current) return;
    saving.current = true;
    if (next === text) onEdit(null);
    else await onSave(column.field, next);
    saving.current = false;
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') void save(event.currentTarget.value);
    if (event.key === 'Escape') {
      saving.current = true;
      onEdit(null);
    }
  };
  return (
    <>
      <input
        autoFocus
        defaultValue={text}
        aria-label={t('import.edit_cell', { label: column.label, row: row.row_no })}
        onKeyDown={keys}
        onBlur={(event) => void save(event.currentTarget.value)}
      />
      {!column.required && (
        <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => void save(null)}>
          {t('import.clear_cell')}
        </button>
      )}
    </>
  );
}
