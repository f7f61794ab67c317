import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { dateFilter, type ListFilter, selectFilter, textFilter } from '#ui/table/filters.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { type ListQuery, listUrl } from '#ui/table/list-url.ts';
import type { AuditLine } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import type { Filter } from './audit.store.ts';
import { AuditChanges } from './audit-changes.tsx';

const path = '/audit';

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
  const query: ListQuery = { ...filter, sort: filter.sort ?? 'at.desc' };
  return (
    <ListScreen
      title={t('audit.heading')}
      acts={
        <a href={listUrl('/api/v1/audit/export', { ...filter })} download className={button.button}>
          {t('common.export')}
        </a>
      }
      path={path}
      query={query}
      filters={{ filters: useFilters({ filter, options }) }}
      found={{ rows: lines, total, page }}
      paging={paging}
      columns={useColumns()}
      keyOf={(line) => line.audit_idx}
      empty={<EmptyState text={t('table.empty')} />}
    />
  );
}

function useFilters({ filter, options }: Pick<AuditListProps, 'filter' | 'options'>): ListFilter[] {
  const t = useT<AuditWords>();
  const all = t('common.all');
  return [
    selectFilter({ name: 'actor', label: t('audit.who'), value: filter.actor, all, options: options.actors }),
    selectFilter({ name: 'entity', label: t('audit.entity'), value: filter.entity, all, options: options.entities }),
    textFilter({ name: 'id', label: t('audit.record'), value: filter.id }),
    selectFilter({ name: 'action', label: t('audit.action'), value: filter.action, all, options: options.actions }),
    dateFilter({ name: 'since', label: t('audit.since'), value: filter.since }),
    dateFilter({ name: 'until', label: t('audit.until'), value: filter.until }),
  ];
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
