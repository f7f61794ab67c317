import type { Page } from '#kernel/db/paging.ts';
import type { ListLook } from '#kernel/http/list-look.rules.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { type ListQuery, listUrl } from '#ui/table/list-url.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import type { ListViews } from '#ui/table/view-tabs.tsx';
import { SelectedCodeActs } from '../change/selected-acts.tsx';
import type { CodeWords } from '../code.messages.ts';
import { showCode } from '../code.rules.ts';
import { CodeDetail } from './code-detail.tsx';
import type { CodeFilter } from './code-filter.rules.ts';
import type { CodeFilterNames, CodeListRow } from './code-list.read.ts';
import { useCodeColumns } from './use-code-columns.tsx';
import { useCodeFilters } from './use-code-filters.tsx';

interface CodeListProps {
  /** The code manager, or the codes of one collection. */
  path: '/code' | '/collection/code';
  codes: Page<CodeListRow>;
  look: ListLook;
  paging: { size: number; limit: number; sizes: readonly number[] };
  query: CodeFilter & { size?: number | undefined };
  names: CodeFilterNames;
  views: ListViews | null;
}

/** Every access code, or those of one collection: found, looked into, changed and exported. */
export default function CodeList({ path, codes, look, paging, query, names, views }: CodeListProps) {
  const t = useT<CodeWords>();
  const { size: _size, ...filter } = query;
  const selection = useListSelection('/code', filter, codes.total);
  const isUnchosen = path !== '/code' && filter.cidx === undefined;
  const heading = t(path === '/code' ? 'code.heading' : 'code.collection_heading');
  const empty = isUnchosen ? t('code.choose_collection') : t('code.empty');
  return (
    <ListScreen
      title={names.collection !== null && path !== '/code' ? `${heading}: ${names.collection}` : heading}
      acts={!isUnchosen && <Exports query={filter} />}
      path={path}
      query={query}
      filters={{
        search: { name: 'code', label: t('code.search_hint') },
        filters: useCodeFilters(filter, names),
      }}
      {...(views && { views })}
      look={look}
      found={codes}
      paging={paging}
      columns={useCodeColumns()}
      keyOf={(row) => row.code}
      nameOf={(row) => showCode(row.code)}
      detail={detailOf}
      selection={{ of: selection, acts: <SelectedCodeActs filter={filter} selection={selection} /> }}
      empty={<EmptyState text={empty} />}
    />
  );
}

const detailOf = (row: CodeListRow) => <CodeDetail row={row} />;

function Exports({ query }: { query: ListQuery }) {
  const t = useT<CodeWords>();
  return (['csv', 'xlsx'] as const).map((as) => (
    <a key={as} className={button.plain} href={listUrl('/api/v1/code', query, { as })} download>
      <Icon name="download" />
      {t('common.export')} .{as}
    </a>
  ));
}
