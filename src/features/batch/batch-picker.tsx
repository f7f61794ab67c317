import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RecordPicker } from '#ui/kit/record-picker.tsx';
import type { BatchApi } from './batch.contract.ts';

const call = client<BatchApi>();

interface BatchPickerProps {
  label: string;
  name: string;
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  required?: boolean;
  error?: ReactNode;
}

/** Picks code batches by title and memo; each is named with its customer. */
export function BatchPicker(props: BatchPickerProps) {
  return <RecordPicker {...props} find={findBatches} />;
}

async function findBatches(search: string): Promise<Choice[]> {
  const { results } = await call('GET /api/v1/code/batch', { query: { search } });
  return results.batches.map(({ cg_idx, title, customer }) => ({
    value: String(cg_idx),
    label: `${title} (${customer})`,
  }));
}
