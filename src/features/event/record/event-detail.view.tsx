import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { RecordFields } from '#ui/record/record-fields.tsx';
import type { EventWords } from '../event.messages.ts';
import { useTerms } from '../use-event-texts.ts';
import type { EventHead } from './event-head.read.ts';
import { EventPage } from './event-page.tsx';

/** What an event gives, and what is not in its head. */
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
  return [
    {
      label: t('event.section_offer'),
      fields: [
        { label: t('event.gets'), value: terms(event) },
        { label: t('event.zone'), value: timeZone },
        { label: t('event.field_group'), value: event.group },
      ],
    },
    {
      label: t('event.section_record'),
      fields: [
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
