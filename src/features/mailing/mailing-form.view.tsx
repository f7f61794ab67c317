import { CustomerPicker } from '#features/customer/customer.public.tsx';
import { finishFragment } from '#client/dialogs.ts';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useT } from '#ui/interface.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Input, Select, Textarea } from '#ui/kit/input.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import type { MailingRecord } from './mailing.contract.ts';
import type { MailingWords } from './mailing.messages.ts';
import { formatsOf, mailingSources, rhythmsOf, reportPages } from './mailing.rules.ts';
import { mailingFields } from './mailing-fields.rules.ts';
import { type ChosenMailing, type MailingValues, useMailingForm } from './use-mailing-form.ts';
import { useMailingTexts } from './use-mailing-texts.ts';

interface MailingFormProps {
  /** Null for a new one. */
  mailing: MailingRecord | null;
  timeZone: string;
  /** The language of a new one. */
  locale: Locale;
  /** What a new one is about. */
  chosen?: ChosenMailing;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** The dialog that adds or edits a report by mail. */
export default function MailingForm({ mailing, timeZone, locale, chosen }: MailingFormProps) {
  const t = useT<MailingWords>();
  const { hourText, weekdayText, sourceText } = useMailingTexts();
  const record = useMailingForm({
    mailing,
    chosen,
    locale,
    nameOf: sourceText,
    onSaved: (result) => void finishFragment(result),
  });
  const { form, ref, submission, choose, filter, view } = record;
  const { values } = form;
  const labelOf = (name: keyof MailingValues) => t(mailingFields[name].label as keyof MailingWords);
  const field = (name: 'name' | 'format' | 'addresses' | 'locale' | 'rhythm' | 'day' | 'hour') => ({
    ...form.getInputProps(name),
    label: labelOf(name),
    name,
  });
  const rhythms = { week: t('mailing.rhythm_week'), month: t('mailing.rhythm_month') };
  const textOf = (name: keyof MailingValues, of: MailingValues): string => {
    const value = of[name];
    if (name === 'source') return sourceText(of.source);
    if (name === 'locale') return localeNames[of.locale];
    if (name === 'rhythm') return rhythms[of.rhythm];
    if (name === 'filter') return t(of.filter === '' ? 'mailing.unfiltered' : 'mailing.filtered');
    if (name === 'hour') return hourText(Number(of.hour));
    if (typeof value === 'boolean') return t(value ? 'mailing.field_active' : 'mailing.paused');
    return typeof value === 'string' ? value : (value?.label ?? '');
  };
  return (
    <DialogForm
      ref={ref}
      of={submission}
      heading={t(mailing ? 'mailing.edit' : 'mailing.create')}
      failed={t(mailing ? 'mailing.edit_failed' : 'mailing.add_failed')}
      isSaidByField={Object.keys(form.errors).length > 0 || record.conflict !== null}
      submit={t(mailing ? 'common.save' : 'CMN-05')}
      above={<ConflictReview of={record} labelOf={labelOf} textOf={textOf} />}
    >
      <Select
        label={labelOf('source')}
        name="source"
        value={values.source}
        error={form.errors['source']}
        onChange={(event) => choose({ source: event.currentTarget.value })}
        options={mailingSources.map((value) => ({ value, label: sourceText(value) }))}
      />
      {values.source === 'statement' && (
        <CustomerPicker
          label={labelOf('cust_idx')}
          createLabel={t('mailing.new_customer')}
          name="cust_idx"
          value={values.cust_idx ? [values.cust_idx] : []}
          onChange={([picked]) => form.setFieldValue('cust_idx', picked ?? null)}
          error={form.errors['cust_idx']}
          max={1}
          required
        />
      )}
      {view && values.source !== 'statement' && (
        <Checkbox
          name="view_idx"
          label={t('mailing.follow', { name: view.label })}
          hint={t('mailing.follow_hint')}
          checked={values.view_idx !== null}
          onChange={(event) => form.setFieldValue('view_idx', event.currentTarget.checked ? view : null)}
          error={form.errors['view_idx']}
        />
      )}
      {filter !== '' && values.view_idx === null && values.source !== 'statement' && (
        <Checkbox
          name="filter"
          label={t('mailing.filtered')}
          hint={<a href={`${reportPages[values.source]}?${filter}`}>{t('mailing.filtered_open')}</a>}
          checked={values.filter !== ''}
          onChange={(event) => form.setFieldValue('filter', event.currentTarget.checked ? filter : '')}
          error={form.errors['filter']}
        />
      )}
      <Input
        {...field('name')}
        hint={t('mailing.name_hint')}
        maxLength={mailingFields.name.max}
        required
        autoComplete="off"
      />
      <Textarea
        {...field('addresses')}
        hint={t('mailing.addresses_hint')}
        maxLength={mailingFields.addresses.max}
        rows={2}
        most={6}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <Grid least={140} filled gap={12}>
        <Select
          label={labelOf('rhythm')}
          name="rhythm"
          value={values.rhythm}
          error={form.errors['rhythm']}
          onChange={(event) => choose({ rhythm: event.currentTarget.value })}
          options={rhythmsOf(values.source).map((value) => ({ value, label: rhythms[value] }))}
        />
        {values.rhythm === 'week' ? (
          <Select
            {...field('day')}
            options={weekdays.map((day) => ({ value: String(day), label: weekdayText(day) }))}
          />
        ) : (
          <Input
            {...field('day')}
            type="number"
            min={1}
            max={31}
            required
            {...(Number(values.day) > 28 && { hint: t('mailing.day_hint') })}
          />
        )}
        <Select
          {...field('hour')}
          hint={t('mailing.hour_hint', { zone: timeZone })}
          options={hours.map((hour) => ({ value: String(hour), label: hourText(hour) }))}
        />
      </Grid>
      <Grid least={140} filled gap={12}>
        <Select
          {...field('format')}
          options={formatsOf(values.source).map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <Select {...field('locale')} options={locales.map((value) => ({ value, label: localeNames[value] }))} />
      </Grid>
      <Checkbox
        name="active"
        label={labelOf('active')}
        hint={t('mailing.active_hint')}
        checked={values.active}
        onChange={(event) => form.setFieldValue('active', event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
