import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useT } from '#ui/interface.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import type { EventRecord } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import styles from './event-editor.module.css';
import { IdentityFields, PeriodFields, TermFields } from './event-fields.tsx';
import type { EventValues } from './event-values.rules.ts';
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
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    return typeof value === 'string' ? value.replace('T', ' ') : value.map(({ label }) => label).join(', ');
  };
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <PageHead title={event ? `${t('event.edit')}: ${event.name}` : t('event.create')} />
      <form ref={ref} className={styles.form} noValidate onSubmit={submission.submit}>
        <ConflictReview
          of={record}
          labelOf={(name) => fields.find((field) => field.name === name)?.label ?? name}
          textOf={textOf}
        />
        <RecordProblem
          of={submission}
          title={event ? t('event.edit_failed') : t('event.add_failed')}
          fields={fields}
          form={ref}
        />
        <IdentityFields form={form} event={event} groups={groups} />
        <PeriodFields form={form} />
        <TermFields form={form} event={event} />
        <SaveBar of={record} />
      </form>
    </>
  );
}

/** The fields of the form in order, with their labels. */
function useFields(): { name: string; label: string }[] {
  const t = useT<EventWords>();
  return [
    { name: 'name', label: t('event.field_name') },
    { name: 'code', label: t('event.field_code') },
    { name: 'cid', label: t('event.collection') },
    { name: 'group', label: t('event.field_group') },
    { name: 'from', label: t('event.field_from') },
    { name: 'until', label: t('event.field_until') },
    { name: 'forced_expire', label: t('event.field_forced_expire') },
    { name: 'forced_expired_date', label: t('event.field_forced_expired_date') },
    { name: 'length', label: t('event.field_length') },
    { name: 'participant_limit', label: t('event.field_participant_limit') },
  ];
}
