import { client } from '#client/api.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { type FormValues, formValues, sentFields } from '#ui/form/field-values.rules.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import type { MailingRecord, mailingApi } from './mailing.contract.ts';
import { formatsOf, mailingSources, type MailingSource, rhythmsOf } from './mailing.rules.ts';
import { mailingFields } from './mailing-fields.rules.ts';

const call = client<typeof mailingApi>();

export type MailingValues = FormValues<typeof mailingFields>;

interface SavedMailing {
  id: number;
  version: number;
  undo?: number | undefined;
  act?: number | undefined;
}

/** What a new one is about, and the customer of a statement. */
export interface ChosenMailing {
  source: MailingSource;
  customer: { value: string; label: string } | null;
  /** The filter of the report. */
  filter: string;
  /** The saved view that has this filter, if there is one. */
  view: { value: string; label: string } | null;
}

interface MailingFormOptions {
  mailing: MailingRecord | null;
  /** What a new one is about. */
  chosen: ChosenMailing | undefined;
  locale: Locale;
  /** What a new one is called until somebody names it. */
  nameOf: (source: MailingSource) => string;
  onSaved: (result: {
    id: number;
    title: string;
    merged?: string | undefined;
    undo?: number | undefined;
    act?: number | undefined;
  }) => void;
}

const valuesOf = (mailing: MailingRecord): MailingValues =>
  formValues(mailingFields, mailing, {
    cust_idx: mailing.cust_idx === null ? [] : [{ value: String(mailing.cust_idx), label: mailing.customer ?? '' }],
    view_idx: [viewOf(mailing)].flatMap((view) => view ?? []),
  });

const viewOf = ({ view_idx: idx, view }: MailingRecord): ChosenMailing['view'] =>
  idx === null || view === null ? null : { value: String(idx), label: view };

async function create(values: MailingValues): Promise<SavedMailing> {
  const { results } = await call('POST /api/v1/mailing', { body: sentFields(mailingFields, values) });
  return { id: results.mailing_idx, version: 1, undo: results.act_idx };
}

/** The values of a new one: of what its opener has chosen. */
function freshValues(
  { source, customer, filter, view }: ChosenMailing = { source: 'platform', customer: null, filter: '', view: null },
  { locale, nameOf }: Pick<MailingFormOptions, 'locale' | 'nameOf'>,
): MailingValues {
  return {
    ...formValues(mailingFields, null),
    source,
    filter,
    view_idx: view,
    ...(source === 'statement' && { cust_idx: customer }),
    name: nameOf(source),
    locale,
    format: formatsOf(source)[0] ?? 'csv',
    rhythm: rhythmsOf(source)[0] ?? 'month',
    day: '1',
    hour: '9',
    active: true,
  };
}

/** The form of a report by mail. `choose` chooses what is mailed or when, and keeps the rest fitting. */
export function useMailingForm({ mailing, chosen, locale, nameOf, onSaved }: MailingFormOptions) {
  const fresh = freshValues(chosen, { locale, nameOf });
  const storedOf = (row: MailingRecord | null) => ({ values: row ? valuesOf(row) : fresh, version: row?.version });
  const record: RecordForm<MailingValues> = useRecordForm<MailingValues, SavedMailing>({
    initial: storedOf(mailing),
    record: mailing ? { kind: 'mailing', id: mailing.mailing_idx } : undefined,
    save: async ({ values, version }) => {
      if (!mailing) return create(values);
      const params = { mailing_idx: mailing.mailing_idx };
      const body = { ...sentFields(mailingFields, values), version };
      const { results } = await call('PUT /api/v1/mailing/:mailing_idx', { params, body });
      return { id: mailing.mailing_idx, version: results.version, act: results.act_idx };
    },
    onSaved: ({ id, undo, act }, merged) =>
      onSaved({ id, title: record.form.getValues().name.trim(), merged, undo, act }),
    again: mailing
      ? { create, onCreated: ({ id, undo }) => onSaved({ id, title: record.form.getValues().name.trim(), undo }) }
      : undefined,
    load: async () => {
      const params = { mailing_idx: mailing?.mailing_idx ?? 0 };
      return storedOf((await call('GET /api/v1/mailing/:mailing_idx', { params })).results);
    },
  });
  const { form } = record;
  const given = mailing ? { source: mailing.source, filter: mailing.filter, view: viewOf(mailing) } : chosen;
  const choose = (next: { source?: string; rhythm?: string }) => {
    const { values } = form;
    const source = mailingSources.find((one) => one === next.source) ?? values.source;
    const rhythms = rhythmsOf(source);
    const rhythm = rhythms.find((one) => one === (next.rhythm ?? values.rhythm)) ?? 'month';
    const formats = formatsOf(source);
    form.setValues({
      source,
      rhythm,
      format: formats.find((one) => one === values.format) ?? formats[0] ?? 'csv',
      ...(source !== 'statement' && { cust_idx: null }),
      ...(source !== values.source && { filter: source === given?.source ? given.filter : '' }),
      ...(source !== values.source && { view_idx: source === given?.source ? given.view : null }),
      ...(rhythm !== values.rhythm && { day: '1' }),
      ...(values.name === nameOf(values.source) && { name: nameOf(source) }),
    });
  };
  // Only the filter it was opened with can be chosen again.
  const { filter = '', view = null } = form.getValues().source === given?.source ? given : {};
  return { ...record, choose, filter, view };
}
