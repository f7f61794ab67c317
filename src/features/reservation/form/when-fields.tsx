import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ClockChange } from '#ui/date/clock-change.tsx';
import { DateField } from '#ui/date/date-field.tsx';
import { useT } from '#ui/interface.tsx';
import { useZoned } from '../parts/use-zoned.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import styles from './form.module.css';
import { typedTime } from './reservation-values.rules.ts';
import type { ReservationFormState } from './use-reservation-form.ts';

/** The local time of a change in a time zone, with notes on clock changes. */
export function WhenFields({ of: { record } }: { of: ReservationFormState }) {
  const t = useT<ReservationWords>();
  const { form } = record;
  const { timeZone } = useZoned();
  const { zone } = form.values;
  const { here, all } = useZones();
  const first = [...new Set([timeZone, here, 'UTC', zone])].filter(Boolean);
  const nameOf = (one: string) =>
    one === timeZone
      ? `${one} (${t('reservation.zone_office')})`
      : one === here
        ? `${one} (${t('reservation.zone_here')})`
        : one;
  return (
    <>
      <div className={styles.fields}>
        <DateField {...form.getInputProps('local')} kind="time" name="local" label={t('reservation.when')} required />
        <NativeSelect
          {...form.getInputProps('zone')}
          name="zone"
          label={t('reservation.field_zone')}
          data={[
            { group: '', items: first.map((one) => ({ value: one, label: nameOf(one) })) },
            {
              group: t('reservation.zone_others'),
              items: all.filter((one) => !first.includes(one)).map((one) => ({ value: one, label: one })),
            },
          ]}
        />
      </div>
      <WhatClocksDo form={form} />
    </>
  );
}

/** All time zones, and that of the device: only browsers know them, so they are read after hydration. */
function useZones() {
  const [zones, setZones] = useState<{ here: string; all: string[] }>({ here: '', all: [] });
  useEffect(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    setZones({ here, all: Intl.supportedValuesOf('timeZone') });
  }, []);
  return zones;
}

/** Asks about a clock change, or says when the change takes effect. */
function WhatClocksDo({ form }: Pick<ReservationFormState['record'], 'form'>) {
  const { inZone, inOffice } = useZoned();
  const { zone, local, isSecond } = form.values;
  const at = typedTime(form.values);
  const office = at === undefined ? '' : inOffice({ apply_at: at, zone });
  return (
    <>
      <ClockChange
        name="local"
        zone={zone}
        local={local}
        onLocal={(to) => form.setFieldValue('local', to)}
        isSecond={isSecond}
        onSecond={(to) => form.setFieldValue('isSecond', to)}
      />
      {at !== undefined && (
        <p className={styles.then} role="status">
          {inZone(zone, at)}
          {office !== '' && ` · ${office}`}
        </p>
      )}
    </>
  );
}
