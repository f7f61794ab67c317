import type { Fields, FieldValues } from '#kernel/records/record-fields.rules.ts';

/** The fields of a customer, whose ID has a rule of its own. Calls, stored rows, the trail, the form and the sheet follow. */
export const customerFields = {
  cust_id: { kind: 'text', label: 'customer.field_cust_id', max: 12, fresh: '', required: true },
  name: { kind: 'text', label: 'customer.field_name', max: 200, line: true, fresh: '', required: true },
  memo: { kind: 'text', label: 'customer.field_memo', max: 2000, fresh: '' },
} as const satisfies Fields;

/** The values of these fields. */
export type CustomerColumns = FieldValues<typeof customerFields>;
