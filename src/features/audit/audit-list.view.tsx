import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { DateFilter, Filters, SearchFilter, SelectFilter } from '#ui/table/filters.tsx';
import { type ListQuery, listUrl } from '#ui/table/list-url.ts';
import { Pager } from '#ui/table/pager.tsx';
import type { AuditLine } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import type { Filter } from './audit.store.ts';
import { AuditChanges } from './audit-changes.tsx';
import styles from './audit-list.module.css';

const path = '/audit';
const names = ['actor', 'entity', 'id', 'action', 'since', 'until'] as const;

type Options = readonly { value: string; label: string }[];

interface AuditListProps {
  lines: AuditLine[];
  total: number;
  page: number;
  paging: { size: number; limit: number };
  filter: Filter;
  options: { actors: Options; entities: Options; actions: Options };
}

/** The audit trail: who, what, when, before and after. */
export default function AuditList({ lines, total, page, paging, filter, options }: AuditListProps) {
  const t = useT<AuditWords>();
  const columns = useColumns();
  const query: ListQuery = { ...filter };
  return (
    <>
      <PageHead title={t('audit.heading')}>
        <a href={listUrl('/api/v1/audit/export', query)} download className={styles.export}>
          {t('common.export')}
        </a>
      </PageHead>
      <AuditFilters filter={filter} options={options} />
      {lines.length === 0 ? (
        <EmptyState text={t(names.some((name) => filter[name]) ? 'table.no_match' : 'table.empty')} />
      ) : (
        <DataTable
          caption={t('audit.heading')}
          columns={columns}
          rows={lines}
          keyOf={(line) => line.audit_idx}
          path={path}
          query={{ ...query, sort: filter.sort ?? 'at.desc' }}
        />
      )}
      <Pager path={path} query={query} page={page} total={total} {...paging} />
    </>
  );
}

function AuditFilters({ filter, options }: Pick<AuditListProps, 'filter' | 'options'>) {
  const t = useT<AuditWords>();
  return (
    <Filters path={path} query={{ ...filter }} names={names}>
      <SelectFilter
        name="actor"
        label={t('audit.who')}
        value={filter.actor}
        all={t('common.all')}
        options={options.actors}
      />
      <SelectFilter
        name="entity"
        label={t('audit.entity')}
        value={filter.entity}
        all={t('common.all')}
        options={options.entities}
      />
      <SearchFilter name="id" label={t('audit.record')} value={filter.id} />
      <SelectFilter
        name="action"
        label={t('audit.action')}
        value={filter.action}
        all={t('common.all')}
        options={options.actions}
      />
      <DateFilter name="since" label={t('audit.since')} value={filter.since} />
      <DateFilter name="until" label={t('audit.until')} value={filter.until} />
    </Filters>
  );
}

function useColumns(): Column<AuditLine>[] {
  const t = useT<AuditWords>();
  const format = useFormat();
  return [
    {
      key: 'at',
      label: t('audit.when'),
      sortable: true,
      align: 'nowrap',
      render: (line) => format.dateTime(line.at),
    },
    { key: 'actor', label: t('audit.who'), render: (line) => line.actor ?? <i>{t('audit.system')}</i> },
    {
      key: 'what',
      label: t('audit.what'),
      render: (line) => (
        <>
          {line.kind} {line.href === null ? line.id : <a href={line.href}>{line.id}</a>}
          <br />
          <b>{line.action}</b>
        </>
      ),
    },
    { key: 'changes', label: t('audit.changes'), render: (line) => <AuditChanges line={line} /> },
  ];
}
