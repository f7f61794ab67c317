import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { RecordFields } from '#ui/record/record-fields.tsx';
import type { EventWords } from '../event.messages.ts';
import { useTerms } from '../use-event-texts.ts';
import type { EventHead } from './event-head.read.ts';
import { EventPage } from './event-page.tsx';

/** When an event runs, and what learners who join it get. */
export default function EventDetail({ event }: { event: EventHead }) {
  return (
    <EventPage event={event} tab="details">
      <RecordFields groups={useGroups(event)} />
    </EventPage>
  );
}

function useGroups(event: EventHead) {
  const t = useT<EventWords>();
  const format = useFormat();
  const terms = useTerms();
  const { timeZone } = useInterface();
  const { participant_limit: limit } = event;
  return [
    {
      label: t('event.section_period'),
      fields: [
        { label: t('event.field_from'), value: format.dateTime(event.from) },
        { label: t('event.field_until'), value: format.dateTime(event.until) },
        { label: t('event.zone'), value: timeZone },
      ],
    },
    {
      label: t('event.section_offer'),
      fields: [
        { label: t('event.collection'), value: <a href={`/collection/${event.cid}`}>{event.collection}</a> },
        { label: t('event.gets'), value: terms(event) },
        {
          label: t('event.field_participant_limit'),
          value: limit === 0 ? t('event.unlimited') : format.number(limit),
        },
      ],
    },
    {
      label: t('event.section_record'),
      fields: [
        { label: t('event.field_group'), value: event.group },
        { label: t('event.field_created_at'), value: format.dateTime(event.created_at) },
        {
          label: t('event.field_updated_at'),
          value: t('event.changed_by', {
            time: format.dateTime(event.updated_at),
            name: event.updated_by ?? '—',
          }),
        },
      ],
    },
  ];
}
