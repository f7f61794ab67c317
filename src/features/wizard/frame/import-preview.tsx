import type { ImportWords, ShownColumn } from '#features/import/import-pages.public.ts';
import type { PreviewFilter } from '#features/import/import-rules.public.ts';
import { longestImport, previewFilters } from '#features/import/import-rules.public.tsx';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Pager } from '#ui/table/pager.tsx';
import { useUndoSome } from '#ui/table/use-undo-some.ts';
import { ImportFilters } from './import-filters.tsx';
import { PreviewTable } from './preview-table.tsx';
import { UndoRows } from './undo-rows.tsx';
import type { ImportOffice } from './use-import.ts';

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
  const some = useUndoSome(state.act_idx);
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
        <PreviewTable
          rows={rows}
          columns={columns}
          sheet={state.sheet_name ?? ''}
          office={office}
          {...(state.status === 'applied' && { some })}
        />
      )}
      <Pager
        path={path}
        query={{ filter, page }}
        page={page}
        total={totals[filter]}
        size={size}
        limit={longestImport}
      />
      {some.chosen.length > 0 && <UndoRows some={some} />}
    </>
  );
}
