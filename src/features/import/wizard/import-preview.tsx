import { memo, useState } from 'react';
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

/** The rows of the sheet as they would be written, a page at a time. */
export function ImportPreview({ office, columns, filter, page, size }: ImportPreviewProps) {
  const t = useT<ImportWords>();
  const { state, rows } = office;
  const path = `/book/import/${state.import_idx}`;
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
                <th scope="col">{t('import.data')}</th>
                {columns.map((column) => (
                  <th key={column.field} scope="col">
                    <small>{column.letter}</small> {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <PreviewRow key={row.row_no} row={row} columns={columns} office={office} />
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

interface PreviewRowProps {
  row: ShownRow;
  columns: ShownColumn[];
  office: ImportOffice;
}

const PreviewRow = memo(
  function PreviewRow({ row, columns, office }: PreviewRowProps) {
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
    const remarks = [...row.errors, ...row.warnings];
    return (
      <>
        <tr data-status={row.status ?? 'dropped'}>
          <th scope="row">{row.row_no}</th>
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
          {columns.map((column) => (
            <ImportCell
              key={column.field}
              column={column}
              row={row}
              editable={open && row.status !== null}
              editing={editing === column.field}
              onEdit={setEditing}
              onSave={save}
              onRead={read}
            />
          ))}
        </tr>
        {remarks.length > 0 && row.status !== null && (
          <tr className={styles.remarks}>
            <td />
            <td colSpan={columns.length + 1}>
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
