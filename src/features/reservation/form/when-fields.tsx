import { useEffect, useState } from 'react';
import { ClockField } from '#ui/date/clock-field.tsx';
import { useZonedText } from '#ui/date/use-zoned-text.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { SearchSelect } from '#ui/kit/search-select.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useInOffice } from '../parts/reservation-time.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { type ReservationValues, typedTime } from './reservation-values.rules.ts';
import type { ReservationFormState } from './use-reservation-form.ts';

/** The local time of a change in a time zone, with notes on clock changes. */
export function WhenFields({ of: { record } }: { of: ReservationFormState }) {
  const t = useT<ReservationWords>();
  const { form } = record;
  const { timeZone } = useInterface();
  const { zone, local, isSecond } = form.values;
  const { here, all } = useZones();
  const likely = [timeZone, here, 'UTC', zone].filter(Boolean);
  const choiceOf = (one: string) => {
    const note =
      one === timeZone ? ` (${t('reservation.zone_office')})` : one === here ? ` (${t('reservation.zone_here')})` : '';
    return { value: one, label: one.replaceAll('_', ' ') + note };
  };
  return (
    <>
      <Grid least={300} below={12}>
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
        <SearchSelect
          label={t('reservation.field_zone')}
          options={[...new Set([...likely, ...all])].map(choiceOf)}
          value={choiceOf(zone)}
          onChange={(choice) => choice && form.setFieldValue('zone', choice.value)}
          error={form.errors['zone']}
          data-field="zone"
        />
      </Grid>
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
  const zoned = useZonedText();
  const inOffice = useInOffice();
  const at = typedTime(of);
  if (at === undefined) return null;
  const office = inOffice({ apply_at: at, zone: of.zone });
  return (
    <Text tone="soft" role="status">
      {zoned(of.zone, at)}
      {office !== '' && ` · ${office}`}
    </Text>
  );
}
