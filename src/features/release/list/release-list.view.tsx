import { goToMade, openFragment } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { ShownViews } from '#kernel/desk/saved-views.ts';
import type { PlainListProps } from '#kernel/mount/list.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { ReleaseState } from '../parts/release-state.tsx';
import { useWhen } from '../parts/use-when.ts';
import type { ReleaseFilter } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import type { ListedRelease } from '../release.read.ts';
import { releaseHref, statuses } from '../release.rules.ts';

interface ReleaseListProps extends PlainListProps<ListedRelease, ReleaseFilter> {
  views: ShownViews;
}

/** The releases: those to come first, then those that are over. */
export default function ReleaseList(list: ReleaseListProps) {
  const t = useT<ReleaseWords>();
  const run = useAct();
  const create = async () => {
    const made = madeIn(await openFragment('/release/create'));
    if (made) goToMade(made, t('release.created'));
  };
  const options = statuses.map((value) => ({ value, label: t(`release.status_${value}`) }));
  return (
    <ListScreen
      title={t('release.heading')}
      acts={
        <Button variant="primary" onClick={() => run(create)}>
          <Icon name="add" />
          {t('release.create')}
        </Button>
      }
      {...list}
      path="/release"
      filters={useFilters({ status: list.query.status }, { status: selectField(t('release.field_status'), options) })}
      columns={useColumns()}
      keyOf={(row) => row.rel_idx}
      nameOf={(row) => row.name}
      rowsOpen
      empty={<EmptyState text={t('release.empty_list')} />}
    />
  );
}

function useColumns(): Column<ListedRelease>[] {
  const t = useT<ReleaseWords>();
  const format = useFormat();
  const when = useWhen();
  return [
    {
      key: 'name',
      label: t('release.field_name'),
      align: 'lead',
      render: ({ rel_idx, name, created_by }) => (
        <LeadCell href={releaseHref(rel_idx)} title={name} id={created_by ?? ''} />
      ),
    },
    {
      key: 'status',
      label: t('release.field_status'),
      align: 'nowrap',
      render: ({ rel_idx, status, conflicts }) => (
        <Inline as="span" tight>
          <ReleaseState status={status} />
          {conflicts > 0 && (
            <a href={releaseHref(rel_idx)}>
              <State tone="warn">{t('release.to_decide', { count: conflicts })}</State>
            </a>
          )}
        </Inline>
      ),
    },
    { key: 'time', label: t('release.field_apply_at'), align: 'nowrap', render: when },
    {
      key: 'count',
      label: t('release.field_count'),
      align: 'number',
      render: ({ count }) => format.number(count),
    },
    {
      key: 'ended',
      label: t('release.status_applied'),
      align: 'number',
      aside: true,
      render: ({ status, ended_at }) => (status === 'applied' ? format.dateTime(ended_at) : ''),
    },
  ];
}
