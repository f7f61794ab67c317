import { useState } from 'react';
import { ApiError } from '#client/api.ts';
import { notify, openFragment } from '#client/dialogs.ts';
import { EmptyState } from './empty-state.tsx';
import { useT } from './interface.tsx';
import table from './table.module.css';
import { TitleEditor } from './title-editor.tsx';

export interface TitleRow {
  id: number;
  title: string;
  version: number;
  /** Where the row leads, if anywhere. */
  href?: string;
}

interface TitleTableProps {
  rows: readonly TitleRow[];
  empty: string;
  /** The entity's name in the audit trail. */
  historyOf: string;
  onRename: (row: TitleRow, title: string) => Promise<void>;
  onDelete: (row: TitleRow) => Promise<void>;
}

/** Records that are titles: each row turns into its own editor and back. */
export function TitleTable({ rows: initial, empty, historyOf, onRename, onDelete }: TitleTableProps) {
  const t = useT();
  const [rows, setRows] = useState(initial);
  const [editing, setEditing] = useState<number | null>(null);
  if (rows.length === 0) return <EmptyState text={empty} />;
  const renamed = (row: TitleRow, title: string) => {
    const version = row.title === title ? row.version : row.version + 1;
    setRows(rows.map((other) => (other.id === row.id ? { ...row, title, version } : other)));
    setEditing(null);
  };
  const remove = (row: TitleRow): void => {
    onDelete(row).catch((error: Error) => {
      const message = error instanceof ApiError && error.status === 0 ? t('error.network') : error.message;
      void notify({
        message,
        tone: 'problem',
        ...(error instanceof ApiError && error.status === 0 && { retry: () => remove(row) }),
      });
    });
  };
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('common.title')}</th>
            <th scope="col" className={table.actions}>
              {t('common.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.id === editing ? (
              <tr key={row.id}>
                <td colSpan={2}>
                  <TitleEditor
                    initial={row.title}
                    onCancel={() => setEditing(null)}
                    onSave={async (title) => {
                      await onRename(row, title);
                      renamed(row, title);
                    }}
                  />
                </td>
              </tr>
            ) : (
              <tr key={row.id}>
                <td>{row.href ? <a href={row.href}>{row.title}</a> : row.title}</td>
                <td className={table.actions}>
                  <button type="button" onClick={() => setEditing(row.id)} aria-label={`${t('CMN-06')}: ${row.title}`}>
                    {t('CMN-06')}
                  </button>
                  <button
                    type="button"
                    onClick={() => void openFragment(`/audit/of/${historyOf}/${row.id}`)}
                    aria-label={`${t('common.history')}: ${row.title}`}
                  >
                    {t('common.history')}
                  </button>
                  <button type="button" onClick={() => remove(row)} aria-label={`${t('CMN-07')}: ${row.title}`}>
                    {t('CMN-07')}
                  </button>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
