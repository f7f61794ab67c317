import type { EndEvent } from '#features/code/code.public.ts';
import type { FormValues } from '#ui/form/field-values.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { RecordForm } from '#ui/form/use-record-form.ts';
import type { batchFields } from '../batch-fields.rules.ts';

/** The values of the form of a new batch. */
export type BatchValues = FormValues<typeof batchFields> &
  Record<'count' | 'price' | 'currency' | 'length' | 'valid_from' | 'valid_until' | 'valid_days', string> &
  Record<'cust_idx' | 'cidx', Choice[]> & {
    forever: boolean;
    /** Empty: it ends on a date, or never. */
    valid_after: EndEvent | '';
  };

export type BatchForm = RecordForm<BatchValues>;
