import { useState } from 'react';
import { openFragment } from '#client/dialogs.ts';
import { TitleEditor } from '../form/title-editor.tsx';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import { EmptyState } from '../page/empty-state.tsx';
import table from './table.module.css';

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
  /** The error message before the reason. */
  failed: { edit: string; delete: string };
  /** Saves a title, given the version it was loaded with. */
  onRename: (row: TitleRow) => Promise<void>;
  onDelete: (row: TitleRow) => Promise<void>;
}

/** A table of titles: each row turns into its own editor and back. */
export function TitleTable({ rows: initial, empty, historyOf, failed, onRename, onDelete }: TitleTableProps) {
  const t = useT();
  const [rows, setRows] = useState(initial);
  const [editing, setEditing] = useState<number | null>(null);
  const act = useAct();
  if (rows.length === 0) return <EmptyState text={empty} />;
  const edited = (row: TitleRow) => {
    setRows(rows.map((other) => (other.id === row.id ? row : other)));
    setEditing(null);
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
                    initial={row}
                    failed={failed.edit}
                    onSave={(title, version) => onRename({ ...row, title, version })}
                    onDone={(stored) => edited({ ...row, ...stored })}
                  />
                </td>
              </tr>
            ) : (
              <tr key={row.id}>
                <td>{row.href ? <a href={row.href}>{row.title}</a> : row.title}</td>
                <td className={table.actions}>
                  <button
                    type="button"
                    className={button.quiet}
                    onClick={() => setEditing(row.id)}
                    aria-label={`${t('CMN-06')}: ${row.title}`}
                  >
                    {t('CMN-06')}
                  </button>
                  <button
                    type="button"
                    className={button.quiet}
                    onClick={() => void openFragment(`/audit/of/${historyOf}/${row.id}`)}
                    aria-label={`${t('common.history')}: ${row.title}`}
                  >
                    {t('common.history')}
                  </button>
                  <button
                    type="button"
                    className={button.quiet}
                    onClick={() => act(() => onDelete(row), failed.delete)}
                    aria-label={`${t('CMN-07')}: ${row.title}`}
                  >
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
