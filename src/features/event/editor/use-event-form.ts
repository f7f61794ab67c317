import { client } from '#client/api.ts';
import { leaveWith } from '#client/dialogs.ts';
import { focusField } from '#ui/form/focus.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { FormOf } from '#ui/kit/form.ts';
import type { EventRecord, eventApi } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import { bodyOf, changesOf, type EventValues, missingIn, skippedIn, valuesOf } from './event-values.rules.ts';

/** The props of the form's sections. */
export interface EventFields {
  form: FormOf<EventValues>;
}

const call = client<typeof eventApi>();

/** The form of an event, a new one suggested from `now` on, in seconds; after saving it goes to the event's page. */
export function useEventForm(event: EventRecord | null, now: number): RecordForm<EventValues> {
  const t = useT<EventWords>();
  const { timeZone } = useInterface();
  const params = { event_idx: event?.event_idx ?? 0 };
  const create = async (values: EventValues) => {
    const { results } = await call('POST /api/v1/event', { body: bodyOf(values, timeZone) });
    return { id: results.event_idx, version: 1, act_idx: results.act_idx };
  };
  const record: RecordForm<EventValues> = useRecordForm<
    EventValues,
    { id: number; version: number; act_idx?: number | undefined }
  >({
    initial: { values: valuesOf(event, timeZone, now), version: event?.version },
    draft: `event/${event?.event_idx ?? ''}`,
    record: event ? { kind: 'event', id: event.event_idx } : undefined,
    save: async ({ values, changed, version }) => {
      const faults = {
        ...Object.fromEntries(skippedIn(values, timeZone).map((field) => [field, t('date.gap_refused')])),
        ...Object.fromEntries(missingIn(values).map((field) => [field, t('invalid.required')])),
      };
      const [first] = Object.keys(faults);
      if (first !== undefined) {
        record.form.setErrors(faults);
        focusField(record.ref.current, first);
        return undefined;
      }
      if (!event) return create(values);
      const body = { ...changesOf(values, changed, timeZone), version };
      const { results } = await call('PUT /api/v1/event/:event_idx', { params, body });
      return { id: event.event_idx, ...results };
    },
    onSaved: ({ id, act_idx }, merged) => {
      const done = event ? t('event.saved') : t('event.created');
      leaveWith(merged ? t('form.merged', { name: merged }) : done, `/event/${id}`, act_idx);
    },
    again: event
      ? { create, onCreated: ({ id, act_idx }) => leaveWith(t('event.created'), `/event/${id}`, act_idx) }
      : undefined,
    load: async () => {
      const { results } = await call('GET /api/v1/event/:event_idx', { params });
      return { values: valuesOf(results, timeZone, now), version: results.version };
    },
  });
  return record;
}
