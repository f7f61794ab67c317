import type { ReactNode } from 'react';
import { openFragment, reloadWith } from '#client/dialogs.ts';
import type { ListProps } from '#kernel/mount/list.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { Worked } from '#ui/page/use-bulk-work.ts';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import type { ListViews } from '#ui/table/view-tabs.tsx';
import { type ChangedField, changedFields } from '../change/code-change.rules.ts';
import type { CodeWords } from '../code.messages.ts';
import { showCode } from '../code.rules.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';
import { codeListOffer } from '../find/code-filter.rules.ts';
import type { CodeFilterNames, CodeListRow } from '../find/code-rows.read.ts';
import { CodeDetail } from './code-detail.tsx';
import { useCodeColumns } from './use-code-columns.tsx';
import { useCodeControls } from './use-code-controls.tsx';

/** A page of codes with its view settings. */
export interface ListedCodes extends Omit<ListProps<CodeListRow, CodeFilter>, 'views'> {
  names: CodeFilterNames;
}

interface CodesProps extends ListedCodes {
  path: string;
  title: string;
  word?: string | undefined;
  /** Filters fixed by the address itself, which can be neither chosen nor removed. */
  fixed?: Partial<CodeFilter>;
  /** Set if the list is part of a record's page. */
  isPart?: boolean;
  /** Shown to choose what the list needs first. */
  chooser?: ReactNode;
  /** What to do where there are none yet. */
  begin?: { label: string; href: string };
  views?: ListViews | undefined;
  empty: string;
}

/** A list of codes: filter, open, change and export. */
export function Codes({ path, title, word, fixed = {}, chooser, begin, views, empty, ...listed }: CodesProps) {
  const { found: codes, preferences, paging, query, names } = listed;
  const { sort: _sort, size: _size, ...chosen } = query;
  const filter = { ...chosen, ...fixed };
  const filters = useFilters(filter, useCodeControls(names));
  const selection = useListSelection('/code', filter, codes.total);
  return (
    <ListScreen
      title={title}
      word={word}
      isPart={listed.isPart ?? false}
      acts={!chooser && !listed.isPart && <ExportMenu path="/api/v1/code" query={filter} />}
      path={path}
      {...(listed.isPart && { likeList: codeListOffer.path })}
      query={query}
      filters={{ ...filters, filters: filters.filters.filter(({ name }) => !(name in fixed)) }}
      {...(views && { views })}
      preferences={preferences}
      found={codes}
      paging={paging}
      columns={useCodeColumns().filter(({ key }) => !isSaid[key]?.(fixed))}
      keyOf={(row) => row.code}
      nameOf={(row) => showCode(row.code)}
      detail={detailOf}
      selection={{ of: selection, acts: <SelectedCodeActs filter={filter} selection={selection} /> }}
      empty={
        <EmptyState text={empty} {...(!chooser && begin && { link: begin })}>
          {chooser}
        </EmptyState>
      }
    />
  );
}

/** Columns that would be the same in every row. */
const isSaid: Partial<Record<string, (fixed: Partial<CodeFilter>) => boolean>> = {
  customer: ({ cust_idx }) => cust_idx !== undefined,
  batch: ({ cg_idx }) => cg_idx !== undefined,
};

const detailOf = (row: CodeListRow) => <CodeDetail row={row} />;

/** The actions for the selected codes: each change has a dialog that shows the effect first. */
function SelectedCodeActs({ selection, filter }: { selection: ListSelection; filter: CodeFilter }) {
  const t = useT<CodeWords>();
  const act = useAct();
  const open = async (field: ChangedField) => {
    const did = (await openFragment(listUrl(`/code/change/${field}`, filter))) as Worked | undefined;
    if (!did) return;
    // Picked codes stay picked for the next change; whether others match the filter now, nobody has checked.
    if (selection.all) selection.clear();
    reloadWith(t('code.changed_done', { count: did.changed }), did.act_idx);
  };
  return changedFields.map((field) => (
    <Button key={field} danger={field === 'is_canceled'} onClick={() => act(() => open(field))}>
      {t(`code.change_${field}`)}…
    </Button>
  ));
}
