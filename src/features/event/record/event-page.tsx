import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { confirm, leaveWith, reloadWith } from '#client/dialogs.ts';
import { showCode } from '#features/code/code.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { RecordTabs } from '#ui/record/record-tabs.tsx';
import type { eventApi } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import { eventHref } from '../event.rules.ts';
import { EventState } from '../event-state.tsx';
import { eventList } from '../list/event-filter.rules.ts';
import type { EventHead } from './event-head.read.ts';
import { type EventTab, eventTabHref, eventTabs } from './event-tabs.rules.ts';

const labels = {
  details: 'event.details',
  participants: 'event.field_participants',
  history: 'common.history',
} as const satisfies Record<EventTab, string>;

/** An event's page: a summary, its parts as tabs, and the current tab. */
export function EventPage({ event, tab, children }: { event: EventHead; tab: EventTab; children?: ReactNode }) {
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
        found={{ detail: code, href: eventHref(id), kind: t('event.kind'), icon: 'event' }}
      />
      <RecordTabs tabs={tabs} />
      {children}
    </>
  );
}

function useFacts(event: EventHead) {
  const t = useT<EventWords>();
  const format = useFormat();
  return [
    { label: t('event.field_code'), value: <code>{showCode(event.code)}</code> },
    { label: t('event.field_from'), value: format.dateTime(event.from) },
    { label: t('event.field_until'), value: format.dateTime(event.until) },
  ];
}

const call = client<typeof eventApi>();

/** The actions for an event as a whole. */
function EventActs({ event }: { event: EventHead }) {
  const t = useT<EventWords>();
  const act = useAct();
  const { event_idx, name, paused, version } = event;
  const params = { event_idx };
  const pause = async () => {
    const question = {
      title: t(paused ? 'event.resume_title' : 'event.pause_title'),
      body: t(paused ? 'event.resume_body' : 'event.pause_body'),
      agree: t(paused ? 'event.resume' : 'event.pause'),
    };
    if (!(await confirm(question))) return;
    const body = { paused: !paused, version };
    const { results } = await call('PUT /api/v1/event/:event_idx/pause', { params, body });
    reloadWith(t(paused ? 'event.resumed' : 'event.paused'), results.act_idx);
  };
  const remove = async () => {
    const question = { title: `${t('common.delete')}: ${name}`, body: t('CMN-18'), agree: t('common.delete') };
    const deleted = await askToDelete({ of: 'event', id: event_idx, ...question }, () =>
      call('DELETE /api/v1/event/:event_idx', { params }),
    );
    if (deleted) leaveWith(t('event.deleted'), '/event', deleted.results.act_idx);
  };
  return (
    <>
      <RowMenu
        label={t('common.more')}
        items={[{ label: t('common.delete'), danger: true, act: () => act(remove, t('event.delete_failed')) }]}
      />
      <RecordPartActs acts={event.acts} />
      <Button onClick={() => act(pause, t('event.pause_failed'))}>{t(paused ? 'event.resume' : 'event.pause')}</Button>
      <ButtonLink variant="primary" href={`/event/update/${event_idx}`}>
        {t('common.edit')}
      </ButtonLink>
    </>
  );
}
