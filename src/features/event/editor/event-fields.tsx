import { findCollectionByCid } from '#features/collection/collection.public.tsx';
import { ClockField } from '#ui/date/clock-field.tsx';
import { SuggestInput } from '#ui/form/suggest-input.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Field } from '#ui/kit/field.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { RecordPicker } from '#ui/kit/record-picker.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { EventRecord } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import type { eventTimes } from '../event-fields.rules.ts';
import { CodeField } from './code-field.tsx';
import styles from './event-editor.module.css';
import { offeredExpiry } from './event-values.rules.ts';
import type { EventFields } from './use-event-form.ts';

interface OfEvent extends EventFields {
  /** Null for a new event. */
  event: EventRecord | null;
}

/** The name, the code that learners type, and the collection they get. */
export function IdentityFields({ form, event, groups }: OfEvent & { groups: readonly string[] }) {
  const t = useT<EventWords>();
  const isJoined = event !== null && event.participants > 0;
  return (
    <Card>
      <h2>{t('event.details')}</h2>
      <Grid>
        <Input
          {...form.getInputProps('name')}
          className={styles.wide}
          label={t('event.field_name')}
          name="name"
          maxLength={200}
          required
          autoComplete="off"
        />
        <CodeField form={form} isFixed={isJoined} />
        <div data-field="cid">
          {isJoined ? (
            <Input
              label={t('event.collection')}
              hint={t('event.collection_fixed')}
              value={form.values.cid[0]?.label ?? ''}
              readOnly
            />
          ) : (
            <RecordPicker
              label={t('event.collection')}
              name="cid"
              value={form.values.cid}
              onChange={(picked) => form.setFieldValue('cid', picked)}
              find={findCollectionByCid}
              max={1}
              required
              error={form.errors['cid']}
            />
          )}
        </div>
        <Field label={t('event.field_group')} error={form.errors['group']} name="group">
          {(control) => (
            <SuggestInput
              {...control}
              name="group"
              value={form.values.group}
              onChange={({ currentTarget }) => form.setFieldValue('group', currentTarget.value)}
              choices={groups.map((group) => ({ value: group, label: group }))}
              maxLength={100}
            />
          )}
        </Field>
      </Grid>
    </Card>
  );
}

/** When it runs, in the office's time zone. */
export function PeriodFields({ form }: EventFields) {
  const t = useT<EventWords>();
  const { timeZone } = useInterface();
  const { until, forced_expire: isForced, forced_expired_date: expiry } = form.values;
  const move = (name: 'from' | 'until', to: string) => {
    form.setFieldValue(name, to);
    // The forced expiry follows the end unless it was set to another time.
    const follows = name === 'until' && isForced && expiry === offeredExpiry(until, timeZone);
    if (follows) form.setFieldValue('forced_expired_date', offeredExpiry(to, timeZone));
  };
  return (
    <Card>
      <h2>{t('event.section_period')}</h2>
      <Text tone="soft" below={12}>
        {t('event.in_zone', { zone: timeZone })}
      </Text>
      <Grid>
        {(['from', 'until'] as const).map((name) => (
          <TimeField key={name} form={form} name={name} onChange={(to) => move(name, to)} />
        ))}
      </Grid>
    </Card>
  );
}

interface TimeFieldProps extends EventFields {
  name: (typeof eventTimes)[number];
  onChange: (local: string) => void;
}

/** A time of the event; asks which one is meant if clocks skip it, or show it twice. */
function TimeField({ form, name, onChange }: TimeFieldProps) {
  const t = useT<EventWords>();
  const { timeZone } = useInterface();
  return (
    <Stack tight>
      <ClockField
        name={name}
        label={t(`event.field_${name}`)}
        error={form.errors[name]}
        required
        zone={timeZone}
        value={{ local: form.values[name], isSecond: form.values[`${name}_second`] }}
        onChange={({ local, isSecond }) => {
          form.setFieldValue(`${name}_second`, isSecond);
          if (local !== form.values[name]) onChange(local);
        }}
      />
    </Stack>
  );
}

/** How long registrations last, and the participant limit. */
export function TermFields({ form, event }: OfEvent) {
  const t = useT<EventWords>();
  const { timeZone } = useInterface();
  const { forced_expire: isForced, until } = form.values;
  const force = (on: boolean) => {
    form.setFieldValue('forced_expire', on);
    form.setFieldValue('forced_expired_date', on ? offeredExpiry(until, timeZone) : '');
  };
  return (
    <Card>
      <h2>{t('event.section_offer')}</h2>
      {event !== null && event.participants > 0 && (
        <Text tone="soft" below={12}>
          {t('event.terms_apply')}
        </Text>
      )}
      <Grid>
        <Checkbox
          className={styles.wide}
          label={t('event.field_forced_expire')}
          hint={t('event.forced_hint')}
          name="forced_expire"
          checked={isForced}
          onChange={({ currentTarget }) => force(currentTarget.checked)}
        />
        {isForced ? (
          <TimeField
            key="forced_expired_date"
            form={form}
            name="forced_expired_date"
            onChange={(to) => form.setFieldValue('forced_expired_date', to)}
          />
        ) : (
          <Input
            key="length"
            {...form.getInputProps('length')}
            label={t('event.field_length')}
            hint={t('event.length_hint')}
            name="length"
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
          />
        )}
        <Input
          {...form.getInputProps('participant_limit')}
          label={t('event.field_participant_limit')}
          hint={t('event.limit_hint')}
          name="participant_limit"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
        />
      </Grid>
    </Card>
  );
}
