import { memo, useMemo, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Pager } from '#ui/table/pager.tsx';
import type { ImportWords } from '../import.messages.ts';
import { type PreviewFilter, previewFilters } from '../sheet/import-preview.rules.ts';
import type { CellRemark, ShownColumn, ShownRow } from '../sheet/import-preview.service.ts';
import { longestImport } from '../sheet/import-upload.rules.ts';
import { ImportCell } from './import-cell.tsx';
import { ImportFilters } from './import-filters.tsx';
import styles from './import-preview.module.css';
import { callImport, type ImportOffice } from './use-import.ts';

interface ImportPreviewProps {
  office: ImportOffice;
  columns: ShownColumn[];
  filter: PreviewFilter;
  page: number;
  size: number;
}

/** The rows of the sheet as they would be written, one page at a time. */
export function ImportPreview({ office, columns, filter, page, size }: ImportPreviewProps) {
  const t = useT<ImportWords>();
  const { state, rows } = office;
  const path = `/book/import/${state.import_idx}`;
  const { frozen, others } = useMemo(() => parted(columns), [columns]);
  const totals = { ...state.counts, all: state.row_count };
  return (
    <>
      <ImportFilters
        path={path}
        current={filter}
        tabs={previewFilters
          .filter((name) => name === 'all' || name === filter || totals[name] > 0)
          .map((name) => ({ name, label: t(`import.filter_${name}`), count: totals[name] }))}
      />
      {rows.length === 0 ? (
        <EmptyState text={t('import.no_rows')} />
      ) : (
        <div className={styles.wrap} role="region" aria-label={t('import.rows')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('import.row')}</th>
                {frozen.map((column) => (
                  <ColumnHead key={column.field} column={column} />
                ))}
                <th scope="col">{t('import.data')}</th>
                {others.map((column) => (
                  <ColumnHead key={column.field} column={column} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <PreviewRow key={row.row_no} row={row} frozen={frozen} others={others} office={office} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager
        path={path}
        query={{ filter, page }}
        page={page}
        total={totals[filter]}
        size={size}
        limit={longestImport}
      />
    </>
  );
}

// They identify the book of a row, and stay in sight while the others scroll sideways.
const frozenFields = ['bid', 'title'];

const parted = (columns: readonly ShownColumn[]) => ({
  frozen: columns.filter(({ field }) => frozenFields.includes(field)),
  others: columns.filter(({ field }) => !frozenFields.includes(field)),
});

const ColumnHead = ({ column: { field, letter, label } }: { column: ShownColumn }) => (
  <th scope="col" data-frozen={frozenFields.includes(field) ? field : undefined}>
    <small>{letter}</small> {label}
  </th>
);

interface PreviewRowProps {
  row: ShownRow;
  frozen: ShownColumn[];
  others: ShownColumn[];
  office: ImportOffice;
}

const PreviewRow = memo(
  function PreviewRow({ row, frozen, others, office }: PreviewRowProps) {
    const t = useT<ImportWords>();
    const [editing, setEditing] = useState<string | null>(null);
    const open = office.state.status === 'ready';
    const params = { import_idx: office.state.import_idx };
    const save = async (field: string, text: string | null) => {
      const done = await office.run(() =>
        callImport('PUT /api/v1/import/:import_idx/row/:row_no', {
          params: { ...params, row_no: row.row_no },
          body: { cells: { [field]: text } },
        }),
      );
      if (done) setEditing(null);
    };
    const read = async ({ index }: ShownColumn) => {
      const whole = { ...params, row_no: row.row_no };
      const { results } = await callImport('GET /api/v1/import/:import_idx/row/:row_no', { params: whole });
      return results.cells[index] ?? '';
    };
    const setDropped = (dropped: boolean) =>
      void office.run(() =>
        callImport('PUT /api/v1/import/:import_idx/drop', { params, body: { rows: [row.row_no], dropped } }),
      );
    const cell = (column: ShownColumn) => (
      <ImportCell
        key={column.field}
        column={column}
        frozen={frozenFields.includes(column.field)}
        row={row}
        editable={open && row.status !== null}
        editing={editing === column.field}
        onEdit={setEditing}
        onSave={save}
        onRead={read}
      />
    );
    const remarks = [...row.errors, ...row.warnings];
    return (
      <>
        <tr data-status={row.status ?? 'dropped'}>
          <th scope="row">{row.row_no}</th>
          {frozen.map(cell)}
          <td>
            <RowStatus row={row} />
            {open && (
              <button
                type="button"
                className={styles.drop}
                onClick={() => setDropped(row.status !== null)}
                disabled={office.busy}
              >
                {row.status === null ? t('import.take_back') : t('import.drop')}
              </button>
            )}
          </td>
          {others.map(cell)}
        </tr>
        {remarks.length > 0 && row.status !== null && (
          <tr className={styles.remarks}>
            <td />
            <td colSpan={frozen.length + others.length + 1}>
              <Remarks row={row} sheet={office.state.sheet_name ?? ''} onEdit={open ? setEditing : undefined} />
            </td>
          </tr>
        )}
      </>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.office.busy === after.office.busy &&
    before.office.state.status === after.office.state.status,
);

function RowStatus({ row }: { row: ShownRow }) {
  const t = useT<ImportWords>();
  const label = row.status === null ? t('import.left_out') : t(`import.filter_${row.status}`);
  const mark = row.status === 'rejected' ? '✕' : row.status === null ? '–' : '✓';
  return (
    <span className={styles.status}>
      <span aria-hidden>{mark}</span> {label}
    </span>
  );
}

interface RemarksProps {
  row: ShownRow;
  sheet: string;
  onEdit: ((field: string) => void) | undefined;
}

function Remarks({ row, sheet, onEdit }: RemarksProps) {
  const t = useT<ImportWords>();
  const line = (remark: CellRemark, kind: 'error' | 'warning') => {
    const { column, label, message } = remark;
    const text = t('import.place', { sheet, row: row.row_no, column, label, message });
    return (
      <li key={`${remark.field}/${message}`} data-kind={kind}>
        {onEdit ? (
          <button type="button" onClick={() => onEdit(remark.field)}>
            {text}
          </button>
        ) : (
          text
        )}
      </li>
    );
  };
  return (
    <ul>
      {row.errors.map((remark) => line(remark, 'error'))}
      {row.warnings.map((remark) => line(remark, 'warning'))}
    </ul>
  );
}
