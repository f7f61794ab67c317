import type { PlainListProps } from '#kernel/mount/list.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { dayField, periodField, selectField, textField, useFilters } from '#ui/table/filter-controls.tsx';
import type { ListFilters } from '#ui/table/filters.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { AuditFilter, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { AuditChanges } from './audit-changes.tsx';
import fold from './audit-changes.module.css';
import styles from './trail-entry.module.css';
import { AuditActor, AuditApproved, AuditRecord, AuditUndone, TrailEntryActs } from './trail-entry.tsx';

const path = '/audit';

type Options = readonly { value: string; label: string }[];

interface AuditListProps extends PlainListProps<TrailEntry, AuditFilter> {
  options: { actors: Options; entities: Options; actions: Options };
}

/** The audit trail: who, what, when, before and after. */
export default function AuditList({ options, ...list }: AuditListProps) {
  const t = useT<AuditWords>();
  const { sort: _sort, ...filter } = list.query;
  return (
    <ListScreen
      title={t('audit.heading')}
      acts={<ExportMenu path="/api/v1/audit/export" query={list.query} />}
      {...list}
      path={path}
      filters={useAuditFilters(filter, options)}
      columns={useColumns()}
      keyOf={(entry) => entry.audit_idx}
      empty={<EmptyState text={t('table.empty')} />}
    />
  );
}

function useAuditFilters(filter: AuditFilter, options: AuditListProps['options']): ListFilters {
  const t = useT<AuditWords>();
  return useFilters(filter, {
    actor: selectField(t('audit.who'), options.actors),
    entity: selectField(t('audit.entity'), options.entities),
    id: textField(t('audit.record')),
    action: selectField(t('audit.action'), options.actions),
    since: periodField(t('audit.since')),
    until: dayField(t('audit.until')),
  });
}

function useColumns(): Column<TrailEntry>[] {
  const t = useT<AuditWords>();
  const format = useFormat();
  return [
    {
      key: 'what',
      label: t('audit.what'),
      align: 'lead',
      render: (entry) => (
        <>
          <span className={styles.what}>
            <span title={entry.title ?? undefined}>
              <AuditRecord entry={entry} />
            </span>{' '}
            <b>{entry.action}</b>
          </span>{' '}
          <AuditUndone undone={entry.undone} />
        </>
      ),
    },
    {
      key: 'changes',
      label: t('audit.changes'),
      render: (entry) => (
        <div className={styles.changed}>
          <EntryChanges entry={entry} />
        </div>
      ),
    },
    {
      key: 'actor',
      label: t('audit.who'),
      render: (entry) => (
        <>
          <AuditActor entry={entry} />
          <AuditApproved entry={entry} />
        </>
      ),
    },
    {
      key: 'at',
      label: t('audit.when'),
      sortable: true,
      align: 'nowrap',
      render: (entry) => <time>{format.dateTime(entry.at)}</time>,
    },
  ];
}

// Changes up to this length are shown directly; longer ones are collapsed.
const shortChange = 60;

/** The changes of an act: a single short change in place, more behind their count and names. */
function EntryChanges({ entry }: { entry: TrailEntry }) {
  const t = useT<AuditWords>();
  const { changes, more, reason, act } = entry;
  const [first] = changes;
  const isShort = changes.length === 1 && `${first?.before ?? ''}${first?.after ?? ''}`.length <= shortChange;
  if (act === null && reason === null && !first?.words && (changes.length === 0 || isShort)) {
    return <AuditChanges entry={entry} />;
  }
  const fields = [...new Set(changes.map(({ field }) => field))].slice(0, 3).join(', ');
  const count = changes.length + more;
  return (
    <details className={fold.fold}>
      <summary>{count === 0 ? t('common.more') : t('audit.change_count', { count, fields })}</summary>
      <AuditChanges entry={entry} isWhole />
      <TrailEntryActs entry={entry} />
    </details>
  );
}
