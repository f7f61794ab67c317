import type { Staged } from '#client/staged.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { FieldMarks } from '#ui/form/field-marks.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import type { RecordForm } from '#ui/form/use-record-form.ts';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { EventRecord } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import { eventFields, eventTimes } from '../event-fields.rules.ts';
import { IdentityFields, PeriodFields, TermFields } from './event-fields.tsx';
import { changesOf, type EventValues } from './event-values.rules.ts';
import { useEventForm } from './use-event-form.ts';

interface EventEditorProps {
  /** Null for a new event. */
  event: EventRecord | null;
  /** The groups in use. */
  groups: readonly string[];
  /** From when on a new event is suggested: now, or a chosen day. Seconds. */
  now: number;
}

/** The form of an event. */
export default function EventEditor({ event, groups, now }: EventEditorProps) {
  const t = useT<EventWords>();
  const { timeZone } = useInterface();
  const record = useEventForm(event, now);
  const { form, ref, submission } = record;
  useSaveKeys({ save: submission.retry });
  const fields = useFields();
  const crumbs = [
    { label: t('event.heading'), href: '/event' },
    ...(event ? [{ label: event.name, href: `/event/${event.event_idx}` }] : []),
  ];
  const textOf = (name: keyof EventValues, values: EventValues) => {
    const value = values[name];
    const time = eventTimes.find((one) => name === `${one}_second`);
    if (time) return t(value ? 'date.twice_second' : 'date.twice_first', { time: values[time].replace('T', ' ') });
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    return typeof value === 'string' ? value.replace('T', ' ') : value.map(({ label }) => label).join(', ');
  };
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <PageHead title={event ? `${t('event.edit')}: ${event.name}` : t('event.create')} />
      <Stack as="form" gap={0} widest={900} ref={ref} noValidate onSubmit={submission.submit}>
        <ConflictReview
          of={record}
          labelOf={(name) => fields.find((field) => field.name === name.replace(/_second$/, ''))?.label ?? name}
          textOf={textOf}
        />
        <RecordProblem
          of={submission}
          title={event ? t('event.edit_failed') : t('event.add_failed')}
          fields={fields}
          form={ref}
        />
        <FieldMarks of={event && { kind: 'event', id: event.event_idx }}>
          <IdentityFields form={form} event={event} groups={groups} />
          <PeriodFields form={form} />
          <TermFields form={form} event={event} />
        </FieldMarks>
        <SaveBar of={record} toStage={event && !isFixed(record.changed) ? toStage(event, timeZone) : undefined} />
      </Stack>
    </>
  );
}

/** The code and the collection of an event are not changed by releases. */
const isFixed = (changed: readonly string[]) => changed.includes('code') || changed.includes('cid');

const toStage =
  ({ event_idx: id, name: title }: EventRecord, timeZone: string) =>
  ({ form: { values }, changed, version }: RecordForm<EventValues>): Staged => ({
    kind: 'event',
    id: String(id),
    title,
    values: changesOf(values, changed, timeZone),
    version,
  });

const { name, code, group, from, until, forced_expire, forced_expired_date, ...others } = eventFields;
const collection = { label: 'event.collection' } as const;
const inForm = { name, code, cid: collection, group, from, until, forced_expire, forced_expired_date, ...others };

/** The fields of the form in order, with their labels. */
function useFields(): { name: string; label: string }[] {
  const t = useT<EventWords>();
  return Object.entries(inForm).map(([field, { label }]) => ({ name: field, label: t(label) }));
}
