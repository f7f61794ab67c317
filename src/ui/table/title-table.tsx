import { useDeferredValue, useState } from 'react';
import { openFragment } from '#client/dialogs.ts';
import { fold } from '#kernel/text/fold.rules.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import { EmptyState } from '../page/empty-state.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { HeldNews } from './held-news.tsx';
import { SearchField } from './search-field.tsx';
import { useEditedRows } from './use-edited-rows.ts';
import { useHeldRows } from './use-held-rows.ts';
import { wordSearch } from './word-search.rules.ts';

export interface TitleRow {
  id: number;
  title: string;
  version: number;
}

interface TitleTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  empty: string;
  /** Columns beside the titles, such as the number of references. */
  columns?: readonly Column<Row>[];
  /** The address a row links to, if any. */
  hrefOf?: (row: Row) => string;
  /** The entity's name in the audit trail. */
  historyOf: string;
  /** The error message before the reason. */
  failed: { edit: string; delete: string };
  /** Saves a title, given the version it was loaded with. */
  onRename: (row: Row) => Promise<void>;
  onDelete: (row: Row) => Promise<void>;
}

const longest = 200;

/** A table of titles with a search field; each title can be edited in place. */
export function TitleTable<Row extends TitleRow>(props: TitleTableProps<Row>) {
  const t = useT();
  const [text, setText] = useState('');
  const own = useEditedRows(props.rows, ({ id }) => id);
  const change = own.edit;
  const held = useHeldRows(own.rows, ({ id }) => id, own.edited);
  const { rows } = held;
  const matches = wordSearch(useDeferredValue(text));
  if (rows.length === 0) return <EmptyState text={props.empty} />;
  const { hrefOf } = props;
  const found = rows.filter(({ title }) => matches(fold(title)));
  const title: Column<Row> = {
    key: 'title',
    label: t('common.title'),
    align: 'lead',
    render: (row) => (hrefOf ? <a href={hrefOf(row)}>{row.title}</a> : row.title),
    edit: {
      field: 'title',
      max: longest,
      failed: props.failed.edit,
      hasButton: true,
      text: (row) => row.title,
      save: async (row, wanted, over = row.version) => {
        await props.onRename({ ...row, title: wanted, version: over });
        change(row, { title: wanted, version: over + 1 } as Partial<Row>);
      },
      take: (row, stored, version) => change(row, { title: stored, version } as Partial<Row>),
    },
  };
  const actions: Column<Row> = {
    key: 'actions',
    label: t('common.actions'),
    align: 'actions',
    render: (row, edit) => <TitleActions row={row} onEdit={() => edit('title')} {...props} />,
  };
  return (
    <>
      <SearchField label={t('table.search_titles')} value={text} onChange={setText}>
        {t('table.total', { count: found.length })}
      </SearchField>
      <HeldNews of={held} />
      {found.length === 0 ? (
        <EmptyState text={t('table.no_match')} />
      ) : (
        <DataTable
          caption={props.caption}
          gone={held.gone}
          columns={[title, ...(props.columns ?? []), actions]}
          rows={found}
          keyOf={({ id }) => id}
          nameOf={(row) => row.title}
          path=""
          query={{}}
        />
      )}
    </>
  );
}

interface TitleActionsProps<Row> extends Pick<TitleTableProps<Row>, 'historyOf' | 'failed' | 'onDelete'> {
  row: Row;
  onEdit: () => void;
}

function TitleActions<Row extends TitleRow>({ row, onEdit, historyOf, failed, onDelete }: TitleActionsProps<Row>) {
  const t = useT();
  const act = useAct();
  return (
    <>
      <button
        type="button"
        className={button.quiet}
        data-edit="title"
        onClick={onEdit}
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
    </>
  );
}
