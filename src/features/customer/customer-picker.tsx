import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import { openFragment } from '#client/dialogs.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RecordPicker } from '#ui/kit/record-picker.tsx';
import type { customerApi } from './customer.contract.ts';

const call = client<typeof customerApi>();

interface CustomerPickerProps {
  /** The caller's own label: 'Owners'. */
  label: string;
  /** The label of the button that adds a customer in a dialog. */
  createLabel: string;
  name: string;
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  max?: number;
  required?: boolean;
  error?: ReactNode;
}

/** Picks customers by name or ID; a missing one can be added in a dialog over the form, and is then picked. */
export function CustomerPicker({ createLabel, ...props }: CustomerPickerProps) {
  return <RecordPicker {...props} find={findCustomers} create={{ label: createLabel, open: createChoice }} />;
}

/** The customers that match a typed text, by cust_idx. */
export async function findCustomers(search: string): Promise<Choice[]> {
  const { results } = await call('GET /api/v1/customer', { query: { search, excluded_default: 'true' } });
  return results.customers.map(({ cust_idx, cust_id, name }) => ({
    value: String(cust_idx),
    label: `${name} (${cust_id})`,
  }));
}

async function createChoice(): Promise<Choice | undefined> {
  const made = await openFragment('/customer/create');
  const isMade = made && typeof made === 'object' && 'id' in made && 'title' in made;
  return isMade ? { value: String(made.id), label: String(made.title) } : undefined;
}
