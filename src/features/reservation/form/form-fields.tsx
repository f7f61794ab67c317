import { NativeSelect } from '@mantine/core';
import { findCollectionByCid } from '#features/collection/collection.public.tsx';
import { RecordPicker } from '#ui/form/record-picker.tsx';
import { useT } from '#ui/interface.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { type Target, targets } from '../reservation.rules.ts';
import styles from './form.module.css';
import type { ReservationFormState } from './use-reservation-form.ts';

/** The collection and its field to change. Choosing a collection fills in its cid and cidx. */
export function WhatFields({ of: { record, current, pick } }: { of: ReservationFormState }) {
  const t = useT<ReservationWords>();
  const { form } = record;
  const { collection } = form.values;
  return (
    <div className={styles.fields}>
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
          description={t('reservation.pick_hint')}
        />
        <input type="hidden" name="cidx" value={current?.cidx ?? ''} />
        <input type="hidden" name="cid" value={current?.cid ?? ''} />
      </div>
      <NativeSelect
        {...form.getInputProps('target')}
        name="target"
        label={t('reservation.field_target')}
        data={targets.map((target: Target) => ({ value: target, label: t(`reservation.target_${target}`) }))}
      />
    </div>
  );
}
