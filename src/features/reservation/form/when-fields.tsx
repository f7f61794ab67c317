import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ClockField } from '#ui/date/clock-field.tsx';
import { useT } from '#ui/interface.tsx';
import { useZoned } from '../parts/use-zoned.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import styles from './form.module.css';
import { type ReservationValues, typedTime } from './reservation-values.rules.ts';
import type { ReservationFormState } from './use-reservation-form.ts';

/** The local time of a change in a time zone, with notes on clock changes. */
export function WhenFields({ of: { record } }: { of: ReservationFormState }) {
  const t = useT<ReservationWords>();
  const { form } = record;
  const { timeZone } = useZoned();
  const { zone, local, isSecond } = form.values;
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
        <div>
          <ClockField
            name="local"
            label={t('reservation.when')}
            error={form.errors['local']}
            required
            zone={zone}
            value={{ local, isSecond }}
            onChange={(time) => form.setValues(time)}
          />
        </div>
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
      <Then of={form.values} />
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

/** Says when the change takes effect. */
function Then({ of }: { of: Pick<ReservationValues, 'zone' | 'local' | 'isSecond'> }) {
  const { inZone, inOffice } = useZoned();
  const at = typedTime(of);
  if (at === undefined) return null;
  const office = inOffice({ apply_at: at, zone: of.zone });
  return (
    <p className={styles.then} role="status">
      {inZone(of.zone, at)}
      {office !== '' && ` · ${office}`}
    </p>
  );
}
