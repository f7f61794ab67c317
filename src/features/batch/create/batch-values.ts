import type { FormValues } from '#ui/form/field-values.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { RecordForm } from '#ui/form/use-record-form.ts';
import type { batchFields } from '../batch-fields.rules.ts';

/** The values of the form of a new batch. */
export type BatchValues = FormValues<typeof batchFields> &
  Record<'count' | 'price' | 'currency' | 'length' | 'valid_from' | 'valid_until', string> &
  Record<'cust_idx' | 'cidx', Choice[]> & { forever: boolean };

export type BatchForm = RecordForm<BatchValues>;
