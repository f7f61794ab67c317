import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import { RecordPicker } from '#ui/form/record-picker.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { collectionApi } from './collection.contract.ts';

const call = client<typeof collectionApi>();

interface CollectionPickerProps {
  /** The caller's own label: 'Collection'. */
  label: string;
  name: string;
  /** By cidx. */
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  max?: number;
  required?: boolean;
  error?: ReactNode;
}

/** Picks collections by title or cid. */
export function CollectionPicker(props: CollectionPickerProps) {
  return <RecordPicker {...props} find={findChoices} />;
}

async function findChoices(search: string): Promise<Choice[]> {
  const { results } = await call('GET /api/v1/collection', { query: { search } });
  return results.collections.map(({ cidx, cid, title }) => ({ value: String(cidx), label: `${title} (${cid})` }));
}
