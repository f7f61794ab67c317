import { client } from '#client/api.ts';
import { confirm, notify, reloadWith } from '#client/dialogs.ts';
import type { ListProps } from '#kernel/mount/list.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { ListQuery } from '#ui/page/list-url.ts';
import { useRememberedList } from '#ui/page/record-steps.ts';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import { DecidePopover } from '../parts/decide-popover.tsx';
import { ReservationState } from '../parts/reservation-state.tsx';
import { ReservationTime } from '../parts/reservation-time.tsx';
import { ReservedValue, useTargetText } from '../parts/reserved-value.tsx';
import type { ReservationApi } from '../reservation.contract.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import type { ShownReservation } from '../reservation.read.ts';
import { hasConflict } from '../conflict.rules.ts';
import { reservationHref } from '../reservation.rules.ts';
import type { ReservationFilter } from '../reservation-filter.contract.ts';
import { reservationList } from './reservation-filter.rules.ts';
import { useReservationFilters } from './use-reservation-filters.tsx';

type ReservationListProps = ListProps<ShownReservation, ReservationFilter> & { now: number };

const path = '/reservation';

/** The scheduled changes: those to come, and the outcome of the others. */
export default function ReservationList({ now, ...list }: ReservationListProps) {
  const { found: reservations, paging, query } = list;
  const t = useT<ReservationWords>();
  const { sort: _sort, size: _size, ...filter } = query;
  useRememberedList(reservationList, reservations, paging);
  const waiting = reservations.rows.filter(({ status }) => status === 'scheduled');
  useDueRefresh(
    now,
    waiting.map(({ apply_at }) => apply_at),
  );
  const selection = useListSelection(path, filter, reservations.total);
  const targetText = useTargetText();
  return (
    <ListScreen
      title={t('reservation.heading')}
      acts={<Acts query={query} />}
      {...list}
      path={path}
      filters={useReservationFilters(filter)}
      columns={useColumns()}
      keyOf={(row) => row.res_idx}
      nameOf={(row) => `${targetText(row)}: ${row.title}`}
      selection={{ of: selection, acts: <SelectionActs selection={selection} filter={filter} /> }}
      empty={<EmptyState text={t('reservation.empty')} />}
    />
  );
}

function useColumns(): Column<ShownReservation>[] {
  const t = useT<ReservationWords>();
  const format = useFormat();
  const targetText = useTargetText();
  return [
    {
      key: 'collection',
      label: t('reservation.field_collection'),
      sortable: true,
      fixed: true,
      align: 'lead',
      render: ({ res_idx, cid, title }) => <LeadCell href={reservationHref(res_idx)} title={title} id={cid} />,
    },
    {
      key: 'target',
      label: t('reservation.field_target'),
      sortable: true,
      align: 'nowrap',
      render: (row) => targetText(row),
    },
    {
      key: 'value',
      label: t('reservation.field_value'),
      align: 'cut',
      aside: true,
      render: (row) => <ReservedValue {...row} />,
    },
    {
      key: 'time',
      label: t('reservation.field_apply_at'),
      sortable: true,
      align: 'nowrap',
      render: (row) => <ReservationTime {...row} />,
    },
    {
      key: 'status',
      label: t('reservation.field_status'),
      sortable: true,
      align: 'nowrap',
      render: (row) => <Standing row={row} name={`${targetText(row)}: ${row.title}`} />,
    },
    {
      key: 'created',
      label: t('reservation.field_created_by'),
      sortable: true,
      align: 'nowrap',
      aside: true,
      render: (row) => row.created_by ?? '—',
    },
    {
      key: 'ended',
      label: t('reservation.field_ended'),
      sortable: true,
      align: 'number',
      aside: true,
      render: (row) => row.ended_at !== null && format.dateTime(row.ended_at),
    },
  ];
}

/** The state of a row, with the decisions to choose from if it needs one. */
function Standing({ row, name }: { row: ShownReservation; name: string }) {
  const { conflicts, status } = row;
  const inConflict = hasConflict(conflicts);
  return (
    <Inline as="span" whole gap={4}>
      <ReservationState status={status} hasConflict={inConflict} />
      {(inConflict || status === 'failed') && <DecidePopover name={name} of={row} />}
    </Inline>
  );
}

function Acts({ query }: { query: ListQuery }) {
  const t = useT<ReservationWords>();
  return (
    <>
      <ExportMenu path="/reservation/export" query={query} />
      <ButtonLink href="/calendar">{t('reservation.calendar')}</ButtonLink>
      <ButtonLink variant="primary" href="/reservation/create">
        <Icon name="add" />
        {t('reservation.create')}
      </ButtonLink>
    </>
  );
}

const call = client<ReservationApi>();

/** The actions for the selected reservations. */
function SelectionActs({ selection, filter }: { selection: ListSelection; filter: ReservationFilter }) {
  const t = useT<ReservationWords>();
  const act = useAct();
  const work = useBulkWork();
  const cancel = async () => {
    const chosen = selection.over(filter);
    const send = (dry_run: boolean) => call('DELETE /api/v1/reservation', { body: { selection: chosen, dry_run } });
    const { results } = await send(true);
    if (results.changed === 0) return notify({ message: t('reservation.cancel_none') });
    const question = {
      title: t('reservation.cancel_many_title', { count: results.changed }),
      body: t('reservation.cancel_body'),
      agree: t('reservation.cancel_count', { count: results.changed }),
      dismiss: t('reservation.keep', { count: results.changed }),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const { changed, act_idx } = await work.run(async () => (await send(false)).results);
    selection.clear();
    reloadWith(t('reservation.cancelled_many', { count: changed }), act_idx);
  };
  if (work.running) return <WorkProgress of={work} />;
  return (
    <Button danger onClick={() => act(cancel, t('reservation.cancel_failed'))}>
      {t('reservation.cancel_many')}
    </Button>
  );
}
