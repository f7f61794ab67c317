import type { Fields, FieldValues } from '#kernel/records/record-fields.rules.ts';

/**
 * The fields of a batch that can change at any time; its terms are fixed once its codes are issued, and its quantity and
 * price have a form of their own. Calls, stored rows, the trail and the forms follow.
 */
export const batchFields = {
  title: { kind: 'text', label: 'code.field_title', max: 200, line: true, fresh: '', required: true },
  memo: { kind: 'text', label: 'code.field_memo', max: 2000, fresh: '' },
} as const satisfies Fields;

/** The values of these fields. */
export type BatchColumns = FieldValues<typeof batchFields>;
