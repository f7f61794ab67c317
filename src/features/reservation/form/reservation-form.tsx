import { findCollectionByCid } from '#features/collection/collection.public.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { RecordPicker } from '#ui/kit/record-picker.tsx';
import { ReservationTime } from '../parts/reservation-time.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { releaseHref, reservationHref, type Target, targets } from '../reservation.rules.ts';
import type { ReservationFormState } from './use-reservation-form.ts';
import { ValueFields } from './value-fields.tsx';
import { WhenFields } from './when-fields.tsx';

interface ReservationFormProps {
  of: ReservationFormState;
  currencies: readonly Choice[];
  isNew: boolean;
}

/** What changes, to what, and when. The collection and the field are fixed once it is saved. */
export function ReservationForm({ of, currencies, isNew }: ReservationFormProps) {
  const t = useT<ReservationWords>();
  const { ref, submission } = of.record;
  useSaveKeys({ save: submission.retry });
  return (
    <Stack as="form" gap={0} widest={1100} ref={ref} noValidate onSubmit={submission.submit}>
      <RecordProblem of={submission} title={t('reservation.save_failed')} fields={useFields(of)} form={ref} />
      <Card>
        {isNew && <WhatFields of={of} />}
        <WhenFields of={of} />
        <OtherChanges of={of} />
      </Card>
      <ValueFields of={of} currencies={currencies} isNew={isNew} />
      <SaveBar of={of.record} />
    </Stack>
  );
}

/** The changes of the same field with which this one will conflict once it is saved. */
function OtherChanges({ of: { rivals } }: { of: ReservationFormState }) {
  const t = useT<ReservationWords>();
  const { timeZone } = useInterface();
  if (rivals.length === 0) return null;
  return (
    <Note tone="warn">
      <p>{t('reservation.others_wait', { count: rivals.length })}</p>
      <ul>
        {rivals.map(({ res_idx, rel_idx, name, apply_at }) => (
          <li key={`${rel_idx} ${res_idx}`}>
            <a href={rel_idx === undefined ? reservationHref(res_idx ?? '') : releaseHref(rel_idx)}>
              {name !== '' && `${name} · `}
              <ReservationTime apply_at={apply_at} zone={timeZone} />
            </a>
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** The fields with their labels, for the problems of a refused save. */
function useFields({ record }: ReservationFormState) {
  const t = useT<ReservationWords>();
  const prices = record.form.values.prices.flatMap((_, row) =>
    (['currency', 'price', 'discounted_price', 'subscription_period'] as const).map((field) => ({
      name: `prices.${row}.${field}`,
      label: `${t('reservation.target_price')} ${row + 1}`,
    })),
  );
  return [
    { name: 'collection', label: t('reservation.pick') },
    { name: 'local', label: t('reservation.when') },
    { name: 'zone', label: t('reservation.field_zone') },
    { name: 'description', label: t('reservation.target_description') },
    { name: 'image', label: t('reservation.field_image') },
    ...prices,
  ];
}

/** The collection and its field to change. Choosing a collection fills in its cid and cidx. */
function WhatFields({ of: { record, current, pick } }: { of: ReservationFormState }) {
  const t = useT<ReservationWords>();
  const { form } = record;
  const { collection } = form.values;
  return (
    <Grid least={300} below={12}>
      <div data-field="collection">
        <RecordPicker
          label={t('reservation.pick')}
          name="collection"
          value={collection ? [collection] : []}
          onChange={([choice]) => pick(choice ?? null)}
          find={findCollectionByCid}
          max={1}
          required
          error={form.errors['collection']}
          hint={t('reservation.pick_hint')}
        />
        <input type="hidden" name="cidx" value={current?.cidx ?? ''} />
        <input type="hidden" name="cid" value={current?.cid ?? ''} />
      </div>
      <Select
        {...form.getInputProps('target')}
        name="target"
        label={t('reservation.field_target')}
        options={targets.map((target: Target) => ({ value: target, label: t(`reservation.target_${target}`) }))}
      />
    </Grid>
  );
}
