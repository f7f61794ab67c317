import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { notify } from '#client/dialogs.ts';
import type { ImportWords, ShownColumn, ShownRow } from '#features/import/import-pages.public.ts';
import { cutText } from '#kernel/text/cut-text.rules.ts';
import { useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Text } from '#ui/kit/text.tsx';
import styles from './import-preview.module.css';
import { callImport, type ImportOffice } from './use-import.ts';

interface ImportCellProps {
  column: ShownColumn;
  /** Stays in sight while the others scroll sideways. */
  frozen: boolean;
  row: ShownRow;
  /** On a phone it stands below its heading even if nothing is said of it. */
  isLabelled: boolean;
  editing: boolean;
  onEdit: (field: string | null) => void;
  /** Acts on the cell; without it, it can only be read. */
  office?: ImportOffice;
}

// How much of a cell screen readers announce before its button is pressed. Characters.
const shownLength = 60;

/** One cell of the preview: its text, the book's current value, and an input in its place while it is corrected. */
export function ImportCell({ column, frozen, row, isLabelled, editing, onEdit, office }: ImportCellProps) {
  const t = useT<ImportWords>();
  const text = row.cells[column.index] ?? null;
  const state = stateOf(row, column.field);
  const frozenField = frozen ? column.field : undefined;
  const label = !frozen && (isLabelled || editing || state) ? column.label : undefined;
  if (office && editing) {
    return (
      <td className={styles.editing} data-frozen={frozenField} data-label={label}>
        <CellEditor column={column} row={row} text={text ?? ''} onEdit={onEdit} office={office} />
      </td>
    );
  }
  const old = row.changed.includes(column.field)
    ? t('import.old_value', { value: row.current[column.field] || t('import.nothing') })
    : null;
  const shown = (
    <>
      {text === null ? <em>{t('import.cleared')}</em> : text}{' '}
      {old !== null && (
        <Text as="small" cut>
          {old}
        </Text>
      )}
    </>
  );
  const edit = t('import.edit_cell', { label: column.label, row: row.row_no });
  const value = text === null ? t('import.cleared') : cutText(text, shownLength);
  if (!office) {
    return (
      <td data-state={state} data-frozen={frozenField} data-label={label}>
        {shown}
      </td>
    );
  }
  // The whole cell is a button, for the pointer and for the keyboard.
  return (
    <td data-state={state} data-frozen={frozenField} data-label={label} className={styles.whole}>
      <Button variant="bare" onClick={() => onEdit(column.field)} aria-label={`${edit}: ${value} ${old ?? ''}`}>
        {shown}
      </Button>
    </td>
  );
}

function stateOf(row: ShownRow, field: string): 'error' | 'warning' | 'changed' | undefined {
  if (row.errors.some((remark) => remark.field === field)) return 'error';
  if (row.changed.includes(field)) return 'changed';
  return row.warnings.some((remark) => remark.field === field) ? 'warning' : undefined;
}

type CellEditorProps = Pick<ImportCellProps, 'column' | 'row' | 'onEdit'> & { text: string; office: ImportOffice };

function CellEditor({ column, row, text: shown, onEdit, office }: CellEditorProps) {
  const t = useT<ImportWords>();
  const params = { import_idx: office.state.import_idx, row_no: row.row_no };
  const saving = useRef(false);
  const [text, setText] = useState(row.cut.includes(column.field) ? null : shown);
  useEffect(() => {
    // If the full text cannot be loaded, the truncated one must not be edited in its place.
    if (text !== null) return;
    const whole = callImport('GET /api/v1/import/:import_idx/row/:row_no', { params });
    whole
      .then(({ results }) => setText(results.cells[column.index] ?? ''))
      .catch((error: unknown) => {
        void notify({ message: error instanceof Error ? error.message : t('error.network'), tone: 'problem' });
        onEdit(null);
      });
  }, []);
  const save = async (next: string | null) => {
    if (saving.current) return;
    saving.current = true;
    const done =
      next === text ||
      (await office.run(() =>
        callImport('PUT /api/v1/import/:import_idx/row/:row_no', { params, body: { cells: { [column.field]: next } } }),
      ));
    if (done) onEdit(null);
    saving.current = false;
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isEnter(event)) void save(event.currentTarget.value);
    if (event.key === 'Escape') {
      saving.current = true;
      onEdit(null);
    }
  };
  if (text === null) return <BareInput disabled value={shown} aria-busy aria-label={column.label} />;
  return (
    <>
      <BareInput
        autoFocus
        defaultValue={text}
        aria-label={t('import.edit_cell', { label: column.label, row: row.row_no })}
        onKeyDown={keys}
        onBlur={(event) => void save(event.currentTarget.value)}
      />
      {!column.required && (
        <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={() => void save(null)}>
          {t('import.clear_cell')}
        </Button>
      )}
    </>
  );
}
