import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RecordPicker } from '#ui/kit/record-picker.tsx';
import type { collectionApi } from './collection.contract.ts';

const call = client<typeof collectionApi>();

const choicesBy =
  (key: 'cid' | 'cidx') =>
  async (search: string): Promise<Choice[]> => {
    const { results } = await call('GET /api/v1/collection', { query: { search } });
    return results.collections.map((row) => ({ value: String(row[key]), label: `${row.title} (${row.cid})` }));
  };

/** The collections that match a typed text, by cid. */
export const findCollectionByCid = choicesBy('cid');

/** The collections that match a typed text, by cidx. */
export const findCollectionByCidx = choicesBy('cidx');

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
  return <RecordPicker {...props} find={findCollectionByCidx} />;
}
