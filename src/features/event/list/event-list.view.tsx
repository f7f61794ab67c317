import type { ListProps } from '#kernel/mount/list.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import type { ListQuery } from '#ui/page/list-url.ts';
import { useRememberedList } from '#ui/page/record-steps.ts';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { EventRecord } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import { type EventStatus, eventHref } from '../event.rules.ts';
import { EventCapacity } from '../event-capacity.tsx';
import type { EventFilter } from '../event-filter.contract.ts';
import { EventState } from '../event-state.tsx';
import { useTerms } from '../use-event-texts.ts';
import { eventList } from './event-filter.rules.ts';
import { type EventChoices, useEventFilters } from './use-event-filters.tsx';

type EventRow = EventRecord & { status: EventStatus };

type EventListProps = ListProps<EventRow, EventFilter> & { choices: EventChoices };

const path = '/event';

/** Promotions: events with one coupon code each, with their state and how many have joined. */
export default function EventList({ choices, ...list }: EventListProps) {
  const { found: events, paging, query } = list;
  const t = useT<EventWords>();
  const { sort: _sort, size: _size, ...filter } = query;
  useRememberedList(eventList, events, paging);
  return (
    <ListScreen
      title={t('event.heading')}
      word={t('event.kind')}
      acts={<Acts query={query} />}
      {...list}
      path={path}
      filters={useEventFilters(filter, choices)}
      columns={useColumns()}
      keyOf={(event) => event.event_idx}
      nameOf={(event) => event.name}
      rowsOpen
      empty={<EmptyState text={t('event.empty')} />}
    />
  );
}

function useColumns(): Column<EventRow>[] {
  const t = useT<EventWords>();
  const format = useFormat();
  const terms = useTerms('date');
  return [
    {
      key: 'name',
      label: t('event.field_name'),
      sortable: true,
      fixed: true,
      align: 'lead',
      render: ({ event_idx, name, code }) => <LeadCell href={eventHref(event_idx)} title={name} id={code} />,
    },
    {
      key: 'status',
      label: t('event.field_status'),
      align: 'nowrap',
      render: ({ status }) => <EventState status={status} />,
    },
    {
      key: 'collection',
      label: t('event.collection'),
      align: 'cut',
      aside: true,
      render: ({ cid, collection }) => <a href={`/collection/${cid}`}>{collection}</a>,
    },
    {
      key: 'from',
      label: t('event.field_from'),
      sortable: true,
      align: 'number',
      aside: true,
      render: ({ from }) => <span title={format.dateTime(from)}>{format.date(from)}</span>,
    },
    {
      key: 'until',
      label: t('event.field_until'),
      sortable: true,
      align: 'number',
      aside: true,
      render: ({ until }) => <span title={format.dateTime(until)}>{format.date(until)}</span>,
    },
    {
      key: 'participants',
      label: t('event.field_participants'),
      sortable: true,
      align: 'nowrap',
      render: (event) => <EventCapacity {...event} />,
    },
    { key: 'gets', label: t('event.gets'), align: 'nowrap', aside: true, render: terms },
    { key: 'group', label: t('event.field_group'), align: 'cut', aside: true, render: ({ group }) => group },
    {
      key: 'updated',
      label: t('event.field_updated_at'),
      sortable: true,
      align: 'number',
      aside: true,
      render: ({ updated_at }) => format.date(updated_at),
    },
  ];
}

function Acts({ query }: { query: ListQuery }) {
  const t = useT<EventWords>();
  return (
    <>
      <ExportMenu path="/event/export" query={query} />
      <ButtonLink variant="primary" href="/event/create">
        <Icon name="add" />
        {t('event.create')}
      </ButtonLink>
    </>
  );
}
