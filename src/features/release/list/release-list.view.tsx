import { leaveWith, openFragment } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ReleaseState } from '../parts/release-state.tsx';
import { useWhen } from '../parts/use-when.ts';
import type { ReleaseRow } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { releaseHref } from '../release.rules.ts';

/** The releases: those to come first, then those that are over. */
export default function ReleaseList({ releases }: { releases: ReleaseRow[] }) {
  const t = useT<ReleaseWords>();
  const run = useAct();
  const columns = useColumns();
  const heading = t('release.heading');
  const create = async () => {
    const made = await openFragment('/release/create');
    if (typeof made === 'number') leaveWith(t('release.created'), releaseHref(made));
  };
  return (
    <>
      <PageHead
        title={heading}
        count={releases.length}
        action={{ label: t('release.create'), onClick: () => run(create) }}
      />
      {releases.length === 0 ? (
        <EmptyState text={t('release.empty_list')} />
      ) : (
        <DataTable
          caption={heading}
          columns={columns}
          rows={releases}
          keyOf={(row) => row.rel_idx}
          path="/release"
          query={{}}
          rowsOpen
        />
      )}
    </>
  );
}

function useColumns(): Column<ReleaseRow>[] {
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
    { key: 'status', label: t('release.field_status'), render: ({ status }) => <ReleaseState status={status} /> },
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
