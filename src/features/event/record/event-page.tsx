import type { ReactNode } from 'react';
import { showCode } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { RecordBar } from '#ui/page/record-bar.tsx';
import { RecordHero } from '#ui/page/record-hero.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordTabs } from '#ui/page/record-tabs.tsx';
import type { EventWords } from '../event.messages.ts';
import { EventCapacity } from '../event-capacity.tsx';
import { EventState } from '../event-state.tsx';
import { eventList } from '../list/event-filter.rules.ts';
import { useTerms } from '../use-event-texts.ts';
import { EventActs } from './event-acts.tsx';
import type { EventHead } from './event-head.read.ts';
import { type EventTab, eventTabHref, eventTabs } from './event-tabs.rules.ts';

const labels = {
  details: 'event.details',
  participants: 'event.field_participants',
  history: 'common.history',
} as const satisfies Record<EventTab, string>;

interface EventPageProps {
  event: EventHead;
  tab: EventTab;
  children?: ReactNode;
}

/** An event's page: a summary, its parts as tabs, and the current tab. */
export function EventPage({ event, tab, children }: EventPageProps) {
  const t = useT<EventWords>();
  const { event_idx: id, name, code, participants } = event;
  const steps = useRecordSteps(eventList, String(id));
  const tabs = eventTabs.map((one) => ({
    label: t(labels[one]),
    href: eventTabHref(id, one),
    isCurrent: one === tab,
    count: one === 'participants' ? participants : undefined,
  }));
  return (
    <>
      <RecordBar
        crumbs={[{ label: t('event.heading'), href: '/event' }]}
        steps={steps}
        hrefOf={(other) => eventTabHref(other, tab)}
      />
      <RecordHero
        state={<EventState status={event.status} />}
        title={name}
        line={<a href={`/collection/${event.cid}`}>{event.collection}</a>}
        facts={useFacts(event)}
        acts={<EventActs event={event} />}
        found={{ detail: code, href: `/event/${id}`, kind: t('event.kind'), icon: 'event' }}
      />
      <RecordTabs tabs={tabs} />
      {children}
    </>
  );
}

function useFacts(event: EventHead) {
  const t = useT<EventWords>();
  const format = useFormat();
  const terms = useTerms();
  return [
    { label: t('event.field_code'), value: <code>{showCode(event.code)}</code> },
    { label: t('event.field_from'), value: format.dateTime(event.from) },
    { label: t('event.field_until'), value: format.dateTime(event.until) },
    { label: t('event.field_participants'), value: <EventCapacity {...event} /> },
    { label: t('event.gets'), value: terms(event) },
    { label: t('event.field_group'), value: event.group || null },
  ];
}
