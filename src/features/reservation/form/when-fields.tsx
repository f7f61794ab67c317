import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { localTime, timeAfterGap, timesOf } from '#kernel/text/zoned-time.rules.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { Note } from '#ui/page/note.tsx';
import { useZoned } from '../parts/use-zoned.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import styles from './form.module.css';
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

function WhatClocksDo({ form }: Pick<ReservationFormState['record'], 'form'>) {
  const t = useT<ReservationWords>();
  const { inZone, inOffice } = useZoned();
  const { zone, local, isSecond } = form.values;
  const times = timesOf(zone, local);
  const [first, second] = times;
  if (local === '' || Number.isNaN(Date.parse(local))) return null;
  if (first === undefined) {
    const after = timeAfterGap(zone, local);
    return (
      <Note tone="warn">
        <p role="status">{t('reservation.gap', { zone, time: inZone(zone, after) })}</p>
        <button
          type="button"
          className={button.button}
          onClick={() => form.setFieldValue('local', localTime(zone, after))}
        >
          {t('reservation.gap_take')}
        </button>
      </Note>
    );
  }
  const chosen = (isSecond ? second : undefined) ?? first;
  const office = inOffice({ apply_at: chosen, zone });
  return (
    <>
      {second !== undefined && (
        <Note tone="warn">
          <fieldset className={styles.twice}>
            <legend>{t('reservation.twice', { zone })}</legend>
            {[first, second].map((at, nth) => (
              <label key={at}>
                <input
                  type="radio"
                  name="isSecond"
                  checked={isSecond === (nth === 1)}
                  onChange={() => form.setFieldValue('isSecond', nth === 1)}
                />{' '}
                {t(nth === 0 ? 'reservation.twice_first' : 'reservation.twice_second', { time: inZone(zone, at) })}
              </label>
            ))}
          </fieldset>
        </Note>
      )}
      <p className={styles.then} role="status">
        {inZone(zone, chosen)}
        {office !== '' && ` · ${office}`}
      </p>
    </>
  );
}
