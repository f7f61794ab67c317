import { NativeSelect } from '@mantine/core';
import { client } from '#client/api.ts';
import type { CollectionApi } from '#features/collection/collection.public.ts';
import { RecordPicker } from '#ui/form/record-picker.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { type Target, targets } from '../reservation.rules.ts';
import styles from './form.module.css';
import type { ReservationFormState } from './use-reservation-form.ts';

const call = client<CollectionApi>();

async function findCollections(search: string): Promise<Choice[]> {
  const { results } = await call('GET /api/v1/collection', { query: { search } });
  return results.collections.map(({ cid, title }) => ({ value: cid, label: `${title} (${cid})` }));
}

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
          find={findCollections}
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
