import type { CodeFilterNames } from '#features/code/code-find.public.ts';
import type { ListProps } from '#kernel/mount/list.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { Column } from '#ui/table/column.ts';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { textField, useFilters } from '#ui/table/filter-controls.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { filteredActs } from '../filtered-acts.rules.ts';
import type { ReportWords } from '../report.messages.ts';
import type { RegisteredCollection, RegisteredCollectionFilter } from './registered.contract.ts';
import { registeredBookOffer, registeredCollectionOffer } from './registered.rules.ts';
import { useFigureColumns } from './use-figure-columns.tsx';
import { useRegisteredControls } from './use-registered-controls.tsx';

type RegisteredCollectionReportProps = ListProps<RegisteredCollection, RegisteredCollectionFilter> & {
  names: CodeFilterNames;
  /** What other features do with the report. */
  acts: ShownAct[];
};

const { path } = registeredCollectionOffer;

/** The collections that learners registered for, with the number of registrations of each. */
export default function RegisteredCollectionReport({ names, acts, ...list }: RegisteredCollectionReportProps) {
  const { query } = list;
  const t = useT<ReportWords>();
  const filters = useFilters<RegisteredCollectionFilter>(query, {
    ...useRegisteredControls(t('report.registered_search'), names),
    book: textField(t('report.registered_book_bid')),
  });
  return (
    <ListScreen
      title={t('report.registered_collection')}
      acts={
        <>
          <RecordPartActs acts={filteredActs(acts, listUrl(path, query))} />
          <ExportMenu path={`${path}/export`} query={query} />
        </>
      }
      {...list}
      path={path}
      filters={filters}
      columns={useCollectionColumns(query)}
      keyOf={(row) => row.cidx}
      nameOf={(row) => row.title}
      empty={<EmptyState text={t('report.registered_none')} />}
    />
  );
}

function useCollectionColumns(filter: RegisteredCollectionFilter): Column<RegisteredCollection>[] {
  const t = useT<ReportWords>();
  const { since, until, cust_idx } = filter;
  const figures = useFigureColumns<RegisteredCollection>(filter, ({ cidx }) => ({ cidx }));
  return [
    {
      key: 'title',
      label: t('report.registered_title'),
      sortable: true,
      align: 'lead',
      fixed: true,
      render: ({ cid, title }) => <LeadCell href={`/collection/${cid}`} title={title} id={cid} />,
    },
    {
      key: 'owners',
      label: t('report.registered_owners'),
      align: 'cut',
      aside: true,
      render: ({ owners }) =>
        owners.map((owner, index) => (
          <span key={owner.cust_idx}>
            {index > 0 && ', '}
            <a href={`/customer/${owner.cust_idx}`}>{owner.name}</a>
          </span>
        )),
    },
    ...figures,
    {
      key: 'contents',
      label: t('report.registered_contents'),
      align: 'nowrap',
      aside: true,
      render: ({ cidx }) => (
        <a href={listUrl(registeredBookOffer.path, { cidx, since, until, cust_idx })}>
          {t('report.registered_show_books')}
        </a>
      ),
    },
  ];
}
